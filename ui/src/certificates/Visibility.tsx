// The recipient's choice of who sees the certificate.
import { client } from '../api/client'
import { keysOf } from '../api/keys'
import { unwrap } from '../api/query'
import { useChange } from '../api/useChange'
import { Switch } from '../kit/fields/Toggles'
import { toast } from '../kit/layers/Toast'
import { lookUp, type Certificate } from './queries'

export default function Visibility({ certificate: { certificateId, isPrivate } }: { certificate: Certificate }) {
  const { queryKey } = lookUp(certificateId)
  const { run, input } = useChange({
    call: (isPrivate: boolean) => unwrap(client.PUT('/api/certificates/{certificateId}/visibility', { params: { path: { certificateId } }, body: { isPrivate } })),
    renews: [queryKey],
    touches: keysOf('/api/users/profile', '/api/users/{id}', '/api/admin/certificates'),
    answered: (queries, { certificate }) => queries.setQueryData(queryKey, certificate),
    onDone: ({ message }) => toast(message),
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to change who sees this certificate',
  })
  return (
    <Switch
      label="Private"
      hint="Only you and the admins see a private certificate. Nobody else can verify it."
      checked={input ?? isPrivate}
      onChange={(event) => void run(event.target.checked)}
      className="rounded-md border border-line px-4 py-2 print:hidden"
    />
  )
}
