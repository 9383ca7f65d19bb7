// What admins see of one badge, with its link to share.
import { useId } from 'react'
import { ButtonLink } from '../kit/Button'
import { CopyButton } from '../kit/CopyButton'
import { Dialog } from '../kit/layers/Dialog'
import { Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { paths } from '../paths'
import { BadgeFacts } from './BadgeFacts'
import { BadgeImage } from './BadgeImage'
import { useBadge, type Badge } from './queries'
import { familyName, levelText } from './rules'

/** Milliseconds for which it says that the link was copied. */
const COPIED = 5000

export function BadgeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useBadge(id)
  const problem = error ? readError(error) : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={<bdi>{data?.name ?? 'Badge'}</bdi>}
      footer={data && <ButtonLink to={paths.badge(data._id)}>View Public Page</ButtonLink>}
    >
      {data ? (
        <Details badge={data} />
      ) : problem ? (
        <ErrorState heading="h3" message={problem.status === 404 ? 'The requested badge does not exist.' : 'Failed to load badges'} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}

function Details({ badge }: { badge: Badge }) {
  const share = useId()
  const { badgeType, level, description, shareableLink } = badge
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-5">
        <BadgeImage family={badgeType} level={level} size={128} />
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-small font-medium text-soft">{`${familyName(badgeType)} · ${levelText(level)}`}</p>
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {description}
          </p>
        </div>
      </div>
      <BadgeFacts badge={badge} className="grid gap-x-6 gap-y-4 sm:grid-cols-2" />
      <div>
        <label htmlFor={share} className="mb-1.5 block text-small font-medium">
          Shareable link
        </label>
        <input id={share} readOnly value={shareableLink} className="control font-mono text-caption" onFocus={(event) => event.target.select()} />
        <div className="mt-2">
          <CopyButton size="sm" text={shareableLink} copiedLabel="Link copied to clipboard!" duration={COPIED} />
        </div>
      </div>
    </div>
  )
}
