// Everything that changes something on the server: one call, with what it makes old, what it shows at once, and what
// becomes of its answer. It holds whether the call is at work and what was refused.
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { readError, refusalOf, type Problem } from '../lib/errors'
import { pendingOf, type OpenChange } from './pending'
import { isPassing } from './query'

export type Outcome<Answer> = { ok: true; data: Answer } | ({ ok: false } & Problem)

export type ChangeOptions<Input, Answer> = {
  /** The call. It throws what the server refuses. */
  call: (input: Input) => Promise<Answer>
  /** Answers that are old after it. What is being asked of them is broken off, and they are asked for again, whatever came of the change. */
  touches?: readonly QueryKey[]
  /** Answers that `answered` brings up to date: broken off like the others, but asked for again only where nothing is known yet, or when it failed. */
  renews?: readonly QueryKey[]
  /** Answers about what is gone after it: pages that show them are about to close, all others forget them. */
  forgets?: readonly QueryKey[]
  /** Shows the change at once; taken back when it is refused. It may meet data that has the change already. */
  show?: (queries: QueryClient, input: Input) => void
  /** Writes into the cache what the answer says. */
  answered?: (queries: QueryClient, answer: Answer, input: Input) => void
  /** `here` is false when the screen that asked for it has closed meanwhile. */
  onDone?: (answer: Answer, input: Input, here: boolean) => void
  onRefused?: (problem: Problem, input: Input, here: boolean) => void
  /** What is said when the failure has no words of its own. */
  failed?: string | ((input: Input) => string)
  /** Changes of one scope go out one after the other, in the order in which they were made. */
  scope?: string
  /** It may be made again while it is at work. Otherwise a second press does nothing. */
  again?: boolean
  /** Making it twice is as good as once, so it is sent again when its answer was lost. */
  safe?: boolean
}

const failedOf = <Input, Answer>({ failed }: ChangeOptions<Input, Answer>, input: Input) => (typeof failed === 'function' ? failed(input) : failed)

export function useChange<Input = void, Answer = unknown>(options: ChangeOptions<Input, Answer>) {
  const queries = useQueryClient()
  const latest = useRef(options)
  const here = useRef(true)
  const working = useRef(false)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const concerned = ({ touches = [], renews = [], forgets = [] }: ChangeOptions<Input, Answer>) => [...touches, ...renews, ...forgets]
  const breakOff = (of: ChangeOptions<Input, Answer>) => Promise.all(concerned(of).map((queryKey) => queries.cancelQueries({ queryKey })))

  const mutation = useMutation<Answer, unknown, { input: Input; of: ChangeOptions<Input, Answer> }, OpenChange>({
    scope: options.scope === undefined ? undefined : { id: options.scope },
    mutationFn: ({ input, of }) => of.call(input),
    retry: (count, error) => options.safe === true && count < 2 && isPassing(error),
    retryDelay: (count) => 400 * 2 ** count,
    async onMutate({ input, of }) {
      // What is on its way was asked before the change.
      await breakOff(of)
      const { show } = of
      const change: OpenChange = { touches: concerned(of), show: show && ((client) => show(client, input)) }
      pendingOf(queries).begin(change)
      return change
    },
    async onSuccess(answer, { input, of }, change) {
      await breakOff(of)
      pendingOf(queries).end(change, () => of.answered?.(queries, answer, input), of.touches ?? [])
      for (const queryKey of of.renews ?? []) {
        void queries.invalidateQueries({ queryKey, refetchType: 'none' })
        void queries.refetchQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined })
      }
      for (const queryKey of of.forgets ?? []) {
        queries.removeQueries({ queryKey, type: 'inactive' })
        void queries.invalidateQueries({ queryKey, refetchType: 'none' })
      }
    },
    async onError(error, { of }, change) {
      if (!change) return
      // With the session its answers are gone, and what is asked by now is asked as a guest.
      const ended = readError(error).status === 401
      if (!ended) await breakOff(of)
      pendingOf(queries).end(change, () => {}, ended ? [] : concerned(of))
    },
  })

  const { mutateAsync, reset } = mutation
  /** Makes the change. Never throws; undefined when the one before is still at work. */
  const run = useCallback(
    async (input: Input): Promise<Outcome<Answer> | undefined> => {
      const of = latest.current
      if (working.current && !of.again) return undefined
      working.current = true
      const outcome = await mutateAsync({ input, of }).then(
        (data) => ({ ok: true as const, data }),
        (error: unknown) => ({ ok: false as const, ...refusalOf(error, failedOf(of, input)) }),
      )
      working.current = false
      if (outcome.ok) of.onDone?.(outcome.data, input, here.current)
      else of.onRefused?.(outcome, input, here.current)
      return outcome
    },
    [mutateAsync],
  )

  return {
    run,
    busy: mutation.isPending,
    /** What it is at work on. */
    input: mutation.isPending ? mutation.variables.input : undefined,
    /** Why the last one was refused, until the next begins. */
    refusal: mutation.isError ? refusalOf(mutation.error, failedOf(options, mutation.variables.input)) : undefined,
    /** Forgets the refusal. */
    reset,
  }
}
