// A legal text of the community's own, in place of the one that comes with the program.
import { $api } from '../api/query'
import { Link } from '../kit/Link'
import { Markdown } from '../kit/Markdown'
import { Container, PageHead } from '../kit/Page'
import { Loading, SkeletonText } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { Time } from '../kit/Time'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'

export function OwnLegalText({ name, title, also }: { name: 'terms' | 'privacy'; title: string; also: { to: string; label: string } }) {
  useDocumentTitle(title)
  const { data, error, isFetching, refetch } = $api.useQuery('get', '/api/site/texts/{name}', { params: { path: { name } } })
  return (
    <Container narrow className="min-h-dvh pb-20">
      <PageHead title={title}>
        <p className="mt-4 text-small text-faint">
          {data && (
            <span>
              Last changed on <Time value={data.changedOn} />.{' '}
            </span>
          )}
          <span>See also our </span>
          <Link to={also.to}>{also.label}</Link>
          <span>.</span>
        </p>
      </PageHead>
      <div className="border-t border-line pt-8">
        {data ? (
          <Markdown html={data.html} />
        ) : error ? (
          <ErrorState message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Loading label="Loading…">
            <SkeletonText lines={8} />
          </Loading>
        )}
      </div>
    </Container>
  )
}
