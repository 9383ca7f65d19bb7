// Inviting people: an address or a list, what becomes of each row, and the invitations with how they stand.
import { useState } from 'react'
import { AdminPage } from '../admin/AdminPage'
import { INVITE_INPUT } from '../api/forms'
import { Button } from '../kit/Button'
import { Card } from '../kit/Card'
import { Chip, type Tone } from '../kit/Chip'
import { FormError } from '../kit/fields/Field'
import { TextArea } from '../kit/fields/TextArea'
import { useForm } from '../kit/fields/useForm'
import { toast } from '../kit/layers/Toast'
import { Pagination } from '../kit/Pagination'
import { Table, type Column } from '../kit/Table'
import { Time } from '../kit/Time'
import { lastPage, LAST_PAGE, PAGE_SIZE, reachable, pageNumber } from '../lib/paging'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { Address } from '../members/Address'
import { PastEnd } from '../admin/PastEnd'
import { useInvitations, useInvite, usePreviewInvitations, useWithdraw, type Invitation, type InviteRow } from './invitationQueries'

const DEFAULTS = { page: '1' }
const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString()} people`)

export default function InvitePage() {
  useDocumentTitle('Invite · Admin')
  return (
    <AdminPage wide title="Invite" lead="Nobody is a member before their first sign-in, and nobody gets a second invitation.">
      <InviteForm />
      <Invitations />
    </AdminPage>
  )
}

function InviteForm() {
  const { run: look } = usePreviewInvitations()
  const { run: invite } = useInvite()
  const { run: withdraw } = useWithdraw()
  const [seen, setSeen] = useState<{ list: string; rows: InviteRow[]; count: number }>()
  const form = useForm<{ list: string }, 'preview' | 'invite'>({
    name: 'invite',
    initial: { list: '' },
    main: 'preview',
    check: ({ list }): Record<string, string> => (list.trim() ? {} : { list: 'Write an address, or a list of names and addresses' }),
    async send({ list }, what) {
      if (what === 'preview') {
        const outcome = await look(list)
        if (!outcome?.ok) return outcome
        setSeen({ list, ...outcome.data })
        return undefined
      }
      const outcome = await invite(list)
      if (!outcome?.ok) return outcome
      const { invitations, message } = outcome.data
      setSeen(undefined)
      toast(message, { undo: () => void withdraw(invitations) })
      return outcome
    },
  })
  // What is typed afterwards is not what was looked at.
  const preview = seen?.list === form.values.list ? seen : undefined
  const read = async (file: File | undefined) => {
    if (file) form.set({ list: await file.text() })
  }
  return (
    <Card as="section" aria-labelledby="invite-title">
      <h2 id="invite-title" className="text-h4">
        Invite people
      </h2>
      <form {...form.props} className="mt-4 space-y-4">
        <TextArea
          label="Addresses"
          hint="One address, or a list with one person in each line: name, address. A CSV file fits as it is."
          rows={6}
          limit={INVITE_INPUT.list}
          placeholder="Ada Lovelace, ada@example.org"
          autoComplete="off"
          {...form.text('list')}
        />
        <label htmlFor="invite-file" className="flex flex-wrap items-center gap-3 text-small">
          Or read a file
          <input id="invite-file" type="file" accept=".csv,.txt,text/csv,text/plain" className="min-h-11 max-w-full content-center text-soft file:me-3 file:min-h-9 file:cursor-pointer file:rounded-md file:border file:border-strong file:bg-surface file:px-3 file:font-medium file:text-ink" onChange={({ target }) => void read(target.files?.[0])} />
        </label>
        <FormError>{form.problem}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant={preview ? 'secondary' : 'primary'} busy={form.work === 'preview'} busyText="Checking…">
            Check the list
          </Button>
          {preview && preview.count > 0 && (
            <Button variant="primary" busy={form.work === 'invite'} busyText="Inviting…" onClick={form.submitAs('invite')}>
              {`Invite ${people(preview.count)}`}
            </Button>
          )}
        </div>
        {preview && <Rows rows={preview.rows} count={preview.count} />}
      </form>
    </Card>
  )
}

function Rows({ rows, count }: { rows: InviteRow[]; count: number }) {
  return (
    <section aria-label="Preview">
      <p role="status" className="mb-2 text-small font-medium">{count > 0 ? `${people(count)} will get an invitation.` : 'There is nobody to invite in this list.'}</p>
      <ul aria-label="What becomes of each row" tabIndex={0} className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line text-small">
        {rows.map(({ name, email, outcome, label }, at) => (
          <li key={`${at} ${email}`} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              {name && <bdi className="me-2 inline-block font-medium">{name}</bdi>}
              {email && <span className="inline-block"><Address email={email} /></span>}
            </span>
            <Chip tone={outcome === 'invited' ? 'good' : outcome === 'no_address' ? 'bad' : 'neutral'}>{label}</Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATES: Record<string, { label: string; tone: Tone }> = {
  pending: { label: 'Leaves soon', tone: 'info' },
  waiting: { label: 'Waits for the mail server', tone: 'info' },
  sent: { label: 'Sent', tone: 'info' },
  failed: { label: 'Not sent', tone: 'bad' },
  joined: { label: 'Has joined', tone: 'good' },
  withdrawn: { label: 'Taken back', tone: 'neutral' },
  declined: { label: 'Wants none', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
}

const COLUMNS: Column<Invitation>[] = [
  {
    key: 'who',
    header: 'Person',
    primary: true,
    cell: ({ name, email }) => (
      <span className="wrap-anywhere">
        {name && <span className="block"><bdi>{name}</bdi></span>}
        <span className="text-small font-normal">{email ? <Address email={email} /> : 'Address no longer kept'}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, reason }) => (
      <span className="inline-block max-w-80">
        <Chip tone={STATES[state]?.tone}>{STATES[state]?.label ?? state}</Chip>
        {reason !== '' && <span className="mt-1 block text-caption wrap-anywhere">{reason}</span>}
      </span>
    ),
  },
  { key: 'by', header: 'Invited by', cell: ({ invitedBy }) => <bdi>{invitedBy || 'Somebody who has left'}</bdi> },
  { key: 'at', header: 'When', cell: ({ invitedAt }) => <Time value={invitedAt} shape="dateTime" /> },
  { key: 'actions', header: 'Actions', buttons: true, cell: (row) => <Undo invitation={row} /> },
]

function Undo({ invitation: { _id, state, email } }: { invitation: Invitation }) {
  const { run, busy } = useWithdraw()
  if (state !== 'pending' && state !== 'waiting') return null
  return (
    <Button size="sm" busy={busy} onClick={() => void run([_id])}>
      <span>
        Undo<span className="sr-only">{` the invitation of ${email}`}</span>
      </span>
    </Button>
  )
}

function Invitations() {
  const [raw] = useQueryState(DEFAULTS)
  const page = Math.min(pageNumber(raw.page), LAST_PAGE)
  const { data, isPlaceholderData } = useInvitations({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE || undefined })
  if (data && !isPlaceholderData && data.items.length === 0 && page > lastPage(data.total)) return <PastEnd page={page} last={lastPage(data.total)} />
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby="invitations-title" className="mt-8">
      <h2 id="invitations-title" className="mb-4 text-h4">
        Invitations
      </h2>
      <Table caption={`Invitations, page ${page}`} columns={COLUMNS} rows={data.items} rowKey={({ _id }) => _id} />
      <Pagination page={page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of invitations" />
    </section>
  )
}
