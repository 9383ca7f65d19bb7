// Writes or edits a comment. The text stays until the server has stored it; guests come back to the box after the login.
import { useRef, type Ref } from 'react'
import { useLocation } from 'react-router'
import { COMMENT_INPUT } from '../../api/forms'
import type { Outcome } from '../../api/useChange'
import { Button, ButtonLink } from '../../kit/Button'
import { LogIn } from '../../kit/icons'
import { TextArea } from '../../kit/fields/TextArea'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import { lengthOf } from '../../lib/text'
import { paths } from '../../paths'
import { useSession } from '../../sessions/SessionProvider'
import { useWriteComment } from '../detailQueries'

const LIMIT = COMMENT_INPUT.text

type CommentFormProps = {
  /** The key of the form in the store of drafts. */
  name: string
  label: string
  initial?: string
  placeholder?: string
  submitLabel: string
  busyText: string
  send: (text: string) => Promise<Outcome<unknown> | undefined>
  /** Returns a function that undoes it. */
  onCancel?: (undo: (() => void) | undefined) => void
  box?: Ref<HTMLTextAreaElement>
}

export function CommentForm({ name, label, initial = '', placeholder, submitLabel, busyText, send, onCancel, box }: CommentFormProps) {
  const form = useForm({
    name,
    initial: { text: initial },
    async send({ text }) {
      const outcome = await send(text.trim())
      // The box closes when its writer's session has ended.
      if (outcome?.ok === false && outcome.status === 401) toast.error(outcome.message)
      return outcome
    },
  })
  const { text } = form.values
  return (
    <form {...form.props} className="print:hidden">
      <TextArea ref={box} label={label} hideLabel rows={3} placeholder={placeholder} limit={LIMIT} {...form.text('text')} error={form.errors.text ?? form.problem} />
      <div className="mt-3 flex min-h-11 justify-end gap-3">
        {onCancel && <Button onClick={() => onCancel(form.isTyped ? form.discard() : undefined)}>Cancel</Button>}
        <Button type="submit" variant="primary" busy={form.busy} busyText={busyText} disabled={!text.trim() || lengthOf(text) > LIMIT}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Frames in which a new entry is expected on the page; on a page of the list that is not loaded yet it never comes. */
const FRAMES = 60

/** Brings an entry into view as soon as it is there. */
function reveal(id: string, frames = FRAMES) {
  requestAnimationFrame(() => {
    const entry = document.getElementById(id)
    if (entry) entry.scrollIntoView({ block: 'nearest' })
    else if (frames > 0) reveal(id, frames - 1)
  })
}

/** The box for guests, which leads to the login and back to itself. */
export function CommentBox({ projectId }: { projectId: string }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const { run } = useWriteComment(projectId)
  const box = useRef<HTMLTextAreaElement>(null)
  /** The focus stays in the box, the new comment is announced and comes into view. */
  const post = async (text: string) => {
    const outcome = await run(text)
    if (!outcome?.ok) return outcome
    const { _id } = outcome.data.comment
    requestAnimationFrame(() => box.current?.focus({ preventScroll: true }))
    reveal(`comment-${_id}`)
    return outcome
  }
  if (status === 'authenticated')
    return (
      <div className="no-print mt-5 max-w-measure">
        <CommentForm name={`comment/${projectId}`} label="Your comment" placeholder="Add a comment..." submitLabel="Post Comment" busyText="Posting…" box={box} send={post} />
      </div>
    )
  return (
    <div className="no-print mt-5 max-w-measure">
      <TextArea label="Your comment" hideLabel rows={2} disabled placeholder="Login to comment" maxLength={LIMIT} />
      <div className="mt-3 flex min-h-11 justify-end">
        <ButtonLink to={paths.login(`${pathname}#comments`)} icon={<LogIn aria-hidden size="1.1em" />}>
          Login to comment
        </ButtonLink>
      </div>
    </div>
  )
}
