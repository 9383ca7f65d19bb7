// The messages that were sent to members, with how far each has come.
import { Button, ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { Progress } from '../kit/Progress'
import { Time } from '../kit/Time'
import { PAGE_SIZE, reachable } from '../lib/paging'
import { useQueryLink } from '../lib/queryState'
import { useMailings, usePause, type Mailing } from './mailQueries'
import { useSite } from '../sessions/SiteProvider'
import { audienceText, EMAILS_DEFAULTS, pageQuery, progressText, readPage, subjectText } from './mailRules'

export function MailingList({ page: raw }: { page: string }) {
  const link = useQueryLink(EMAILS_DEFAULTS)
  const page = readPage(raw)
  const { data } = useMailings(pageQuery(page))
  if (!data || data.total === 0) return null
  const last = Math.ceil(reachable(data.total) / PAGE_SIZE)
  return (
    <Card as="section" aria-labelledby="sent-title" className="mt-6">
      <h2 id="sent-title" className="text-h4">
        Sent messages
      </h2>
      <ul className="mt-4 divide-y divide-line">
        {data.items.map((mailing) => (
          <li key={mailing._id} className="py-4">
            <Row mailing={mailing} />
          </li>
        ))}
      </ul>
      {last > 1 && (
        <p className="mt-4 flex flex-wrap gap-3">
          {page > 1 && <ButtonLink to={link({ sent: String(page - 1) })}>Newer</ButtonLink>}
          {page < last && <ButtonLink to={link({ sent: String(page + 1) })}>Older</ButtonLink>}
        </p>
      )}
    </Card>
  )
}

function Row({ mailing }: { mailing: Mailing }) {
  const link = useQueryLink(EMAILS_DEFAULTS)
  const { run, busy } = usePause(mailing)
  const subject = subjectText(mailing, useSite()?.name ?? '')
  const { _id, sentBy, sentAt, audience, event, total, waiting, paused } = mailing
  const said = progressText(mailing)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium wrap-anywhere">{subject}</p>
        <p className="text-small text-soft wrap-anywhere">
          <span>{`To ${audienceText(audience)}${event ? `, about ${event}` : ''}, by ${sentBy || 'somebody who has left'}, `}</span>
          <Time value={sentAt} shape="dateTime" />
        </p>
        <p role="status" className="mt-1 text-small tabular-nums">
          {said}
        </p>
        {waiting > 0 && <Progress label={`How far ${subject} has come`} value={total - waiting} max={total} text={said} className="mt-2" />}
      </div>
      <div className="flex flex-wrap gap-2">
        {waiting > 0 && (
          <Button size="sm" busy={busy} onClick={() => void run()}>
            <span>
              <span>{paused ? 'Resume' : 'Pause'}</span>
              <span className="sr-only"> {subject}</span>
            </span>
          </Button>
        )}
        <ButtonLink size="sm" to={link({ message: _id })}>
          <span>
            Recipients<span className="sr-only"> of {subject}</span>
          </span>
        </ButtonLink>
      </div>
    </div>
  )
}
