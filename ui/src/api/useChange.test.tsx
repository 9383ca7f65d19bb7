// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keyOf, listKey, listsOf } from './keys'
import { useChange, type ChangeOptions } from './useChange'

type Project = { upvoteCount: number; hasUpvoted: boolean; featured?: boolean }
const KEY = [...keyOf('/api/projects/{id}', { id: '1' })]
let queries: QueryClient

/** A call that the test answers when it wants to. */
function held<Input, Answer>() {
  const calls: { input: Input; answer: (value: Answer) => void; refuse: (error: unknown) => void }[] = []
  return { calls, call: (input: Input) => new Promise<Answer>((answer, refuse) => calls.push({ input, answer, refuse })) }
}
/** Lets what follows from one another happen: turns and not a time, because a busy machine has few of them in any time. */
const settled = () =>
  act(async () => {
    for (let turn = 0; turn < 10; turn++) await new Promise((done) => setTimeout(done))
  })
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>
const change = <Input, Answer>(options: ChangeOptions<Input, Answer>) => renderHook(() => useChange(options), { wrapper })
const project = () => queries.getQueryData<Project>(KEY)!

function vote(more: Partial<ChangeOptions<boolean, Project>> = {}) {
  const { calls, call } = held<boolean, Project>()
  const { result } = change<boolean, Project>({
    call,
    touches: [KEY],
    show: (client, hasUpvoted) => client.setQueryData<Project>(KEY, (known) => known && (known.hasUpvoted === hasUpvoted ? known : { ...known, hasUpvoted, upvoteCount: known.upvoteCount + (hasUpvoted ? 1 : -1) })),
    answered: (client, answer) => client.setQueryData<Project>(KEY, (known) => known && { ...known, ...answer }),
    scope: 'vote 1',
    again: true,
    failed: 'Failed to upvote project',
    ...more,
  })
  return { calls, result }
}

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  queries.setQueryData<Project>(KEY, { upvoteCount: 4, hasUpvoted: false })
})
afterEach(cleanup)

it('shows a change at once, and takes it back when it is refused', async () => {
  const { calls, result } = vote()
  void act(() => void result.current.run(true))
  await settled()
  expect(project()).toEqual({ upvoteCount: 5, hasUpvoted: true })
  expect(result.current).toMatchObject({ busy: true, input: true })
  calls[0]!.refuse({ message: 'That was too quick.', code: 'too_many_requests', status: 429 })
  await settled()
  expect(project()).toEqual({ upvoteCount: 4, hasUpvoted: false })
  expect(result.current).toMatchObject({ busy: false, refusal: { message: 'That was too quick.', status: 429 } })
})

it('sends quick changes in order, and always shows the last one', async () => {
  const { calls, result } = vote()
  void act(() => void result.current.run(true))
  void act(() => void result.current.run(false))
  await settled()
  expect(calls.map(({ input }) => input)).toEqual([true])
  expect(project().hasUpvoted).toBe(false)
  calls[0]!.answer({ upvoteCount: 9, hasUpvoted: true })
  await settled()
  expect(calls.map(({ input }) => input)).toEqual([true, false])
  // The first answer counts, but does not undo the second press.
  expect(project()).toEqual({ upvoteCount: 8, hasUpvoted: false })
  calls[1]!.refuse(new TypeError('Failed to fetch'))
  await settled()
  expect(project()).toEqual({ upvoteCount: 9, hasUpvoted: true })
  expect(result.current.refusal?.message).toBe('Failed to upvote project. The connection was lost.')
})

