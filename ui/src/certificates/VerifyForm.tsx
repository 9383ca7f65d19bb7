// Where the id of a certificate is typed, pasted or scanned.
import { useState } from 'react'
import { Button } from '../kit/Button'
import { TextField } from '../kit/fields/TextField'
import { QrCode, X } from '../kit/icons'
import { Optional } from '../kit/Optional'
import { Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { part } from '../lib/part'
import { readId } from './rules'

const Scanner = part(() => import('../events/door/Scanner'))

type VerifyFormProps = {
  /** The id in the address. */
  id: string
  busy: boolean
  onId: (id: string) => void
}

export function VerifyForm({ id, busy, onId }: VerifyFormProps) {
  const [typed, setTyped] = useState(id)
  const [seen, setSeen] = useState(id)
  const [scans, setScans] = useState(false)
  // Back and Forward bring the id along.
  if (seen !== id) {
    setSeen(id)
    setTyped(id)
  }
  const take = (text: string) => {
    // An empty field does nothing.
    if (!text.trim()) return
    setTyped(readId(text) || text.trim())
    onId(readId(text) || text.trim())
  }
  return (
    <div className="no-print max-w-140">
      <form
        role="search"
        aria-label="Certificates by ID"
        onSubmit={(event) => {
          event.preventDefault()
          take(typed)
        }}
        className="flex flex-wrap items-end gap-3"
      >
        <TextField
          label="Certificate ID"
          placeholder="CERT-BV-123456789012"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          className="min-w-0 flex-1 basis-64"
        />
        <Button type="submit" variant="primary" busy={busy} busyText="Verifying...">
          Verify
        </Button>
      </form>
      <p className="mt-2 text-caption text-faint">Spaces and case do not matter. The link of a certificate works too.</p>
      <Button variant="quiet" className="-ms-3 mt-2" aria-expanded={scans} onClick={() => setScans(!scans)} icon={scans ? <X aria-hidden size="1.1em" /> : <QrCode aria-hidden size="1.1em" />}>
        {scans ? 'Close the camera' : 'Scan the QR code'}
      </Button>
      {scans && (
        <div className="mt-3">
          <Optional
            loading={<Skeleton className="h-44 rounded-lg!" />}
            instead={(retry) => <ErrorState heading="h2" message="The scanner did not load. Type the ID instead." onRetry={retry} />}
          >
            <Scanner
              starts
              instead="Type the ID that is printed beside the code instead."
              onCode={(code) => {
                setScans(false)
                take(code)
              }}
            />
          </Optional>
        </div>
      )}
    </div>
  )
}
