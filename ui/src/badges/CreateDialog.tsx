// Gives a badge to one member, or to many at once, with an outcome for each.
import { useId, useState } from 'react'
import { Picked } from '../admin/Picked'
import { BADGE_INPUT } from '../api/forms'
import type { Origin } from '../certificates/adminRules'
import { OriginSearch } from '../certificates/OriginSearch'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { SelectField } from '../kit/fields/SelectField'
import { TextArea } from '../kit/fields/TextArea'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { Dialog } from '../kit/layers/Dialog'
import { toast } from '../kit/layers/Toast'
import { Progress } from '../kit/Progress'
import type { Member } from '../members/MemberSearch'
import { useGive, type BadgesGiven } from './adminQueries'
import { EMPTY, faultsOf, fieldsOf, groupsOf, inputOf, LEVEL_CHOICES, membersText, originOf, TYPE_CHOICES, type BadgeDraft } from './adminRules'
import { BadgeImage } from './BadgeImage'
import { Outcomes } from './Outcomes'
import { Recipients } from './Recipients'

/** What another page has chosen for the form. */
export type Gift = { origin: Origin; recipients: Member[] }

type CreateProps = { open: boolean; /** Who comes from an event gives an event badge for it. */ gift?: Gift; onClose: () => void }

export function CreateDialog({ open, gift, onClose }: CreateProps) {
  const id = useId()
  const { run } = useGive()
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [outcomes, setOutcomes] = useState<BadgesGiven['outcomes']>()
  const close = () => {
    setOutcomes(undefined)
    onClose()
  }
  const form = useForm<BadgeDraft>({
    name: gift ? `badge/${gift.origin._id}` : 'badge',
    initial: gift ? { ...EMPTY, badgeType: 'event', ...gift } : EMPTY,
    check: faultsOf,
    async send(draft) {
      const isOne = draft.recipients.length === 1
      const all: BadgesGiven['outcomes'] = []
      try {
        for (const group of groupsOf(draft.recipients)) {
          if (!isOne) setProgress({ done: all.length, of: draft.recipients.length })
          const outcome = await run(inputOf(draft, group))
          // Whoever got the badge before a failure is told so when the rest is sent again.
          if (!outcome?.ok) return outcome && { ...outcome, fields: fieldsOf(outcome.fields), message: outcome.message || 'Failed to create badge' }
          if (isOne) {
            toast(outcome.data.message)
            onClose()
            return outcome
          }
          all.push(...outcome.data.outcomes)
        }
        setOutcomes(all)
        return { ok: true, data: all }
      } finally {
        setProgress(undefined)
      }
    },
  })
  const { recipients, badgeType, level, origin } = form.values
  const kind = originOf(badgeType)

  return (
    <Dialog
      open={open}
      onClose={close}
      title={outcomes ? 'Badge given' : 'Create New Badge'}
      footer={
        outcomes ? (
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={form.busy}>
              Cancel
            </Button>
            <Button type="submit" form={id} variant="primary" busy={form.busy} busyText="Creating…">
              {recipients.length > 1 ? `Give to ${membersText(recipients.length)}` : 'Create Badge'}
            </Button>
          </>
        )
      }
    >
      {outcomes ? (
        <Outcomes outcomes={outcomes} />
      ) : (
        <form {...form.props} id={id} className="mt-4 space-y-6">
          <div className="flex items-start gap-4 max-sm:flex-col">
            <BadgeImage family={badgeType} level={level} size={96} className="mt-1 shrink-0 max-sm:size-16" />
            <div className="w-full min-w-0 flex-1 space-y-4">
              <SelectField
                label="Type"
                options={TYPE_CHOICES}
                value={badgeType}
                error={form.errors.badgeType}
                onChange={({ target }) => form.set({ badgeType: target.value, ...(originOf(target.value) === kind ? {} : { origin: null }) })}
              />
              <SelectField label="Level" options={LEVEL_CHOICES} value={level} error={form.errors.level} onChange={({ target }) => form.set({ level: target.value })} />
            </div>
          </div>
          <TextField label="Name" maxLength={BADGE_INPUT.name} autoComplete="off" {...form.text('name')} />
          <TextArea label="Description" hint="What it is given for." rows={3} limit={BADGE_INPUT.description} maxLength={BADGE_INPUT.description} {...form.text('description')} />
          {kind &&
            (origin ? (
              <Picked label={kind === 'event' ? 'Event' : 'Project'} onChange={() => form.set({ origin: null })} name={origin.title} />
            ) : (
              <OriginSearch key={kind} kind={kind} optional error={form.errors.origin} onPick={(picked) => form.set({ origin: picked })} />
            ))}
          <Recipients recipients={recipients} event={kind === 'event' ? origin : null} error={form.errors.recipients} onChange={(next) => form.set({ recipients: next })} />
          {progress && (
            <div>
              <Progress label="Members who were given the badge" value={progress.done} max={progress.of} text={`${progress.done} of ${progress.of}`} />
              <p role="status" className="mt-1.5 text-caption text-soft tabular-nums">{`${progress.done.toLocaleString()} of ${membersText(progress.of)}`}</p>
            </div>
          )}
          <FormError>{form.problem}</FormError>
        </form>
      )}
    </Dialog>
  )
}
