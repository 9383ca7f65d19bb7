// The address of the login, which leads back to the current page.
import { paths } from '../paths'

export const loginPath = (pathname: string) => paths.login(pathname === '/' || pathname === '/login' ? undefined : pathname)
