// The hook for every form: the typed values, their errors, and one submission at a time. The browser keeps the typed text
// for its writer until it is sent, so an ended session, a refusal, a lost connection or a closed tab loses nothing.
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type MouseEvent } from 'react'
import { onSession, sessionState } from '../../api/session'
import type { Outcome } from '../../api/useChange'
import { keepDraft, readDraft, type Draft, type DraftPlace } from '../../lib/drafts'
import { toast } from '../layers/Toast'

export type FormErrors = Record<string, string>

type FormOptions<Values, What extends string> = {
  /** The key of the form and its subject in the store of drafts; without it nothing is kept. */
  name?: string
  /** Increase it when a value of the same name gets another meaning. */
  version?: number
  /** The initial values. Untouched fields follow their changes. */
  initial: Values
  /** Returns what is wrong, by field. `half` names fields with an incomplete day or time. */
  check?: (values: Values, half: string[]) => FormErrors
  /** Completes the typed values before they are checked and sent. */
  complete?: (values: Values) => Values
  /** Sends the values; undefined when nothing was sent. `what` names the button. */
  send: (values: Values, what: What) => Promise<Outcome<unknown> | undefined>
  /** The action of the main button and of Enter. */
  main?: What
  /** Fields that are checked together: a change in one clears the errors of all. */
  together?: readonly string[]
  /** The toast when a draft is restored. */
  welcome?: string
}

/** The id of the signed-in member; '' for a guest. */
export const useWriter = () => useSyncExternalStore(onSession, () => sessionState().session?.user?.id ?? '')

const UNKEPT = 'This browser has no room to keep what you type. Send it before you leave this page.'
const NOTHING = { typed: {}, from: {} }

/** The value that an error is about: in a list, it is at `list.place.field`. */
const valueOf = (error: string) => error.split('.', 1)[0]!

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The draft after `patch`. A field with its initial value again no longer counts as typed. */
function typeInto<Values extends object>({ typed, from }: Draft<Values>, patch: Partial<Values>, initial: Values): Draft<Values> {
  const next = { typed: { ...typed }, from: { ...from } }
  for (const name of Object.keys(patch) as (keyof Values)[]) {
    if (same(patch[name], initial[name])) {
      delete next.typed[name]
      delete next.from[name]
    } else {
      next.typed[name] = patch[name]
      if (!(name in next.from)) next.from[name] = initial[name]
    }
  }
  return next
}

