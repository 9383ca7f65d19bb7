// What creating and editing share: the draft and its errors, one submission at a time, what the server refuses.
import { useRef, useState, type MouseEvent } from 'react'
import { useRefusal } from '../../sessions/useRefusal'
import { EMPTY, problems, withNewTask, type EventDraft } from './eventDraft'

/** Fields that are right or wrong together. */
const DAYS = ['date', 'endDate', 'registrationDeadline']

/** `main` is what the submit button and Enter do. */
export function useEventForm<Work extends string>(main: Work, initial: () => EventDraft) {
  const refusal = useRefusal()
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [work, setWork] = useState<Work>()
  const wanted = useRef(main)

  const change = (patch: Partial<EventDraft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    const told = Object.keys(patch).flatMap((name) => (DAYS.includes(name) ? DAYS : [name]))
    setErrors((before) => (told.some((name) => name in before) ? Object.fromEntries(Object.entries(before).filter(([name]) => !told.includes(name))) : before))
  }
  const replace = (whole: EventDraft) => {
    setDraft(whole)
    setErrors({})
    setProblem(undefined)
  }

  /** For the click on another button that submits the form. */
  const submitAs = (what: Work) => (event: MouseEvent<HTMLButtonElement>) => {
    wanted.current = what
    event.currentTarget.form?.requestSubmit()
  }

  /** Sends what is right; `fallback` speaks when the failure has no words of its own. */
  const submit = async (half: string[], send: (draft: EventDraft, what: Work) => Promise<void>, fallback: string) => {
    const what = wanted.current
    wanted.current = main
    if (work) return
    setProblem(undefined)
    const whole = withNewTask(draft)
    setDraft(whole)
    const found = problems(whole, half)
    setErrors(found)
    if (Object.keys(found).length) return
    setWork(what)
    try {
      await send(whole, what)
    } catch (error) {
      const { fields, message } = refusal(error, fallback)
      setErrors(fields)
      const atNoField = Object.entries(fields).filter(([name]) => !(name in EMPTY)).map(([, sentence]) => sentence)
      if (!Object.keys(fields).length) setProblem(message)
      else if (atNoField.length) setProblem(atNoField.join(' '))
    } finally {
      setWork(undefined)
    }
  }
  return { draft, errors, problem, work, change, replace, submit, submitAs }
}
