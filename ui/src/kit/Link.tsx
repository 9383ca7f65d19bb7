// Links within the site, which load the page's code on intent, and links out of it. They replace the router's link, which
// adds 4 KB for loaders and framework features that this site does not use.
import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLinkClickHandler, useLocation, type To } from 'react-router'
import { cx } from '../lib/cx'
import { intent } from '../lib/prefetch'
import { isApart } from '../paths'
import { ArrowUpRight } from './icons'

const TEXT = 'text-accent-ink underline decoration-1 underline-offset-3 hover:decoration-2'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to?: To
  /** An address outside the router: mailto, a download, another site. */
  href?: string
  replace?: boolean
  /** Stored with the history entry. */
  state?: unknown
  /** Leaves the styling to the caller. */
  plain?: boolean
}

export function Link({ to, href, plain, className, ...rest }: LinkProps) {
  const classes = cx(!plain && TEXT, className)
  if (to !== undefined) return <RouteLink {...rest} to={to} className={classes} />
  const { replace, state, ...anchor } = rest
  // eslint-disable-next-line jsx-a11y/anchor-has-content -- its content is among the rest
  return <a {...anchor} href={href} className={classes} rel={anchor.rel ?? (href?.startsWith('http') ? 'noopener' : undefined)} />
}

type RouteLinkProps = Omit<LinkProps, 'href' | 'plain' | 'to'> & { to: To }

function RouteLink({ to, replace, state, onClick, ...anchor }: RouteLinkProps) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target: anchor.target })
  const href = useHref(to)
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // To a page with another policy, and back, the browser goes by itself.
    if (!event.defaultPrevented && isApart(href) === isApart(location.pathname)) go(event)
  }
  // eslint-disable-next-line jsx-a11y/anchor-has-content -- its content is among the rest
  return <a {...intent(typeof to === 'string' ? to : (to.pathname ?? ''))} {...anchor} href={href} onClick={click} />
}

type NavLinkProps = Omit<LinkProps, 'to' | 'href' | 'plain' | 'className'> & { to: string; /** Matches this exact path only, none below it. */ end?: boolean; /** Paths of pages that are reached from its page. */ parts?: readonly string[]; className: (active: boolean) => string }

/** A link that marks itself when it leads to the current page, or to the page that the current one is part of. */
export function NavLink({ to, end, parts, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const active = pathname === to || (!end && pathname.startsWith(`${to}/`))
  const within = parts?.includes(pathname) === true
  return <RouteLink {...rest} to={to} aria-current={active ? 'page' : within || undefined} className={className(active || within)} />
}

/** A link to another site, marked as external. */
export function ExternalLink({ children, plain, className, ...rest }: ComponentProps<'a'> & { plain?: boolean }) {
  return (
    <a {...rest} rel="noopener nofollow ugc" className={cx(!plain && TEXT, className)}>
      {children}
      {/* A word joiner: the arrow stays with the last word. */}
      {'\u2060'}
      <ArrowUpRight aria-hidden size="1em" className="ms-0.5 inline shrink-0 align-[-0.1em]" />
    </a>
  )
}
