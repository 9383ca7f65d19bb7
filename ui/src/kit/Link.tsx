// Links: inside the site (loads the page's code on intent) and out of it.
import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'
import { cx } from '../lib/cx'
import { intent } from '../lib/prefetch'
import { ArrowUpRight } from './icons'

const TEXT = 'text-accent-ink underline decoration-1 underline-offset-3 hover:decoration-2'

type LinkProps = Omit<ComponentProps<typeof RouterLink>, 'to'> & {
  to?: ComponentProps<typeof RouterLink>['to']
  /** An address outside of the router: mailto, a download, another site. */
  href?: string
  /** No look of its own: the caller styles it. */
  plain?: boolean
}

export function Link({ to, href, plain, className, ...rest }: LinkProps) {
  const classes = cx(!plain && TEXT, className)
  // eslint-disable-next-line jsx-a11y/anchor-has-content -- its content is among the rest
  if (to === undefined) return <a {...rest} href={href} className={classes} rel={href?.startsWith('http') ? 'noopener' : undefined} />
  return <RouterLink {...intent(typeof to === 'string' ? to : (to.pathname ?? ''))} {...rest} to={to} className={classes} />
}

/** A link to another site, marked as one. */
export function ExternalLink({ children, plain, className, ...rest }: ComponentProps<'a'> & { plain?: boolean }) {
  return (
    <a {...rest} rel="noopener nofollow ugc" className={cx('inline-flex items-center gap-0.5', !plain && TEXT, className)}>
      {children}
      <ArrowUpRight aria-hidden size="1em" className="shrink-0" />
    </a>
  )
}
