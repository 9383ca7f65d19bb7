// The mail server: whether there is one, a test of it, and how many mails to many leave in a minute.
import { useState } from 'react'
import { useMailState } from '../admin/queries'
import { MAX_MAILS_PER_MINUTE } from '../api/forms'
import { Button } from '../kit/Button'
import { Card } from '../kit/Card'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { Skeleton } from '../kit/Skeleton'
import { cx } from '../lib/cx'
import { useSetRate, useTestServer } from './mailQueries'

export function MailServer() {
  const { data } = useMailState()
  const { run, busy } = useTestServer()
  const [said, setSaid] = useState<{ accepted: boolean; message: string }>()
  const test = async () => {
    const outcome = await run()
    if (outcome) setSaid(outcome.ok ? outcome.data : { accepted: false, message: outcome.message })
  }
  if (!data) return <Skeleton className="h-72 md:h-44" />
  return (
    <Card as="section" aria-labelledby="server-title" className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      <div>
        <h2 id="server-title" className="text-h4">
          Mail server
        </h2>
        <p className={cx('mt-1 text-small', data.isOn ? 'mb-4 text-soft' : 'text-warn')}>{data.isOn ? 'A test goes to you at once, before everything that waits.' : 'No mail server is configured. Mails wait until there is one.'}</p>
        {data.isOn && (
          <Button busy={busy} busyText="Testing…" onClick={() => void test()}>
            Test the server
          </Button>
        )}
        <p role="status" className={cx('text-small wrap-anywhere', said && 'mt-3', said && !said.accepted && 'text-bad')}>
          {said?.message}
        </p>
      </div>
      <Rate mailsPerMinute={data.mailsPerMinute} />
    </Card>
  )
}

function Rate({ mailsPerMinute }: { mailsPerMinute: number }) {
  const { run } = useSetRate()
  const form = useForm({
    initial: { mailsPerMinute: String(mailsPerMinute) },
    check: ({ mailsPerMinute: typed }): Record<string, string> =>
      /^\d+$/.test(typed.trim()) && Number(typed) <= MAX_MAILS_PER_MINUTE ? {} : { mailsPerMinute: `A whole number up to ${MAX_MAILS_PER_MINUTE.toLocaleString()}; 0 for no limit` },
    send: ({ mailsPerMinute: typed }) => run(Number(typed)),
  })
  return (
    <form {...form.props} className="flex flex-wrap items-start gap-3">
      <TextField label="Bulk mails per minute" hint="0 for no limit. Mails to one person never wait for it." inputMode="numeric" autoComplete="off" className="min-w-0 flex-1 basis-52" {...form.text('mailsPerMinute')} />
      <Button type="submit" className="mt-[1.775rem]" busy={form.busy} busyText="Saving…">
        Save
      </Button>
    </form>
  )
}
