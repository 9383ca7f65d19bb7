// Three kinds of charts. Each is a picture for the eyes, and the same numbers in a table for everybody who asks for them.
import { useId, type ReactNode } from 'react'
import { Card } from '../../kit/Card'
import { cx } from '../../lib/cx'
import { linePoints, ringParts, scaleTop } from './rules'

type Point = { /** In full, for the table. */ label: string; /** Under the axis. */ short: string; value: number }

type FrameProps = { title: string; /** One sentence that says what it shows. */ lead: string; /** The heads of the table. */ heads: readonly [string, string]; rows: readonly { label: string; value: number }[]; className?: string; children: ReactNode }

/** The card around a chart, with its numbers. */
function ChartCard({ title, lead, heads: [name, number], rows, className, children }: FrameProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className={cx('flex break-inside-avoid flex-col', className)}>
      <h3 id={id} className="text-h4">
        {title}
      </h3>
      <p className="text-small text-soft tabular-nums">{lead}</p>
      <div aria-hidden className="mt-5 flex-1">
        {children}
      </div>
      <details className="mt-4 text-small">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-soft underline decoration-1 underline-offset-3 hover:text-ink md:min-h-8">
          <span>
            Numbers<span className="sr-only">: {title}</span>
          </span>
        </summary>
        <table className="mt-2 w-full border-collapse tabular-nums">
          <thead>
            <tr className="border-b border-line text-caption text-faint">
              <th scope="col" className="py-1.5 pe-4 text-start font-medium">
                {name}
              </th>
              <th scope="col" className="py-1.5 text-end font-medium">
                {number}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, value }) => (
              <tr key={label} className="border-line not-last:border-b">
                <th scope="row" className="py-1.5 pe-4 text-start font-normal">
                  {label}
                </th>
                <td className="py-1.5 text-end">{value.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  )
}

type ChartProps = Omit<FrameProps, 'rows' | 'children'> & { points: readonly Point[] }

/** The scale at the left and the labels under a picture. */
function Axes({ points, top, children }: { points: readonly Point[]; top: number; children: ReactNode }) {
  // Every label where a chart has the whole width of a tablet, every other one where there is less room; of days, one a week.
  const dense = points.length > 15
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-caption text-faint tabular-nums">
      <div className="-my-[0.5em] flex h-[calc(10rem+1em)] flex-col justify-between text-end leading-none">
        <span>{top.toLocaleString()}</span>
        <span>{(top / 2).toLocaleString()}</span>
        <span>0</span>
      </div>
      <div className="relative h-40">
        <div className="absolute inset-x-0 top-0 border-t border-line" />
        <div className="absolute inset-x-0 top-1/2 border-t border-line" />
        <div className="absolute inset-x-0 bottom-0 border-t border-strong" />
        {children}
      </div>
      <span />
      <div className="mt-2 flex">
        {points.map(({ short, label }, at) => (
          <span key={label} className={cx('min-w-0 flex-1 text-center whitespace-nowrap', dense ? (points.length - 1 - at) % 7 !== 0 && 'invisible' : (points.length - 1 - at) % 2 === 1 && 'invisible sm:visible lg:invisible')}>
            {short}
          </span>
        ))}
      </div>
    </div>
  )
}

export function LineChart({ points, ...frame }: ChartProps) {
  const values = points.map(({ value }) => value)
  const top = scaleTop(values)
  const line = linePoints(values, top)
  const inset = points.length > 0 ? 50 / points.length : 0
  return (
    <ChartCard {...frame} rows={points}>
      <Axes points={points} top={top}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-y-0 h-full overflow-visible text-info" style={{ insetInlineStart: `${inset}%`, width: `${100 - 2 * inset}%` }}>
          <polygon points={`0,100 ${line.map((point) => point.join()).join(' ')} 100,100`} fill="currentColor" opacity="0.12" />
          <polyline points={line.map((point) => point.join()).join(' ')} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinejoin="round" strokeLinecap="round" vectorEffect="non-scaling-stroke" />
        </svg>
      </Axes>
    </ChartCard>
  )
}

export function BarChart({ points, ...frame }: ChartProps) {
  const top = scaleTop(points.map(({ value }) => value))
  return (
    <ChartCard {...frame} rows={points}>
      <Axes points={points} top={top}>
        <div className="absolute inset-0 flex items-end">
          {points.map(({ label, value }) => (
            <span key={label} className="flex h-full min-w-0 flex-1 items-end justify-center" title={`${label}: ${value.toLocaleString()}`}>
              <span className="bar block w-3/4 rounded-t-sm bg-info" style={{ height: `${(value / top) * 100}%` }} />
            </span>
          ))}
        </div>
      </Axes>
    </ChartCard>
  )
}

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const

type RingProps = Omit<FrameProps, 'rows' | 'children'> & { /** What the number in the middle counts. */ unit: string; parts: readonly { label: string; value: number; tone: keyof typeof TONES }[] }

export function Doughnut({ parts, unit, ...frame }: RingProps) {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <ChartCard {...frame} rows={parts}>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
        <div className="relative size-40">
          <svg viewBox="0 0 42 42" className="size-full -rotate-90">
            <circle cx="21" cy="21" r="15.9155" fill="none" stroke="currentColor" strokeWidth="6" className="text-line forced-colors:text-[Canvas]" />
            {ringParts(parts).map(({ label, start, share }, at) => (
              <circle
                key={label}
                cx="21"
                cy="21"
                r="15.9155"
                fill="none"
                stroke="currentColor"
                strokeWidth="6"
                strokeDasharray={`${Math.max(0, share * 100 - (share < 1 ? 0.8 : 0))} 100`}
                strokeDashoffset={-start * 100}
                className={TONES[parts[at]?.tone ?? 'good']}
              />
            ))}
          </svg>
          <span className="absolute inset-0 flex flex-col items-center justify-center">
            <span className="font-display text-h3 leading-none font-bold tabular-nums">{total.toLocaleString()}</span>
            <span className="mt-1 text-caption text-faint">{unit}</span>
          </span>
        </div>
        <ul className="min-w-36 flex-1 space-y-2 text-small">
          {parts.map(({ label, value, tone }) => (
            <li key={label} className="flex items-center gap-2.5">
              <svg viewBox="0 0 10 10" className={cx('size-3 shrink-0', TONES[tone])}>
                <rect width="10" height="10" rx="2" fill="currentColor" />
              </svg>
              <span className="flex-1">{label}</span>
              <span className="font-medium tabular-nums">{value.toLocaleString()}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartCard>
  )
}
