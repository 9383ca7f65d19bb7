// Says whether a certificate is real, and shows what must be on it, so that a forged one is found out.
import { CircleAlert, CircleCheck, Clock } from '../kit/icons'
import { Link } from '../kit/Link'
import { Optional } from '../kit/Optional'
import { Container, PageHead } from '../kit/Page'
import { Skeleton, Spinner } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { readError } from '../lib/errors'
import { part } from '../lib/part'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { CertificateFacts, PICTURE, WITH_PICTURE } from './CertificateFacts'
import { StandingChip, StandingNotice } from './CertificateStanding'
import { useCertificate, type Certificate } from './queries'
import { achievementOf, readId, recipientOf, verifyProblem } from './rules'
import { VerifyForm } from './VerifyForm'

// Not needed before there is something to show.
const CertificateViewer = part(() => import('./CertificateViewer'))

const DEFAULTS = { id: '' }

export default function VerifyPage() {
  useDocumentTitle('Verify a certificate')
  const [raw, set] = useQueryState(DEFAULTS)
  const id = readId(raw.id)
  const { data, error, isFetching, refetch } = useCertificate(id)
  // Of something that holds no id, there is nothing to ask.
  const problem = error ? readError(error) : raw.id.trim() && !id ? { status: 404, message: '' } : undefined
  const wrong = problem && verifyProblem(problem)
  return (
    <Container className="pb-(--section)">
      <PageHead title="Verify a certificate" lead="Type the ID on a certificate, or scan its code. This page then shows what must be printed on it." />
      <VerifyForm
        id={id || raw.id.trim()}
        busy={isFetching}
        onId={(next) => {
          if (next === id) void refetch()
          else set({ id: next }, { push: true })
        }}
      />
      <p className="mt-3 text-small text-soft">
        <span>You have the file, or a certificate of another community? </span>
        <Link to={paths.verify()}>Verify the file</Link>
      </p>
      <p role="status" className="sr-only">
        {data && !wrong ? `${VERDICTS[data.status].title} ${recipientOf(data)}, ${achievementOf(data)}.` : ''}
      </p>
      {wrong?.passes ? (
        <ErrorState title={wrong.title} message={wrong.text} onRetry={() => void refetch()} retrying={isFetching} className="mt-6" />
      ) : wrong ? (
        <div role="alert" className="mt-6">
          <EmptyState drawing="search" title={wrong.title} text={wrong.text} />
        </div>
      ) : data ? (
        <section aria-label="Result" className={cx('mt-8', WITH_PICTURE)}>
          <Verdict certificate={data} />
          <Optional loading={<Skeleton className={cx('aspect-[1.414/1] rounded-sm!', PICTURE)} />}>
            <CertificateViewer verifies certificate={data} />
          </Optional>
        </section>
      ) : (
        id && (
          <p role="status" className="appear-late mt-10 flex items-center gap-3 text-soft">
            <Spinner size="1.5rem" className="text-accent-ink" />
            Loading certificate...
          </p>
        )
      )}
    </Container>
  )
}

const VERDICTS = {
  valid: { title: 'This certificate is valid.', tone: 'border-s-good text-good', icon: CircleCheck },
  pending: { title: 'This certificate is not valid yet.', tone: 'border-s-warn text-warn', icon: Clock },
  revoked: { title: 'This certificate is not valid.', tone: 'border-s-bad text-bad', icon: CircleAlert },
} as const

function Verdict({ certificate }: { certificate: Certificate }) {
  const { title, tone, icon: Icon } = VERDICTS[certificate.status]
  return (
    <div className={cx('min-w-0 rounded-lg border border-s-4 border-line bg-surface p-5 lg:col-start-2', tone)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="flex items-center gap-2.5 text-h3">
          <Icon aria-hidden size="1.3em" className="shrink-0" />
          {title}
        </h2>
        <StandingChip status={certificate.status} />
      </div>
      <div className="mt-3 space-y-3 text-ink empty:hidden">
        <StandingNotice certificate={certificate} />
      </div>
      <CertificateFacts certificate={certificate} className="mt-4 grid gap-x-8 gap-y-3 text-ink sm:grid-cols-2 lg:grid-cols-1" />
      {certificate.status === 'valid' && <p className="mt-4 text-small text-soft">Compare this with the certificate in front of you. If the name, the achievement or the date differs, that one is forged.</p>}
    </div>
  )
}
