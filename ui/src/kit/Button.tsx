// Button, and ButtonLink with the same look for links to another page.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Link } from './Link'
import { Spinner } from './Skeleton'

type Look = {
  /** primary: the main action of a screen; secondary: other actions; quiet: in toolbars; danger: destroys something. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  /** Takes the full width. */
  wide?: boolean
  icon?: ReactNode
}

const VARIANTS = {
  primary: 'bg-accent text-accent-on border-accent-edge hover:bg-accent-hover',
  secondary: 'bg-surface text-ink border-strong hover:bg-quiet',
  quiet: 'border-transparent text-ink hover:bg-quiet',
  danger: 'bg-surface text-bad border-current hover:bg-bad-tint',
}
const SIZES = {
  sm: 'min-h-11 px-3 text-small md:min-h-9',
  md: 'min-h-11 px-4 text-body',
  lg: 'min-h-13 px-6 text-lead',
}

function look({ variant = 'secondary', size = 'md', wide }: Look, className?: string) {
  return cx(
    'inline-flex shrink-0 items-center justify-center wrap-break-word gap-2 rounded-md border py-1.5 text-center font-medium leading-tight text-balance no-underline transition-colors select-none',
    'disabled:opacity-50 aria-busy:cursor-progress',
    VARIANTS[variant],
    SIZES[size],
    wide && 'w-full',
    className,
  )
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    disabled?: boolean
    /** While busy, it keeps the focus, ignores clicks and says that it is busy. */
    busy?: boolean
    busyText?: string
  }

export function Button({ variant, size, wide, icon, busy, busyText, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {/* Each state has an element of its own, so that React replaces it as a whole after a browser has translated its text. */}
      <span className="contents">{busy ? <Spinner /> : icon}</span>
      <span key={busy && busyText ? 'busy' : 'idle'} className="contents">
        {busy && busyText ? busyText : children}
      </span>
    </button>
  )
}

export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} data-button plain className={look({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  )
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'wide' | 'busyText'> & { icon: ReactNode; label: string }

/** A square button with an icon only; `label` is its accessible name. */
export function IconButton({ icon, label, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} aria-label={label} title={label} className={cx('min-w-11 px-2!', className)}>
      {icon}
    </Button>
  )
}