it('keeps the effect of other changes when one is refused, whatever the order of the answers', async () => {
  const first = vote({ scope: undefined })
  const { calls, call } = held<boolean, Project>()
  const { result } = change<boolean, Project>({
    call,
    touches: [KEY],
    show: (client, featured) => client.setQueryData<Project>(KEY, (known) => known && { ...known, featured }),
    answered: (client, { featured }) => client.setQueryData<Project>(KEY, (known) => known && { ...known, featured }),
  })
  void act(() => void first.result.current.run(true))
  void act(() => void result.current.run(true))
  await settled()
  expect(project()).toEqual({ upvoteCount: 5, hasUpvoted: true, featured: true })
  calls[0]!.answer({ upvoteCount: 0, hasUpvoted: false, featured: true })
  await settled()
  first.calls[0]!.refuse({ message: 'no', status: 403 })
  await settled()
  expect(project()).toEqual({ upvoteCount: 4, hasUpvoted: false, featured: true })
})

it('is not undone by an answer to a request from before or during the change', async () => {
  const asked: ((value: Project) => void)[] = []
  renderHook(() => useQuery({ queryKey: KEY, queryFn: () => new Promise<Project>((answer) => asked.push(answer)), staleTime: Infinity }), { wrapper })
  const { calls, result } = vote()
  void queries.refetchQueries({ queryKey: KEY })
  void act(() => void result.current.run(true))
  await settled()
  // Requested before the press, answered after it.
  asked[0]!({ upvoteCount: 4, hasUpvoted: false })
  await settled()
  expect(project().hasUpvoted).toBe(true)
  // Requested and answered while the vote is on its way: newer, but without the vote.
  void queries.refetchQueries({ queryKey: KEY })
  await settled()
  asked[1]!({ upvoteCount: 20, hasUpvoted: false })
  await settled()
  expect(project()).toEqual({ upvoteCount: 21, hasUpvoted: true })
  void queries.refetchQueries({ queryKey: KEY })
  await settled()
  calls[0]!.answer({ upvoteCount: 21, hasUpvoted: true })
  await settled()
  // Requested before the vote's answer, answered after it; then requested again.
  asked[2]!({ upvoteCount: 20, hasUpvoted: false })
  await settled()
  expect(project()).toEqual({ upvoteCount: 21, hasUpvoted: true })
  expect(asked).toHaveLength(4)
})

it('ignores a second press while it is running, and reports back to the caller', async () => {
  const { calls, call } = held<string, string>()
  const onDone = vi.fn()
  const { result, unmount } = change<string, string>({ call, onDone })
  await act(async () => {
    void result.current.run('once')
    expect(await result.current.run('twice')).toBeUndefined()
  })
  expect(calls).toHaveLength(1)
  unmount()
  calls[0]!.answer('done')
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('done', 'once', false))
})

it('sends the change again when its answer was lost, if that does no harm', async () => {
  let times = 0
  const call = async () => {
    if (++times < 3) throw new TypeError('Failed to fetch')
    return 'done'
  }
  const safe = change<void, string>({ call, safe: true })
  let outcome: unknown
  await act(async () => {
    outcome = await safe.result.current.run()
  })
  expect(outcome).toEqual({ ok: true, data: 'done' })
  times = 0
  const once = change<void, string>({ call })
  await act(async () => {
    outcome = await once.result.current.run()
  })
  expect(outcome).toMatchObject({ ok: false, code: 'dropped' })
  expect(times).toBe(1)
})

it('refetches what it affects whatever its outcome, and forgets what is gone', async () => {
  const page = listKey('/api/projects', 'page', { params: { query: { limit: 24 } } })
  const gone = [...keyOf('/api/projects/{id}', { id: '2' })]
  queries.setQueryData(page, { items: [], total: 0 })
  queries.setQueryData(gone, {})
  const state = (queryKey: readonly unknown[]) => queries.getQueryState([...queryKey])
  const { calls, call } = held<void, string>()
  const { result } = change({ call, touches: [listsOf('/api/projects', 'page')], forgets: [gone] })
  void act(() => void result.current.run())
  await settled()
  calls[0]!.refuse({ message: 'Gone already', status: 409 })
  await settled()
  expect([state(page)?.isInvalidated, state(gone)?.isInvalidated, state(KEY)?.isInvalidated]).toEqual([true, true, false])
  void act(() => void result.current.run())
  await settled()
  calls[1]!.answer('done')
  await settled()
  expect(state(gone)).toBeUndefined()
})
