// reCAPTCHA, hCaptcha and Turnstile have almost the same API: a script, then render(element, callbacks).
import { useEffect, useRef, useState } from 'react'
import { FieldError } from '../fields/Field'
import type { CaptchaProps } from './CaptchaBox'
import { EXPIRED, UNREACHABLE } from './messages'

type Widget = {
  render: (element: HTMLElement, options: Record<string, unknown>) => string | number
  ready?: (then: () => void) => void
}

const PROVIDERS: Record<string, { script: string; global: string }> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit', global: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', global: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', global: 'turnstile' },
}

const loading = new Map<string, Promise<Widget>>()

function load(provider: string): Promise<Widget> {
  const known = PROVIDERS[provider]
  if (!known) return Promise.reject(new Error(`unknown captcha ${provider}`))
  let promise = loading.get(provider)
  if (!promise) {
    promise = new Promise<Widget>((resolve, reject) => {
      const script = document.createElement('script')
      script.src = known.script
      script.async = true
      script.onload = () => {
        const widget = (window as unknown as Record<string, Widget>)[known.global]
        if (!widget) reject(new Error('no widget'))
        // reCAPTCHA's script is only a loader; Turnstile forbids ready() for async scripts.
        else if (provider === 'recaptcha' && widget.ready) widget.ready(() => resolve(widget))
        else resolve(widget)
      }
      script.onerror = () => {
        script.remove()
        loading.delete(provider)
        reject(new Error('not reached'))
      }
      document.head.append(script)
    })
    loading.set(provider, promise)
  }
  return promise
}

export default function ScriptCaptcha({ provider, siteKey, onToken }: CaptchaProps & { provider: string; siteKey: string }) {
  const host = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string>()
  const tell = useRef(onToken)
  useEffect(() => {
    tell.current = onToken
  })

  useEffect(() => {
    const slot = document.createElement('div')
    host.current?.append(slot)
    const lose = (message: string) => () => {
      setError(message)
      tell.current(null)
    }
    load(provider)
      .then((widget) => {
        if (!slot.isConnected) return
        widget.render(slot, {
          sitekey: siteKey,
          // Turnstile's name for a widget's purpose; the server takes no other.
          action: 'community',
          theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
          callback: (token: string) => {
            setError(undefined)
            tell.current(token)
          },
          'expired-callback': lose(EXPIRED),
          'error-callback': lose(UNREACHABLE),
        })
      })
      .catch(lose(UNREACHABLE))
    return () => slot.remove()
  }, [provider, siteKey])

  return (
    <>
      <div ref={host} className="min-h-20" />
      <FieldError error={error} />
    </>
  )
}
