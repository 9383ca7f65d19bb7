// Writing a comment, new or again. What was typed stays until it is stored; guests find it again after the login.
import { useState, type FormEvent } from 'react'
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '../kit/Button'
import { LogIn } from '../kit/icons'
import { TextArea } from '../kit/TextArea'
import { readError } from '../lib/errors'
import { paths } from '../paths'
import { useSession } from '../session/SessionProvider'

const LIMIT = 2000

type CommentFormProps = {
  label: string
  initial?: string
  placeholder?: string
  submitLabel: string
  busyText: string
  onSubmit: (text: string) => Promise<void>
  onCancel?: () => void
}

export function CommentForm({ label, initial = '', placeholder, submitLabel, busyText, onSubmit, onCancel }: CommentFormProps) {
  const [text, setText] = useState(initial)
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
    } catch (problem) {
      setError(readError(problem, 'Failed to submit comment').message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextArea label={label} hideLabel rows={3} placeholder={placeholder} limit={LIMIT} value={text} error={error} onChange={(event) => setText(event.target.value)} />
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
export function CommentBox({ onSubmit }: { onSubmit: (text: string) => Promise<void> }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (status === 'authenticated')
    return (
      <div className="mt-5 max-w-measure">
        <CommentForm label="Your comment" placeholder="Add a comment..." submitLabel="Post Comment" busyText="Posting…" onSubmit={onSubmit} />
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
