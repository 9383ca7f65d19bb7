// Who may see a route: members, or admins. A route's element, with its pages as children.
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { $api } from '../api/query'
import { Container } from '../kit/Page'
import { PageSpinner } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { paths } from '../paths'
import { useSession } from './SessionProvider'

const EXPIRED_STAYS = 2000

export function RequireMember() {
  const { status, expired } = useSession()
  if (status === 'loading') return <PageSpinner />
  if (status === 'authenticated') return <Outlet />
  return expired ? <Expired /> : <ToLogin />
}

/** Asks the server; the role in the browser's storage proves nothing. */
export function RequireAdmin() {
  const { status } = useSession()
  const { data, isPending } = $api.useQuery('get', '/api/admin/verify-admin', undefined, { enabled: status === 'authenticated', retry: false })
  if (status === 'loading' || (status === 'authenticated' && isPending)) return <PageSpinner />
  if (status !== 'authenticated') return <ToLogin />
  // No way back here: /login would send a member straight into this guard again.
  return data?.isAdmin ? <Outlet /> : <Navigate to={paths.login()} replace />
}

function useLoginPath() {
  const { pathname, search, hash } = useLocation()
  return paths.login(pathname + search + hash)
}

function ToLogin() {
  return <Navigate to={useLoginPath()} replace />
}

/** Says why before it leads to login. */
function Expired() {
  const login = useLoginPath()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(login, { replace: true }), EXPIRED_STAYS)
    return () => clearTimeout(timer)
  }, [login, navigate])
  return (
    <Container className="py-10">
      <ErrorState heading="h1" title="You have been signed out" message="Session expired. Please log in again." />
    </Container>
  )
}
