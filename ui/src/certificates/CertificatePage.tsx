// The public page of a certificate, where its link leads.
import { useLocation, useNavigate, useParams } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { ArrowLeft } from '../kit/icons'
import { Container, PageHead } from '../kit/Page'
import { Spinner } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { CertificateTitle } from './CertificateTitle'
import CertificateViewer from './CertificateViewer'
import { useCertificate } from './queries'
import { achievementOf, NO_ID, NOT_FOUND, pageProblem, readId, recipientOf } from './rules'

export default function CertificatePage() {
  const { id: named = '' } = useParams()
  const id = readId(named)
  const { data: certificate, error, isFetching, refetch } = useCertificate(id)
  const problem = error ? readError(error) : undefined
  useDocumentTitle(certificate ? `${recipientOf(certificate)}: ${achievementOf(certificate)}` : problem || !id ? NOT_FOUND : undefined)

  const home = <ButtonLink to={paths.home()}>Return to Home</ButtonLink>
  if (certificate)
    return (
      <Container className="pb-(--section)">
        <Close />
        <PageHead title={<CertificateTitle certificate={certificate} className="text-h2" />} />
        <CertificateViewer heading="h2" certificate={certificate} />
      </Container>
    )
  if (id && !problem)
    return (
      <Container className="grid min-h-dvh place-items-center pb-[30vh]">
        <p role="status" className="appear-late flex items-center gap-3 text-soft">
          <Spinner size="1.5rem" className="text-accent-ink" />
          Loading certificate...
        </p>
      </Container>
    )
  const isFinal = !problem || problem.status === 404 || problem.status === 400 || problem.status === 403
  return (
    <Container className="py-10">
      {isFinal ? (
        <EmptyState
          heading="h1"
          drawing="lost"
          title={NOT_FOUND}
          text={problem ? pageProblem(problem) : NO_ID}
          action={
            <>
              <ButtonLink variant="primary" to={paths.verifyCertificate()}>
                Check another ID
              </ButtonLink>
              {home}
            </>
          }
        />
      ) : (
        <ErrorState heading="h1" message={pageProblem(problem)} onRetry={() => void refetch()} retrying={isFetching} action={home} />
      )}
    </Container>
  )
}

/** Goes back to where the reader came from; from outside the site, to its home page. */
function Close() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <p className="-mb-6 pt-4 print:hidden">
      <button type="button" className="inline-flex min-h-11 items-center gap-2 text-small text-soft hover:text-ink" onClick={() => void (key === 'default' ? navigate(paths.home()) : navigate(-1))}>
        <ArrowLeft aria-hidden size="1.1em" className="rtl:rotate-180" />
        <span>Close</span>
      </button>
    </p>
  )
}
