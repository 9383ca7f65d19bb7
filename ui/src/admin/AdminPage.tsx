// The frame of an admin page: the column, the way back above the head, and the head with the page's only h1.
import type { ReactNode } from 'react'
import { cx } from '../lib/cx'

type AdminPageProps = { title: ReactNode; lead?: ReactNode; actions?: ReactNode; /** Above the head: the way back. */ above?: ReactNode; /** For a list, which uses a wide screen. */ wide?: boolean; children: ReactNode }

export function AdminPage({ title, lead, actions, above, wide, children }: AdminPageProps) {
  return (
    <div className={cx('mx-auto w-full px-(--gutter) pt-6 pb-20 lg:pt-8', wide ? 'max-w-[100rem]' : 'max-w-page')}>
      <div className="print:hidden">{above}</div>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-h2">{title}</h1>
          {lead && <div className="mt-2 max-w-measure text-balance text-soft">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
