// What a member says about themselves. The owner edits it in place.
import { useEffect, useRef, useState } from 'react'
import { PROFILE_INPUT } from '../api/forms'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { TextArea } from '../kit/fields/TextArea'
import { useForm, useHasDraft } from '../kit/fields/useForm'
import { Pencil } from '../kit/icons'
import { Linked } from '../kit/Linked'
import { useEditProfile, type Profile } from './queries'
import { answered } from './rules'

export function AboutMe({ profile: { bio }, isOwner }: { profile: Profile; isOwner: boolean }) {
  const hasDraft = useHasDraft('bio', { bio })
  const [wanted, setEditing] = useState<boolean>()
  // An unsent text is shown where it was written.
  const editing = isOwner && (wanted ?? hasDraft)
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    // The button comes back with the next paint.
    requestAnimationFrame(() => edit.current?.focus())
  }
  return (
    <section className="py-9">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-h3">About Me</h2>
        {isOwner && !editing && (
          <Button ref={edit} size="sm" variant="quiet" onClick={() => setEditing(true)} icon={<Pencil aria-hidden size="1.1em" />}>
            <span>
              Edit<span className="sr-only"> your bio</span>
            </span>
          </Button>
        )}
      </div>
      {editing ? (
        <BioForm bio={bio} onClose={close} />
      ) : bio ? (
        <p dir="auto" className="mt-3 max-w-measure whitespace-pre-line">
          <Linked text={bio} />
        </p>
      ) : (
        <p className="mt-3 text-soft">{isOwner ? 'Click edit to add your bio...' : 'No bio available.'}</p>
      )}
    </section>
  )
}

function BioForm({ bio, onClose }: { bio: string; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { run } = useEditProfile({ failed: 'Failed to update bio', done: 'Bio saved.', onDone: onClose })
  const form = useForm({ name: 'bio', initial: { bio }, send: run })
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <form {...form.props} className="mt-3 max-w-measure space-y-4 [&>:empty]:hidden">
      <TextArea ref={field} label="Your bio" hideLabel rows={4} placeholder="Tell us about yourself..." limit={PROFILE_INPUT.bio} {...form.text('bio')} />
      <FormError>{form.problem}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.busy} busyText="Saving…">
          Save
        </Button>
        <Button onClick={cancel} disabled={form.busy}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function FunFacts({ answers }: { answers: Profile['interestQuestions'] }) {
  const given = answered(answers)
  if (given.length === 0) return null
  return (
    <section className="pt-(--section)">
      <h2 className="text-h3">Fun Facts &amp; Developer Insights</h2>
      <dl className="mt-4 grid gap-x-12 border-t border-line lg:grid-cols-2">
        {given.map(({ question, answer }) => (
          <div key={question} className="border-b border-line py-4">
            <dt className="text-caption text-faint">{question}</dt>
            <dd dir="auto" className="mt-0.5 max-w-measure">
              <Linked text={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
