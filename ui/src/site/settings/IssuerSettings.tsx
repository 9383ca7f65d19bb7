// The issuer of credentials: its id and key, how it is published, whether others reach it, another key.
import { useState } from 'react'
import { IssuerFacts } from '../../credentials/IssuerFacts'
import { useIssuer, useReach, useReplaceKey } from '../../credentials/queries'
import { Button } from '../../kit/Button'
import { FormError } from '../../kit/fields/Field'
import { ConfirmDialog } from '../../kit/layers/Dialog'
import { Loading, SkeletonText } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { readError } from '../../lib/errors'

export function IssuerSettings() {
  const { data, error, isFetching, refetch } = useIssuer()
  const [asking, setAsking] = useState(false)
  const reach = useReach()
  const replace = useReplaceKey(() => setAsking(false))
  if (!data) {
    return error ? (
      <ErrorState message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Loading>
        <SkeletonText lines={6} />
      </Loading>
    )
  }
  return (
    <div className="max-w-160 space-y-6">
      <p className="text-soft">Every certificate and badge is signed with the community’s key, so anybody can check it, even when this site is gone. {data.why}</p>
      <IssuerFacts issuer={data.issuer} keys={[data.key, ...data.earlier]} head={data.head} />
      <div className="flex flex-wrap gap-3">
        {data.isPublished && (
          <Button busy={reach.busy} busyText="Asking…" onClick={reach.ask}>
            Is it reachable?
          </Button>
        )}
        <Button variant="danger" onClick={() => setAsking(true)}>
          Replace the key
        </Button>
      </div>
      <p role="status" className="text-small">
        {reach.error ? readError(reach.error).message : reach.answer?.message}
      </p>
      <FormError>{replace.refusal?.message}</FormError>
      <ConfirmDialog open={asking} onClose={() => setAsking(false)} onConfirm={() => void replace.run()} busy={replace.busy} busyText="Replacing…" title="Replace the key?" confirmLabel="Replace the key">
        {data.isPublished
          ? 'From now on a new key signs. What was signed before stays valid, because this site goes on publishing the old key.'
          : 'From now on a new key signs. Without HTTPS the key is the issuer, so those who know the community by its key must learn the new one. What was signed before stays valid.'}
      </ConfirmDialog>
    </div>
  )
}
