// For a project that is in review again: the last decision with its reason, and what has changed since, field by field.
import type { ReactNode } from 'react'
import type { components } from '../../api/schema'
import { Card } from '../../kit/Card'
import { Linked } from '../../kit/Linked'
import { ErrorState } from '../../kit/States'
import { Time } from '../../kit/Time'
import { useCategoryLabel } from '../useCategories'
import type { Project, useEarlierReview } from './queries'
import { clipped, fieldLabel, LISTS } from './rules'

type Change = components['schemas']['FieldChange']
type Piece = components['schemas']['Piece']

/** The page waits for its answer, so that nothing moves when it comes. */
export function EarlierReview({ project, review }: { project: Project; review: ReturnType<typeof useEarlierReview> }) {
  const { data, isError, isFetching, refetch } = review
  if (isError) return <ErrorState message="Failed to load the earlier review" onRetry={() => void refetch()} retrying={isFetching} />
  const earlier = data?.earlier
  if (!earlier) return null
  return (
    <Card as="section" aria-labelledby="earlier" className="space-y-5 sm:p-6">
      <div>
        <h2 id="earlier" className="text-h3">
          Submitted again
        </h2>
        <p className="mt-1 text-small text-soft">
          <span>{earlier.status}</span>
          {earlier.decidedBy && (
            <span>
              {' by '}
              <bdi>{earlier.decidedBy}</bdi>
            </span>
          )}
          <span>
            {' on '}
            <Time value={earlier.decidedAt} shape="dateTime" />
          </span>
        </p>
      </div>
      {earlier.rejectionReason && (
        <div className="rounded-md bg-bad-tint px-4 py-3 text-small text-bad">
          <p className="font-medium">The reason then</p>
          <p dir="auto" className="mt-1 whitespace-pre-wrap">
            <Linked text={earlier.rejectionReason} />
          </p>
        </div>
      )}
      <div>
        <h3 className="text-h4">What has changed since</h3>
        {earlier.changes.length === 0 ? (
          <p className="mt-2 text-soft">Nothing has changed.</p>
        ) : (
          <dl className="mt-3 space-y-4">
            {earlier.changes.map((change) => (
              <div key={change.field}>
                <dt className="mb-1 text-caption text-faint">{fieldLabel(change.field)}</dt>
                <dd>
                  {change.field === 'pictures' ? (
                    <Pictures change={change} project={project} fresh={earlier.newPictures} />
                  ) : LISTS.has(change.field) ? (
                    <Entries change={change} />
                  ) : (
                    <Words change={change} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Card>
  )
}

const LOOK = 'rounded-sm px-0.5 [overflow-wrap:anywhere]'

/** A piece, marked by more than colour. */
function Marked({ piece: { kind }, children }: { piece: Piece; children: ReactNode }) {
  if (kind === 'added')
    return (
      <ins className={`${LOOK} bg-good-tint text-good decoration-1 underline-offset-3`}>
        <span className="sr-only">added: </span>
        {children}
      </ins>
    )
  if (kind === 'removed')
    return (
      <del className={`${LOOK} bg-bad-tint text-bad`}>
        <span className="sr-only">removed: </span>
        {children}
      </del>
    )
  return <span>{children}</span>
}

function Words({ change: { field, pieces } }: { change: Change }) {
  const categoryLabel = useCategoryLabel()
  return (
    <p dir="auto" className="max-w-measure whitespace-pre-wrap">
      {pieces.map((piece, at) => (
        <Marked key={at} piece={piece}>
          {field === 'category' ? categoryLabel(piece.text) : piece.kind === 'same' ? clipped(piece.text, at === 0, at === pieces.length - 1) : piece.text}
        </Marked>
      ))}
    </p>
  )
}

function Entries({ change: { pieces } }: { change: Change }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {pieces.map((piece, at) => (
        <li key={at}>
          <Marked piece={piece}>
            <bdi>{piece.text}</bdi>
          </Marked>
        </li>
      ))}
    </ul>
  )
}

/** Removed pictures are gone, so only their descriptions are known. */
function Pictures({ change: { pieces }, project, fresh }: { change: Change; project: Project; fresh: string[] }) {
  const added = project.pictures.filter((picture) => fresh.includes(picture._id))
  const told = pieces.filter(({ kind }) => kind !== 'same').map((piece) => ({ ...piece, text: piece.text || 'a picture without a description' }))
  return (
    <div className="space-y-3">
      {told.length > 0 ? <Entries change={{ field: 'pictures', pieces: told }} /> : <p>They have another order.</p>}
      {added.length > 0 && (
        <ul aria-label="New pictures" className="flex flex-wrap gap-3">
          {added.map((picture) => (
            <li key={picture._id}>
              <img src={picture.cardUrl} alt={picture.alt} className="aspect-[16/10] w-40 rounded-md border border-line object-cover" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
