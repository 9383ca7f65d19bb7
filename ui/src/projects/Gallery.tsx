// A project's pictures: a row of whole pictures that snaps, by swipe, arrow keys or buttons. The address names the enlarged
// one (?picture=2).
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ButtonLink, IconButton } from '../kit/Button'
import { Dialog } from '../kit/layers/Dialog'
import { ChevronLeft, ChevronRight } from '../kit/icons'
import { Link } from '../kit/Link'
import { cx } from '../lib/cx'
import { useQueryLink, useQueryState } from '../lib/queryState'
import type { Picture } from './queries'

type GalleryProps = { pictures: Picture[]; title: string; className?: string }

/** Pixels of a finger's way that count as a swipe. */
const SWIPE = 40

const nameOf = (pictures: Picture[], at: number, title: string) => pictures[at]?.alt || `Picture ${at + 1} of ${title}`
/** On in this reading direction is 1, back is -1. */
const isRtl = () => document.documentElement.dir === 'rtl'
const stepOf = (key: string) => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0) * (isRtl() ? -1 : 1)

/** Pixels of the longest side of the size for cards. */
const CARD = 720
const cardWidth = ({ width, height }: Picture) => Math.min(width, Math.round((width * CARD) / Math.max(width, height)))

export function Gallery({ pictures, title, className }: GalleryProps) {
  const row = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  // Where the row is going, while it is still on its way.
  const wanted = useRef(0)
  const { search } = useLocation()
  const link = useQueryLink()
  const many = pictures.length > 1

  const show = (next: number) => {
    wanted.current = (next + pictures.length) % pictures.length
    const picture = row.current?.children[wanted.current]
    if (row.current?.contains(document.activeElement)) picture?.querySelector('a')?.focus({ preventScroll: true })
    picture?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  useArrows((step) => {
    if (!many || !row.current?.contains(document.activeElement)) return false
    show(wanted.current + step)
    return true
  })
  const [{ picture: enlarged }] = useQueryState({ picture: '' })
  const before = useRef('')
  // The row follows the enlarged picture, and has the focus where that was when it closes.
  useEffect(() => {
    const index = Number(enlarged || before.current) - 1
    const link = pictures[index] && row.current?.children[index]?.querySelector('a')
    if (link) {
      wanted.current = index
      if (!enlarged) link.focus({ preventScroll: true })
      row.current?.scrollTo({ left: link.offsetLeft - row.current.offsetLeft, behavior: 'instant' })
    }
    before.current = enlarged
  }, [enlarged, pictures])
  const shown = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {}
    return Math.min(pictures.length - 1, Math.round(Math.abs(scrollLeft) / clientWidth))
  }
  return (
    <section aria-label="Pictures" className={cx('min-w-0', className)}>
      <div className="relative overflow-hidden rounded-lg border border-line bg-sunken">
        <ul
          ref={row}
          onScroll={() => setAt(shown())}
          onScrollEnd={() => (wanted.current = shown())}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain motion-safe:scroll-smooth [scrollbar-width:none]"
        >
          {pictures.map((one, index) => (
            <li key={one._id} className="w-full shrink-0 snap-start">
              <Link plain to={link({ picture: String(index + 1) })} state={{ before: search }} className="block -outline-offset-4!">
                <img
                  src={one.fullUrl}
                  srcSet={`${one.cardUrl} ${cardWidth(one)}w, ${one.fullUrl} ${one.width}w`}
                  sizes="(min-width: 64rem) 44rem, calc(100vw - 2rem)"
                  alt={nameOf(pictures, index, title)}
                  width={one.width}
                  height={one.height}
                  loading={index === 0 ? 'eager' : 'lazy'}
                  fetchPriority={index === 0 ? 'high' : 'auto'}
                  decoding="async"
                  className="aspect-[16/10] w-full object-contain"
                />
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {many && (
        <div className="mt-2 flex items-center justify-between gap-3">
          <p className="text-small text-soft tabular-nums print:hidden" aria-live="polite">
            {`Picture ${at + 1} of ${pictures.length}`}
          </p>
          <div className="flex gap-1">
            <IconButton label="Previous picture" onClick={() => show(wanted.current - 1)} icon={<ChevronLeft aria-hidden size="1.25rem" className="rtl:rotate-180" />} />
            <IconButton label="Next picture" onClick={() => show(wanted.current + 1)} icon={<ChevronRight aria-hidden size="1.25rem" className="rtl:rotate-180" />} />
          </div>
        </div>
      )}
      <Enlarged pictures={pictures} title={title} />
    </section>
  )
}

/** The picture that the address names, as large as the window. */
function Enlarged({ pictures, title }: { pictures: Picture[]; title: string }) {
  const [{ picture }, set] = useQueryState({ picture: '' })
  const { state } = useLocation()
  const navigate = useNavigate()
  const link = useQueryLink()
  const begun = useRef<number>(undefined)
  const at = Number(picture) - 1
  const open = pictures[at]
  const many = pictures.length > 1
  const to = (step: number) => link({ picture: String(((at + step + pictures.length) % pictures.length) + 1) })
  const go = (step: number) => void navigate(to(step), { replace: true, state })
  useArrows((step) => {
    if (!open || !many) return false
    go(step)
    return true
  })
  return (
    <Dialog
      wide
      open={open !== undefined}
      onClose={() => set({ picture: '' })}
      title={`Picture ${at + 1} of ${pictures.length}`}
      tools={
        many && (
          <>
            <ButtonLink variant="quiet" replace state={state} to={to(-1)} aria-label="Previous" title="Previous" className="min-w-11 px-2!" icon={<ChevronLeft aria-hidden size="1.25rem" className="rtl:rotate-180" />} />
            <ButtonLink variant="quiet" replace state={state} to={to(1)} aria-label="Next" title="Next" className="min-w-11 px-2!" icon={<ChevronRight aria-hidden size="1.25rem" className="rtl:rotate-180" />} />
          </>
        )
      }
    >
      {/* As high for every picture, so that nothing moves under the pointer. */}
      {open && (
        <div className="grid h-[calc(100dvh-9rem)] min-h-40 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center print:h-auto">
          <img
            src={open.fullUrl}
            alt={nameOf(pictures, at, title)}
            width={open.width}
            height={open.height}
            onTouchStart={({ touches }) => (begun.current = touches.length === 1 ? touches[0]!.clientX : undefined)}
            onTouchEnd={({ changedTouches }) => {
              const way = begun.current === undefined ? 0 : changedTouches[0]!.clientX - begun.current
              if (many && Math.abs(way) > SWIPE) go(Math.sign(way) * (isRtl() ? 1 : -1))
            }}
            className="max-h-full max-w-full object-contain"
          />
        </div>
      )}
    </Dialog>
  )
}

/** Calls `go` for arrow keys; it says whether it has used the key. */
function useArrows(go: (step: number) => boolean) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.altKey || event.ctrlKey || event.metaKey ? 0 : stepOf(event.key)
    if (step !== 0 && go(step)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
