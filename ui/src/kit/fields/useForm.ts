// Every form: what was typed, what is wrong with it, and one submission at a time. What is typed is kept in the browser
// for its writer until it was sent, so neither an ended session nor a refusal, a lost connection or a closed tab loses it.
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type MouseEvent } from 'react'
import { onSession, sessionState } from '../../api/session'
import type { Outcome } from '../../api/useChange'
import { keepDraft, readDraft, type Draft, type DraftPlace } from '../../lib/drafts'
import { toast } from '../layers/Toast'

export type FormErrors = Record<string, string>

type FormOptions<Values, What extends string> = {
  /** Names the form and what it is about in the store of drafts; without it nothing is kept. */
  name?: string
  /** Counts up when values of the same name mean something else. */
  version?: number
  /** What the form begins with. Fields that nobody has touched follow it. */
  initial: Values
  /** What is wrong, by field; `half` are fields whose day or time is typed in part only. */
  check?: (values: Values, half: string[]) => FormErrors
  /** Completes what was typed before it is checked and sent. */
  complete?: (values: Values) => Values
  /** Sends it; undefined when it was not sent after all. `what` names the button. */
  send: (values: Values, what: What) => Promise<Outcome<unknown> | undefined>
  /** What the main button and Enter do. */
  main?: What
  /** Fields that are right or wrong together. */
  together?: readonly string[]
  /** Said when a draft comes back. */
  welcome?: string
}

/** The id of the member who is signed in; '' for a guest. */
export const useWriter = () => useSyncExternalStore(onSession, () => sessionState().session?.user?.id ?? '')

const UNKEPT = 'This browser has no room to keep what you type. Send it before you leave this page.'
const NOTHING = { typed: {}, from: {} }

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The draft after `patch`; a field that is as the form began is not typed any more. */
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
  // Another form, or somebody else: their own draft. When a session ends, what was typed stays with its writer.
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
  // After a submission the first wrong field gets the focus; while one types, the focus stays.
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
    setErrors((before) => (told.some((one) => one in before) ? Object.fromEntries(Object.entries(before).filter(([one]) => !told.includes(one))) : before))
  }
  /** Back to what the form began with. Answers how to undo that, also once the form has closed. */
  const discard = () => {
    const before = latest.current.draft
    put(NOTHING)
    setErrors({})
    setProblem(undefined)
    return () => put(before)
  }

  /** These have been sent; what was typed into them meanwhile stays. */
  const sent = (whole: Partial<Values>) => {
    const { typed: before, from } = latest.current.draft
    const left = (Object.keys(before) as (keyof Values)[]).filter((one) => !(one in whole) || !same(before[one], whole[one]))
    const pick = (of: Partial<Values>) => Object.fromEntries(left.map((one) => [one, of[one]])) as Partial<Values>
    put({ typed: pick(before), from: pick(from) })
  }

  const refuse = (fields: FormErrors, message?: string) => {
    refused.current = true
    setErrors(fields)
    // The captcha tells its own.
    const atNoField = Object.keys(fields).filter((one) => !(one in initial) && one !== 'captchaToken')
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
    /** The fields that differ from what the form began with. */
    typed,
    isTyped: Object.keys(typed).length > 0,
    /** Fields that somebody else changed since they were typed into. */
    overtaken: Object.keys(draft.from).filter((one) => !same(draft.from[one as keyof Values], initial[one as keyof Values])),
    errors,
    /** What went wrong apart from single fields. */
    problem,
    busy: work !== undefined,
    /** The button that is at work. */
    work,
    set,
    sent,
    discard,
    /** For the form element. */
    props: { ref: form, noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) },
    /** For the click on another button that submits the form. */
    submitAs: (what: What) => (event: MouseEvent<HTMLButtonElement>) => {
      wanted.current = what
      event.currentTarget.form?.requestSubmit()
    },
    /** For a field of text. */
    text: <Name extends keyof Values & string>(one: Name) => ({
      name: one,
      value: values[one] as Values[Name] & string,
      error: errors[one],
      onChange: (event: { target: { value: string } }) => set({ [one]: event.target.value } as Partial<Values>),
    }),
    /** For a switch. */
    toggle: <Name extends keyof Values & string>(one: Name) => ({
      name: one,
      checked: values[one] as Values[Name] & boolean,
      error: errors[one],
      onChange: (event: { target: { checked: boolean } }) => set({ [one]: event.target.checked } as Partial<Values>),
    }),
  }
}

/** Whether a draft of this form waits for whoever is signed in. */
export function useHasDraft<Values extends object>(name: string, initial: Values, version = 1): boolean {
  const writer = useWriter()
  return readDraft({ writer, form: name, version }, initial) !== undefined
}
