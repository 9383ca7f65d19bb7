// A project's pictures. The address names the open one (?picture=2).
import { useLocation } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { Dialog } from '../kit/layers/Dialog'
import { ChevronLeft, ChevronRight } from '../kit/icons'
import { Link } from '../kit/Link'
import { useQueryLink, useQueryState } from '../lib/queryState'
import type { Picture } from './queries'

export function Gallery({ pictures, title }: { pictures: Picture[]; title: string }) {
  const [{ picture }, set] = useQueryState({ picture: '' })
  const { search, state } = useLocation()
  const link = useQueryLink()
  const at = Number(picture) - 1
  const open = pictures[at]
  const name = (index: number) => pictures[index]?.alt || `Picture ${index + 1} of ${title}`

  return (
    <section>
      <h2 className="mb-3 text-h3">Pictures</h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {pictures.map((one, index) => (
          <li key={one._id}>
            <Link plain to={link({ picture: String(index + 1) })} state={{ before: search }} className="block overflow-hidden rounded-md border border-line bg-sunken hover:border-strong">
              <img src={one.cardUrl} alt={name(index)} loading="lazy" decoding="async" className="aspect-video w-full object-cover" />
            </Link>
          </li>
        ))}
      </ul>
      <Dialog
        wide
        open={open !== undefined}
        onClose={() => set({ picture: '' })}
        title={`Picture ${at + 1} of ${pictures.length}`}
        footer={
          pictures.length > 1 && (
            <>
              <ButtonLink replace state={state} to={link({ picture: String(at === 0 ? pictures.length : at) })} icon={<ChevronLeft aria-hidden size="1.1em" />}>
                Previous
              </ButtonLink>
              <ButtonLink replace state={state} to={link({ picture: String(at + 1 === pictures.length ? 1 : at + 2) })} icon={<ChevronRight aria-hidden size="1.1em" />}>
                Next
              </ButtonLink>
            </>
          )
        }
      >
        {open && <img src={open.fullUrl} alt={name(at)} width={open.width} height={open.height} className="mx-auto h-auto max-h-[70dvh] w-auto max-w-full object-contain" />}
      </Dialog>
    </section>
  )
}
