// ALTCHA's proof of work, checked by our own server. It needs no third party and works offline.
import 'altcha/external'
import 'altcha/altcha.css'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useRef, useState } from 'react'
import { FieldError } from '../fields/Field'
import type { CaptchaProps } from './CaptchaBox'
import { EXPIRED, FAILED } from './messages'

for (const hash of ['SHA-256', 'SHA-384', 'SHA-512']) globalThis.$altcha.algorithms.set(`PBKDF2/${hash}`, () => new Pbkdf2Worker())

export default function BuiltinCaptcha({ onToken }: CaptchaProps) {
  const host = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string>()
  const tell = useRef(onToken)
  useEffect(() => {
    tell.current = onToken
  })

  useEffect(() => {
    const widget = document.createElement('altcha-widget')
    widget.setAttribute('challenge', '/api/captcha/challenge')
    widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false, minDuration: 0 }))
    widget.addEventListener('statechange', (event) => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload?: string | null }>).detail
      if (state === 'verified' && payload) {
        setError(undefined)
        tell.current(payload)
      } else if (state === 'expired' || state === 'error' || state === 'unverified') {
        if (state !== 'unverified') setError(state === 'expired' ? EXPIRED : FAILED)
        tell.current(null)
      }
    })
    host.current?.append(widget)
    return () => widget.remove()
  }, [])

  return (
    <>
      <div ref={host} />
      <FieldError error={error} />
    </>
  )
}
