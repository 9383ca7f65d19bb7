// The hook for every change on the server: one call, the answers that it outdates, what it shows at once, and what
// happens to its answer. It knows whether the call is running and why the last one was refused.
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { readError, refusalOf, type Problem } from '../lib/errors'
import { pendingOf, type OpenChange } from './pending'
import { isPassing } from './query'

export type Outcome<Answer> = { ok: true; data: Answer } | ({ ok: false } & Problem)

export type ChangeOptions<Input, Answer> = {
  /** The call. It throws when the server refuses. */
  call: (input: Input) => Promise<Answer>
  /** Answers that the change outdates. Running requests for them are cancelled, and they are fetched again whatever the outcome. */
  touches?: readonly QueryKey[]
  /** Answers that `answered` brings up to date. Their requests are cancelled too, but they are fetched again only where none is cached yet, or after a failure. */
  renews?: readonly QueryKey[]
  /** Answers about something that the change deletes. Pages that show them are about to close; the rest of the cache forgets them. */
  forgets?: readonly QueryKey[]
  /** Shows the change at once; undone when the server refuses. The cached data may contain the change already. */
  show?: (queries: QueryClient, input: Input) => void
  /** Writes the answer into the cache. */
  answered?: (queries: QueryClient, answer: Answer, input: Input) => void
  /** `here` is false when the screen that made the change has closed by then. */
  onDone?: (answer: Answer, input: Input, here: boolean) => void
  onRefused?: (problem: Problem, input: Input, here: boolean) => void
  /** The message for a failure that has none of its own. */
  failed?: string | ((input: Input) => string)
  /** Changes with the same scope are sent one after the other, in the order in which they were made. */
  scope?: string
  /** Allows another call while one is running. Without it a second press does nothing. */
  again?: boolean
  /** The change is idempotent, so it is sent again when its answer was lost. */
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
      // Running requests were sent before the change.
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
      // The session's answers are gone with it, and new requests are a guest's.
      const ended = readError(error).status === 401
      if (!ended) await breakOff(of)
      pendingOf(queries).end(change, () => {}, ended ? [] : concerned(of))
    },
  })

  const { mutateAsync, reset } = mutation
  /** Makes the change. Never throws; undefined when the previous one is still running. */
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
    /** The input of the running call. */
    input: mutation.isPending ? mutation.variables.input : undefined,
    /** Why the last call was refused, until the next one begins. */
    refusal: mutation.isError ? refusalOf(mutation.error, failedOf(options, mutation.variables.input)) : undefined,
    reset,
  }
}
