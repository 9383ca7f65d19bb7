// Writing a comment, new or again. What was typed stays until it is stored; guests find it again after the login.
import { useState, type FormEvent, type Ref } from 'react'
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '../../kit/Button'
import { LogIn } from '../../kit/icons'
import { TextArea } from '../../kit/fields/TextArea'
import { toast } from '../../kit/layers/Toast'
import { paths } from '../../paths'
import { useSession } from '../../sessions/SessionProvider'
import { forgetUnsent, keepUnsent, keptUnsent } from '../edit/draft'
import { useRefusal } from '../../sessions/useRefusal'

const LIMIT = 2000

type CommentFormProps = {
  label: string
  initial?: string
  placeholder?: string
  submitLabel: string
  busyText: string
  onSubmit: (text: string) => Promise<void>
  onCancel?: () => void
  /** Names the form, for what was typed when the session ended. */
  keptAs?: string
  box?: Ref<HTMLTextAreaElement>
}

export function CommentForm({ label, initial = '', placeholder, submitLabel, busyText, onSubmit, onCancel, keptAs, box }: CommentFormProps) {
  const refusal = useRefusal()
  const [text, setText] = useState(() => (keptAs && keptUnsent<string>(keptAs)) || initial)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !text.trim()) return
    setBusy(true)
    setError(undefined)
    try {
      await onSubmit(text.trim())
      setText('')
      if (keptAs) forgetUnsent()
    } catch (problem) {
      const read = refusal(problem, 'Failed to submit comment')
      setError(read.message)
      if (read.status === 401) {
        toast.error(read.message)
        if (keptAs) keepUnsent(keptAs, text)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextArea ref={box} label={label} hideLabel rows={3} placeholder={placeholder} limit={LIMIT} value={text} error={error} onChange={(event) => setText(event.target.value)} />
      <div className="mt-3 flex min-h-11 justify-end gap-3">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" busy={busy} busyText={busyText} disabled={!text.trim() || Array.from(text).length > LIMIT}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** A closed box for guests, which leads to the login and back to it. */
export function CommentBox({ projectId, onSubmit }: { projectId: string; onSubmit: (text: string) => Promise<void> }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (status === 'authenticated')
    return (
      <div className="mt-5 max-w-measure">
        <CommentForm label="Your comment" placeholder="Add a comment..." submitLabel="Post Comment" busyText="Posting…" keptAs={`${projectId}#comment`} onSubmit={onSubmit} />
      </div>
    )
  return (
    <div className="mt-5 max-w-measure">
      <TextArea label="Your comment" hideLabel rows={3} disabled placeholder="Login to comment" maxLength={LIMIT} />
      <div className="mt-3 flex min-h-11 justify-end">
        <ButtonLink to={paths.login(`${pathname}#comments`)} icon={<LogIn aria-hidden size="1.1em" />}>
          Login to comment
        </ButtonLink>
      </div>
    </div>
  )
}
