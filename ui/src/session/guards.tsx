// Who may see a route: members, or admins. A route's element, with its pages as children.
import { Navigate, Outlet, useLocation } from 'react-router'
import { $api } from '../api/query'
import { PageSpinner } from '../kit/Skeleton'
import { paths } from '../paths'
import { useSession } from './SessionProvider'

export function RequireMember() {
  const { status } = useSession()
  if (status === 'loading') return <PageSpinner />
  return status === 'authenticated' ? <Outlet /> : <ToLogin />
}

/** Asks the server; the role in the browser's storage proves nothing. */
export function RequireAdmin() {
  const { status } = useSession()
  const { data, isPending } = $api.useQuery('get', '/api/admin/verify-admin', undefined, { enabled: status === 'authenticated', retry: false })
  if (status === 'loading' || (status === 'authenticated' && isPending)) return <PageSpinner />
  return status === 'authenticated' && data?.isAdmin ? <Outlet /> : <ToLogin />
}

function ToLogin() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={paths.login(pathname + search + hash)} replace />
}
