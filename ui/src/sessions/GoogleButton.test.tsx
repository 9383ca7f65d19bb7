// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { GoogleButton } from './GoogleButton'

type Watcher = { blocked: () => void; closed: () => void }
const popup = vi.hoisted(() => ({ watcher: undefined as Watcher | undefined, answer: undefined as ((credential: string | undefined) => void) | undefined, loads: true }))
vi.mock('./google', () => ({
  prepareGoogle: (_: string, answer: (credential: string | undefined) => void) => {
    popup.answer = answer
    return popup.loads ? Promise.resolve({}) : Promise.reject(new Error('not loaded'))
  },
  drawGoogleButton: () => {},
  watchPopup: (watcher: Watcher) => {
    popup.watcher = watcher
    return () => {}
  },
}))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = async () => {
  render(<GoogleButton clientId="c" enabled busy={false} onCredential={() => {}} />)
  await act(() => Promise.resolve())
}

it('says what became of the window of Google', async () => {
  vi.useFakeTimers()
  popup.loads = true
  await shown()
  act(() => popup.watcher!.blocked())
  expect(screen.getByText('Popup was blocked. Please allow popups for this site and try again.')).toBeTruthy()
  act(() => popup.answer!(undefined))
  expect(screen.getByText('Google sign-in failed. Please try again or contact support.')).toBeTruthy()
  act(() => popup.watcher!.closed())
  act(() => void vi.runAllTimers())
  expect(screen.getByText('Sign-in was cancelled. Please try again.')).toBeTruthy()
})

it('says when the script does not load', async () => {
  popup.loads = false
  await shown()
  expect(await screen.findByText('Google sign-in initialization failed. Please enable third-party cookies or try a different browser.')).toBeTruthy()
})
