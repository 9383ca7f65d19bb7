// Small line drawings for empty, failed and missing content, in ink with one stroke of accent. The shapes are in drawings.svg.
import drawings from './drawings.svg'

export type DrawingName = 'box' | 'search' | 'broken' | 'lost' | 'calendar' | 'talk' | 'medal' | 'people'

export function Drawing({ name, width = 120 }: { name: DrawingName; width?: number }) {
  return (
    <svg aria-hidden width={width} height={(width * 96) / 120} fill="none" stroke="var(--ink-faint)" strokeWidth="2.25" strokeLinecap="round" strokeLinejoin="round">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
