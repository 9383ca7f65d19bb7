// Login comes back to where one was.
import { paths } from '../paths'

export const loginPath = (pathname: string) => paths.login(pathname === '/' || pathname === '/login' ? undefined : pathname)
