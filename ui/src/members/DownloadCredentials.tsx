// Brings all certificates and badges of the signed-in member home, in one file.
import { Button } from '../kit/Button'
import { Download } from '../kit/icons'
import { useDownloadCredentials } from './queries'

export function DownloadCredentials() {
  const { run, busy } = useDownloadCredentials()
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-72 text-small text-soft">Your certificates and badges are signed: anybody can check them, also without this site.</p>
      <Button size="sm" busy={busy} busyText="Packing…" onClick={() => void run()} icon={<Download aria-hidden size="1.1em" />}>
        Download all
      </Button>
    </div>
  )
}
