// The log of all that was issued and revoked: its head, what it says of one credential, and whether it only grew. The proofs
// are checked here, not by the server that gives them.
import type { ReactNode } from 'react'
import { Link } from '../kit/Link'
import { Container, PageHead } from '../kit/Page'
import { Loading, SkeletonText } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { FindInLog } from './log/FindInLog'
import { Growth } from './log/Growth'
import { HeadFacts } from './log/HeadFacts'
import { useTransparency } from './queries'

export default function TransparencyPage() {
  useDocumentTitle('Transparency log')
  const { data, error, isFetching, refetch } = useTransparency()
  return (
    <Container narrow className="min-h-dvh pb-20">
      <PageHead
        title="Transparency log"
        lead="Every certificate and badge that this community issues or revokes is written into a log that can only grow. Nobody can slip one in under an older date, or take one out, without being found out by anybody who kept an older head."
      />
      {data ? (
        <>
          {data.head ? (
            <div className="space-y-12">
              <Part title="The log today" lead="The head stands for all entries: one number that changes with every one of them. Keep it, and you can ask later whether anything before it was changed.">
                <HeadFacts head={data.head} keys={data.keys.map(({ multikey }) => multikey)} />
              </Part>
              <Part title="Is a certificate in it?" lead="Choose the file of a certificate or a badge. It does not leave your device; only its fingerprint is looked up.">
                <FindInLog />
              </Part>
              <Part title="Did it only grow?" lead="Choose two heads. The proof shows that everything under the smaller one is still there, unchanged and in its order, under the larger one.">
                <Growth last={data.head.size} />
              </Part>
            </div>
          ) : (
            <p className="text-soft">Nothing has been issued yet.</p>
          )}
          <p className="mt-12 max-w-measure text-small text-soft">
            <span>The log holds no names: an entry says when something happened to which fingerprint. The tree is that of RFC 9162. To see whether a file is genuine, </span>
            <Link to={paths.verify()}>verify it</Link>
            <span>.</span>
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

function Part({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-h3">{title}</h2>
      <p className="mt-2 mb-5 max-w-measure text-soft">{lead}</p>
      {children}
    </section>
  )
}
