// A certificate over the profile that lists it.
import { Dialog } from '../kit/layers/Dialog'
import { Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { CertificateTitle } from './CertificateTitle'
import CertificateViewer from './CertificateViewer'
import { useCertificate } from './queries'
import { NOT_FOUND, pageProblem } from './rules'

export default function CertificateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useCertificate(id)
  const problem = error ? readError(error) : undefined
  return (
    <Dialog wide open onClose={onClose} title={data ? <CertificateTitle certificate={data} /> : problem ? NOT_FOUND : 'Certificate'}>
      <div className="mt-5">
        {data ? (
          <CertificateViewer certificate={data} />
        ) : problem ? (
          <ErrorState title="It cannot be shown" message={pageProblem(problem)} onRetry={problem.status === 404 || problem.status === 403 ? undefined : () => void refetch()} retrying={isFetching} />
        ) : (
          <div role="status">
            <p className="mb-4 text-soft">Loading certificate...</p>
            <Skeleton className="aspect-[1.414/1] w-full rounded-sm! lg:w-[63%]" />
          </div>
        )}
      </div>
    </Dialog>
  )
}
