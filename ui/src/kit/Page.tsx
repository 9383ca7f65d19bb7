// The frame of a page's content: the column, and the head with the page's only h1.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/cx'

/** The column in the middle of the page. */
export function Container({ className, narrow, ...rest }: ComponentProps<'div'> & { narrow?: boolean }) {
  return <div {...rest} className={cx('mx-auto w-full px-(--gutter)', narrow ? 'max-w-200' : 'max-w-page', className)} />
}

type PageHeadProps = { title: ReactNode; lead?: ReactNode; actions?: ReactNode; children?: ReactNode }

export function PageHead({ title, lead, actions, children }: PageHeadProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-10 pb-8 md:pt-14">
      <div className="min-w-0 flex-1 basis-80">
        <h1>{title}</h1>
        {lead && <p className="mt-3 max-w-measure text-lead text-soft">{lead}</p>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  )
}

type SectionProps = { title: ReactNode; lead?: ReactNode; action?: ReactNode; id?: string; className?: string; children: ReactNode }

/** A section of a page with its h2. */
export function Section({ title, lead, action, id, className, children }: SectionProps) {
  return (
    <section id={id} className={cx('py-(--section)', className)}>
      <div className="mb-6 flex break-after-avoid flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2>{title}</h2>
          {lead && <p className="mt-2 max-w-measure text-soft">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
