// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginSession, endSession } from '../../api/session'
import type { Outcome } from '../../api/useChange'
import { TextField } from './TextField'
import { useForm } from './useForm'

type Values = { title: string; link: string }
const said = vi.hoisted(() => ({ toast: Object.assign(vi.fn(), { error: vi.fn() }) }))
vi.mock('../layers/Toast', () => said)

const send = vi.fn<(values: Values, what: string) => Promise<Outcome<unknown> | undefined>>()
let shown: { overtaken: string[] }

function Form({ initial, version }: { initial: Values; version?: number }) {
  const form = useForm<Values, string>({ name: 'project/1', version, initial, welcome: 'Back.', check: ({ title }): Record<string, string> => (title ? {} : { title: 'Title is required' }), send })
  useEffect(() => {
    shown = form
  })
  return (
    <form {...form.props}>
      <TextField label="Title" {...form.text('title')} />
      <TextField label="Link" {...form.text('link')} />
      <p role="alert">{form.problem}</p>
      <button type="submit">{form.busy ? 'Saving…' : 'Save'}</button>
      <button type="button" onClick={form.submitAs('draft')}>
        As a draft
      </button>
      <button type="button" onClick={() => form.discard()}>
        Discard
      </button>
    </form>
  )
}

const BEGIN = { title: 'Clock', link: '' }
const signIn = (id: string) => act(() => beginSession({ id, name: id, email: '', role: 'user' }, `token of ${id}`))
/** The form for somebody who is signed in. */
function page(id: string, initial = BEGIN, version?: number) {
  signIn(id)
  return <Form initial={initial} version={version} />
}
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft/'))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  localStorage.clear()
  send.mockReset()
  send.mockResolvedValue({ ok: true, data: undefined })
  said.toast.mockReset()
  said.toast.error.mockReset()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('restores unsent text for its writer only', async () => {
  render(page('ada'))
  type('Link', 'https://example.org')
  cleanup()
  render(page('grace'))
  expect(field('Link').value).toBe('')
  cleanup()
  render(page('ada', BEGIN, 2))
  expect(field('Link').value).toBe('')
  cleanup()
  expect(said.toast).not.toHaveBeenCalled()
  render(page('ada'))
  expect(field('Link').value).toBe('https://example.org')
  expect(said.toast).toHaveBeenCalledWith('Back.')
  press('Save')
  await waitFor(() => expect(field('Link').value).toBe(''))
  expect(send).toHaveBeenCalledWith({ title: 'Clock', link: 'https://example.org' }, 'send')
  expect(drafts()).toEqual([])
})

it('keeps the text with its writer when the session ends, and follows the member who signs in', () => {
  render(page('ada'))
  type('Link', 'x')
  act(() => endSession('token of ada', { expired: true }))
  expect(field('Link').value).toBe('x')
  type('Link', 'xy')
  signIn('grace')
  expect(field('Link').value).toBe('')
  signIn('ada')
  expect(field('Link').value).toBe('xy')
})

it('follows new initial values in untouched fields, and knows which typed fields they overtake', () => {
  const { rerender } = render(page('ada'))
  type('Link', 'mine')
  rerender(page('ada', { title: 'Sun clock', link: '' }))
  expect(field('Title').value).toBe('Sun clock')
  expect(shown.overtaken).toEqual([])
  rerender(page('ada', { title: 'Sun clock', link: 'theirs' }))
  expect(field('Link').value).toBe('mine')
  expect(shown.overtaken).toEqual(['link'])
})

it('sends once for two presses, and moves the focus to the first wrong field', async () => {
  let answer: (outcome: Outcome<unknown>) => void = () => {}
  send.mockImplementation(() => new Promise((done) => (answer = done)))
  render(page('ada'))
  type('Title', '')
  press('Save')
  expect(send).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field('Title'))
  type('Title', 'Clock!')
  expect(screen.queryByText('Title is required')).toBeNull()
  press('As a draft')
  press('Saving…')
  expect(send.mock.calls.map(([, what]) => what)).toEqual(['draft'])
  await act(async () => answer({ ok: false, message: 'No', code: 'invalid', status: 422, fields: { link: 'Not a link', published: 'Not now' } }))
  expect(document.activeElement).toBe(field('Link'))
  expect(screen.getByText('Not a link')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('Not now')
  // A refusal loses nothing.
  cleanup()
  render(page('ada'))
  expect(field('Title').value).toBe('Clock!')
})

it('keeps text that is typed while the form is being sent', async () => {
  let answer: (outcome: Outcome<unknown>) => void = () => {}
  send.mockImplementation(() => new Promise((done) => (answer = done)))
  render(page('ada'))
  type('Link', 'first')
  press('Save')
  type('Link', 'first and second')
  await act(async () => answer({ ok: true, data: undefined }))
  expect(field('Link').value).toBe('first and second')
  cleanup()
  render(page('ada'))
  expect(field('Link').value).toBe('first and second')
})

it('warns once that the browser has no room', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  render(page('ada'))
  type('Link', 'a')
  type('Link', 'ab')
  expect(field('Link').value).toBe('ab')
  expect(said.toast.error).toHaveBeenCalledTimes(1)
  expect(said.toast.error).toHaveBeenCalledWith('This browser has no room to keep what you type. Send it before you leave this page.')
})

it('can undo a discard, also when the form has closed', () => {
  let undo = () => {}
  function Discarded() {
    const form = useForm({ name: 'project/2', initial: BEGIN, send })
    return (
      <>
        <TextField label="Link" {...form.text('link')} />
        <button type="button" onClick={() => (undo = form.discard())}>
          Discard
        </button>
      </>
    )
  }
  render(<Discarded />)
  type('Link', 'kept')
  press('Discard')
  expect(field('Link').value).toBe('')
  cleanup()
  expect(drafts()).toEqual([])
  undo()
  render(<Discarded />)
  expect(field('Link').value).toBe('kept')
})
