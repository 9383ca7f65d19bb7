// Who may see a route: members, or those who have a part of the admin area. A route's element, with its pages as children.
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { $api } from '../api/query'
import { Container } from '../kit/Page'
import { PageSpinner } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { paths } from '../paths'
import { NoAnswer } from './NoAnswer'
import { useSession } from './SessionProvider'

const EXPIRED_STAYS = 2000

export function RequireMember() {
  const { status } = useSession()
  return status === 'authenticated' ? <Outlet /> : <Waiting />
}

type Staff = 'admin' | 'organiser' | 'helper'

/** How far the member reaches into the admin area: all of it, their events, the doors of events. Undefined for members who do not. */
export function useStaff(): Staff | undefined {
  const { data } = useCheck(false)
  return data?.isAdmin ? 'admin' : data?.isOrganiser ? 'organiser' : data?.isHelper ? 'helper' : undefined
}

const useCheck = (enabled: boolean) => $api.useQuery('get', '/api/admin/verify-admin', undefined, { enabled, staleTime: 0 })

/** Asks the server; the role in the browser's storage proves nothing. */
export function RequireStaff() {
  const { status } = useSession()
  const { data, error, isFetching, refetch } = useCheck(status === 'authenticated')
  const staff = useStaff()
  if (status !== 'authenticated') return <Waiting />
  // Only a refusal shows somebody out. No way back here: /login would send a member straight into this guard again.
  if ((error && readError(error).status === 403) || (data && !staff && !isFetching)) return <Navigate to={paths.login()} replace />
  if (staff) return <Outlet />
  return error ? <NoAnswer message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} /> : <PageSpinner />
}

/** Until it is known who is here, or somebody signs in. */
function Waiting() {
  const { status, expired, problem, retry } = useSession()
  if (status === 'anonymous') return expired ? <Expired /> : <ToLogin />
  return problem ? <NoAnswer message={problem} onRetry={retry} /> : <PageSpinner />
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
