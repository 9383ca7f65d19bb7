// The public page of a badge: what it was given for, to whom, when, by which rule.
import { useParams } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { CopyButton, ShareButton } from '../kit/CopyButton'
import { Download } from '../kit/icons'
import { Link } from '../kit/Link'
import { Container } from '../kit/Page'
import { Spinner } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { useSite } from '../sessions/SiteProvider'
import { BadgeFacts } from './BadgeFacts'
import { BadgeImage } from './BadgeImage'
import { BadgeLadder } from './BadgeLadder'
import { useBadge, type Badge } from './queries'
import { familyName, levelText } from './rules'

const NOT_FOUND = 'Badge Not Found'

export default function BadgePage() {
  const { id = '' } = useParams()
  const { data: badge, error, isFetching, refetch } = useBadge(id)
  const problem = error ? readError(error) : undefined
  const isMissing = problem?.status === 404
  useDocumentTitle(badge ? `${badge.name}: ${badge.issuedTo.name}` : isMissing ? NOT_FOUND : undefined)

  const home = <ButtonLink to={paths.home()}>Return to Home</ButtonLink>
  if (badge) return <Shown badge={badge} />
  if (!problem)
    return (
      <Container className="grid min-h-dvh place-items-center pb-[30vh]">
        <p role="status" className="appear-late flex items-center gap-3 text-soft">
          <Spinner size="1.5rem" className="text-accent-ink" />
          Loading badge…
        </p>
      </Container>
    )
  return (
    <Container className="py-10">
      {isMissing ? (
        <EmptyState heading="h1" drawing="medal" title={NOT_FOUND} text="The requested badge does not exist." action={home} />
      ) : (
        <ErrorState heading="h1" message="Unable to load badge. Please try again later." onRetry={() => void refetch()} retrying={isFetching} action={home} />
      )}
    </Container>
  )
}

function Shown({ badge }: { badge: Badge }) {
  const site = useSite()
  const { name, badgeType, level, description, issuedTo, shareableLink } = badge
  const look = { size: 'sm' as const, copiedLabel: 'Copied!' }
  return (
    <Container className="pb-(--section)">
      <div className="grid items-start gap-x-14 gap-y-8 pt-10 md:grid-cols-[minmax(16rem,2fr)_3fr] md:pt-14">
        <div className="grid place-items-center rounded-lg border border-line bg-sunken p-8 md:p-12">
          <BadgeImage family={badgeType} level={level} size={512} className="h-auto w-full max-w-56 md:max-w-80" />
        </div>
        <div className="min-w-0">
          <p className="text-small font-medium text-soft">{`${familyName(badgeType)} · ${levelText(level)}`}</p>
          <h1 className="mt-2 wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <p dir="auto" className="mt-3 max-w-measure text-lead whitespace-pre-line text-soft wrap-anywhere">
            {description}
          </p>
          <BadgeFacts badge={badge} className="mt-8 grid gap-x-8 gap-y-5 sm:grid-cols-2" />
          <div className="mt-8 flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-2 print:hidden">
            <ShareButton variant="primary" title={name} text={`${issuedTo.name} earned the badge ${name}${site ? ` at ${site.name}` : ''}.`} url={shareableLink} {...look} />
            <CopyButton text={shareableLink} {...look} />
            <div className="flex basis-full flex-wrap gap-3 max-sm:contents">
              {['image.png', 'credential.json'].map((file, at) => (
                <ButtonLink key={file} size="sm" href={`/api/badges/${badge._id}/${file}`} download icon={<Download aria-hidden size="1.1em" />}>
                  {at === 0 ? 'Download PNG' : 'Download JSON'}
                </ButtonLink>
              ))}
            </div>
          </div>
          <p className="mt-3 max-w-measure text-small text-soft print:hidden">
            <span>The picture and the JSON file hold a signature. Whoever gets one can drop it on </span>
            <Link to={paths.verify(paths.badge(badge._id))}>Verify a file</Link>
            <span> to see whether it is genuine.</span>
          </p>
        </div>
      </div>
      <BadgeLadder family={badgeType} level={level} />
    </Container>
  )
}