export function useForm<Values extends object, What extends string = 'send'>(options: FormOptions<Values, What>) {
  const { name, version = 1, initial, welcome, main = 'send' as What } = options
  const writer = useWriter()
  const load = (): { place: DraftPlace; draft: Draft<Values>; isBack: boolean } => {
    const place = { writer, form: name ?? '', version }
    const kept = name === undefined ? undefined : readDraft(place, initial)
    return { place, draft: kept ?? NOTHING, isBack: kept !== undefined }
  }
  const [state, setState] = useState(load)
  // Another form or another member has a draft of its own. When a session ends, the text stays with its writer.
  if (state.place.form !== (name ?? '') || (writer && state.place.writer !== writer)) setState(load())

  const { draft, place, isBack } = state
  const typed = Object.fromEntries(Object.entries(draft.typed).filter(([one, value]) => !same(value, initial[one as keyof Values]))) as Partial<Values>
  const values = { ...initial, ...draft.typed }
  const [errors, setErrors] = useState<FormErrors>({})
  const [problem, setProblem] = useState<string>()
  const [work, setWork] = useState<What>()
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef({ options, draft, place })
  const wanted = useRef(main)
  const working = useRef(false)
  const refused = useRef(false)
  const warned = useRef(false)
  useEffect(() => {
    latest.current = { options, draft, place }
  })

  useEffect(() => {
    if (isBack && welcome) toast(welcome)
  }, [isBack, welcome])
  // After a submission the first wrong field gets the focus; while the user types, the focus stays.
  useEffect(() => {
    if (!refused.current || Object.keys(errors).length === 0) return
    refused.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const put = (next: Draft<Values>) => {
    const now = latest.current
    now.draft = next
    setState((before) => ({ ...before, draft: next }))
    if (now.options.name === undefined) return
    if (keepDraft(now.place, next)) warned.current = false
    else if (!warned.current) {
      warned.current = true
      toast.error(UNKEPT)
    }
  }
  const set = (patch: Partial<Values>) => {
    const now = latest.current
    put(typeInto(now.draft, patch, now.options.initial))
    const { together = [] } = now.options
    const told = Object.keys(patch).flatMap((one) => (together.includes(one) ? together : [one]))
    setErrors((before) => {
      const left = Object.entries(before).filter(([one]) => !told.includes(valueOf(one)))
      return left.length < Object.keys(before).length ? Object.fromEntries(left) : before
    })
  }
  /** Resets the form to its initial values. Returns a function that undoes this, even after the form has closed. */
  const discard = () => {
    const before = latest.current.draft
    put(NOTHING)
    setErrors({})
    setProblem(undefined)
    return () => put(before)
  }

  /** Marks these values as sent; fields that have changed since keep their text. */
  const sent = (whole: Partial<Values>) => {
    const { typed: before, from } = latest.current.draft
    const left = (Object.keys(before) as (keyof Values)[]).filter((one) => !(one in whole) || !same(before[one], whole[one]))
    const pick = (of: Partial<Values>) => Object.fromEntries(left.map((one) => [one, of[one]])) as Partial<Values>
    put({ typed: pick(before), from: pick(from) })
  }

  const refuse = (fields: FormErrors, message?: string) => {
    refused.current = true
    setErrors(fields)
    // The captcha shows its own error.
    const atNoField = Object.keys(fields).filter((one) => !(valueOf(one) in initial) && one !== 'captchaToken')
    if (Object.keys(fields).length === 0) setProblem(message)
    else if (atNoField.length > 0) setProblem(atNoField.map((one) => fields[one]).join(' '))
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const what = wanted.current
    wanted.current = main
    if (working.current) return
    const inputs = [...event.currentTarget.elements].filter((element) => element instanceof HTMLInputElement)
    const half = inputs.filter(({ validity }) => validity?.badInput).map((input) => input.name)
    const { complete, check, send } = latest.current.options
    const typed = { ...latest.current.options.initial, ...latest.current.draft.typed }
    const whole = complete?.(typed) ?? typed
    if (!same(whole, typed)) set(whole)
    setProblem(undefined)
    const wrong = check?.(whole, half) ?? {}
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    working.current = true
    setWork(what)
    try {
      const outcome = await send(whole, what)
      if (!outcome) return
      if (!outcome.ok) return refuse(outcome.fields, outcome.message)
      sent(whole)
    } finally {
      working.current = false
      setWork(undefined)
    }
  }

  return {
    values,
    /** The fields that differ from their initial values. */
    typed,
    isTyped: Object.keys(typed).length > 0,
    /** Typed fields whose initial value has changed since, because somebody else changed it. */
    overtaken: Object.keys(draft.from).filter((one) => !same(draft.from[one as keyof Values], initial[one as keyof Values])),
    errors,
    /** What is wrong with the form as a whole. */
    problem,
    busy: work !== undefined,
    /** The action that is running. */
    work,
    set,
    sent,
    discard,
    /** Props for the form element. */
    props: { ref: form, noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) },
    /** The click handler of another button that submits the form. */
    submitAs: (what: What) => (event: MouseEvent<HTMLButtonElement>) => {
      wanted.current = what
      event.currentTarget.form?.requestSubmit()
    },
    /** Props for a text field. */
    text: <Name extends keyof Values & string>(one: Name) => ({
      name: one,
      value: values[one] as Values[Name] & string,
      error: errors[one],
      onChange: (event: { target: { value: string } }) => set({ [one]: event.target.value } as Partial<Values>),
    }),
    /** Props for a switch. */
    toggle: <Name extends keyof Values & string>(one: Name) => ({
      name: one,
      checked: values[one] as Values[Name] & boolean,
      error: errors[one],
      onChange: (event: { target: { checked: boolean } }) => set({ [one]: event.target.checked } as Partial<Values>),
    }),
  }
}

/** Whether the signed-in member has a draft of this form. */
export function useHasDraft<Values extends object>(name: string, initial: Values, version = 1): boolean {
  const writer = useWriter()
  return readDraft({ writer, form: name, version }, initial) !== undefined
}
