// An event's picture and its status, for the card and the top of the page.
import { useState } from 'react'
import { Chip, type Tone } from '../kit/Chip'
import { cx } from '../lib/cx'
import { webLink } from '../paths'
import { EventBanner } from './EventBanner'
import { groupOf, listLabel, type Group, type Standing } from './dayRules'

type ArtProps = { event: { _id: string; type: string; bannerImage: string; cancelled: boolean }; className?: string; eager?: boolean }

/** The event's own banner, or else the one drawn for its type. */
export function EventArt({ event, className, eager }: ArtProps) {
  const [failed, setFailed] = useState<string>()
  const chosen = event.bannerImage.startsWith('/') ? event.bannerImage : webLink(event.bannerImage)
  const look = cx('block size-full object-cover', event.cancelled && 'opacity-60 grayscale', className)
  if (!chosen || failed === chosen) return <EventBanner type={event.type} seed={event._id} className={look} />
  return <img src={chosen} alt="" width={640} height={200} loading={eager ? 'eager' : 'lazy'} decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(chosen)} className={look} />
}

// What is over is green, as whatever else is done; what is ahead or goes on is not.
const TONES: Record<Group, Tone> = { live: 'info', today: 'info', upcoming: 'info', completed: 'good' }

type StatusProps = { event: Standing; /** The words for a group; those of a list unless said. */ label?: (group: Group) => string; className?: string }

export function StatusChip({ event, label = listLabel, className }: StatusProps) {
  if (event.cancelled)
    return (
      <Chip tone="bad" className={className}>
        Cancelled
      </Chip>
    )
  const group = groupOf(event)
  return (
    <Chip tone={TONES[group]} className={className} icon={group === 'live' && <span aria-hidden className="size-2 rounded-full bg-current print:hidden forced-colors:hidden" />}>
      {label(group)}
    </Chip>
  )
}
