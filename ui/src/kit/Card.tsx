// A card on the page. With `interactive`, its `CardLink` covers the whole card.
import type { ComponentProps, ElementType } from 'react'
import { cx } from '../lib/cx'
import { Link } from './Link'

type CardProps = ComponentProps<'div'> & { as?: ElementType; interactive?: boolean; padded?: boolean }

export function Card({ as: Tag = 'div', interactive, padded = true, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={cx(
        'relative min-w-0 rounded-lg border border-line bg-surface',
        padded && 'p-5',
        interactive && 'transition-[border-color,box-shadow,translate] hover:-translate-y-0.5 hover:border-strong hover:shadow-float focus-within:border-strong',
        className,
      )}
    />
  )
}

/** The card's title as a link that covers the whole card. Lift other controls above it with the class `above`. */
export function CardLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} plain className={cx('stretched text-ink no-underline hover:text-accent-ink', className)} />
}
