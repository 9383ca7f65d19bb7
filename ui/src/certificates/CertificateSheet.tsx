// The sheet: the picture that the server drew. Where there is none to show, the words alone, with a stamp when they do not count.
import { useState } from 'react'
import { Skeleton } from '../kit/Skeleton'
import { useZone } from '../kit/Time'
import { cx } from '../lib/cx'
import { formatDate } from '../lib/dates'
import { useSession } from '../sessions/SessionProvider'
import { useSite } from '../sessions/SiteProvider'
import { usePicture, type Certificate } from './queries'
import { achievementOf, idOf, isPrintable, issuedOf, nameSize, pictureText, recipientOf, STANDINGS } from './rules'

/** A sheet of A4 across, whatever it shows, so that nothing moves when the picture comes. */
const SHEET = 'relative aspect-[1.414/1] w-full overflow-hidden rounded-sm border border-line shadow-float'

export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const { isAdmin } = useSession()
  return isPrintable(certificate.status, isAdmin) ? <Picture certificate={certificate} /> : <Words certificate={certificate} />
}

function Picture({ certificate }: { certificate: Certificate }) {
  const zone = useZone()
  const site = useSite()
  const { src, failed } = usePicture(certificate)
  const [broken, setBroken] = useState(false)
  if (failed || broken) return <Words certificate={certificate} />
  return (
    <div className={cx(SHEET, 'bg-surface')}>
      {src ? (
        <img
          src={src}
          alt={pictureText(certificate, { date: formatDate(issuedOf(certificate) ?? '', 'date', zone), community: site?.name })}
          width={1123}
          height={794}
          onError={() => setBroken(true)}
          className="block size-full"
        />
      ) : (
        <Skeleton className="size-full rounded-none!" />
      )}
      <Stamp certificate={certificate} />
    </div>
  )
}

const NAME = { small: 'text-[5cqw]', medium: 'text-[6.5cqw]', large: 'text-[8cqw]' } as const

function Words({ certificate }: { certificate: Certificate }) {
  const zone = useZone()
  const issued = issuedOf(certificate)
  const name = recipientOf(certificate)
  return (
    <div className={cx(SHEET, '@container bg-surface')}>
      <div className="absolute inset-[3%] flex flex-col items-center justify-center gap-[2cqw] rounded-sm border border-strong p-[4cqw] pb-[14cqw] text-center">
        <p className="font-display text-[3.6cqw] font-bold text-soft">{certificate.heading}</p>
        <bdi className={cx('max-w-full font-display leading-tight font-bold wrap-anywhere', NAME[nameSize(name)])}>{name}</bdi>
        <bdi className="line-clamp-3 max-w-full text-[3cqw] text-soft wrap-anywhere">{achievementOf(certificate)}</bdi>
        <p className="text-[2.4cqw] text-faint tabular-nums">
          {issued && <span>{formatDate(issued, 'date', zone)} · </span>}
          <span className="font-mono">{idOf(certificate)}</span>
        </p>
      </div>
      <Stamp certificate={certificate} />
    </div>
  )
}

/** Across what does not count. The words beside the sheet say why. */
function Stamp({ certificate: { status } }: { certificate: Certificate }) {
  if (status === 'valid') return null
  return (
    <span aria-hidden className={cx('@container absolute inset-0', status === 'revoked' ? 'text-bad' : 'text-warn')}>
      <span className="absolute end-[7%] bottom-[11%] -rotate-6 rounded-md border-[0.6cqw] border-current bg-surface/90 px-[2.5cqw] py-[1cqw] font-display text-[7cqw] leading-none font-bold uppercase">
        {STANDINGS[status].label}
      </span>
    </span>
  )
}
