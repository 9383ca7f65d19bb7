// The export: one press makes a copy of the database and downloads it.
import { Button } from '../../kit/Button'
import { FormError } from '../../kit/fields/Field'
import { Download } from '../../kit/icons'
import { useExport } from './queries'

export function ExportSettings() {
  const { run, busy, refusal } = useExport()
  return (
    <div className="max-w-160 space-y-5">
      <p className="text-soft">
        The whole community is one file. An export is a copy of it as it is at this moment, while the site keeps running. It opens with this program on any machine: <code>community serve --database FILE</code>
      </p>
      <ul className="list-disc space-y-1 ps-5 text-small text-soft">
        <li>It holds everything that members told the site, their e-mail addresses too. Keep it as safe as the server.</li>
        <li>It holds no sessions, no sign-in links, no keys, and no text of mails. Whoever has it cannot act as a member here.</li>
        <li>Members who subscribe to their own calendar get a new address where it is served.</li>
        <li>
          On the server, <code>community export FILE</code> makes a complete copy, and with <code>--shareable</code> the one from here.
        </li>
      </ul>
      <FormError>{refusal?.message}</FormError>
      <Button variant="primary" busy={busy} busyText="Making the copy…" onClick={() => void run()} icon={<Download aria-hidden size="1.1em" />}>
        Export the community
      </Button>
    </div>
  )
}
