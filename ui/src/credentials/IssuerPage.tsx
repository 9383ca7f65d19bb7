// Who signs the certificates and badges of this community, for people who check one. Programs get the same address as JSON-LD.
import { Link } from '../kit/Link'
import { Container, PageHead } from '../kit/Page'
import { Loading, SkeletonText } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { IssuerFacts } from './IssuerFacts'
import { useTransparency } from './queries'

export default function IssuerPage() {
  useDocumentTitle('Issuer')
  const { data, error, isFetching, refetch } = useTransparency()
  return (
    <Container narrow className="min-h-dvh pb-20">
      <PageHead title="Issuer" lead="Every certificate and badge of this community is signed. With the key below, anybody can check the signatures, even without this site." />
      {data ? (
        <>
          <IssuerFacts issuer={data.issuer} keys={data.keys} head={data.head} />
          <p className="mt-8 text-small text-soft">
            <Link to={paths.transparency()}>The log</Link> lists every credential that was issued or revoked, without names, and only grows. Whoever keeps its head can tell later whether anything was changed. To see whether a certificate or a badge is genuine,{' '}
            <Link to={paths.verify()}>verify its file</Link>.
          </p>
        </>
      ) : error ? (
        <ErrorState message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading>
          <SkeletonText lines={6} />
        </Loading>
      )}
    </Container>
  )
}
