// Google's button: a still picture of it until the captcha is done, then the real one.
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/Button'
import { FieldError } from '../kit/fields/Field'
import { drawGoogleButton, prepareGoogle, watchPopup } from './google'
import { GOOGLE } from './rules'

/** Google's window closes before its answer has arrived here. */
const GRACE = 1500

type GoogleButtonProps = { clientId: string; enabled: boolean; busy: boolean; onCredential: (credential: string) => void }

export function GoogleButton({ clientId, enabled, busy, onCredential }: GoogleButtonProps) {
  const [error, setError] = useState<string>()
  const host = useRef<HTMLDivElement>(null)
  const tell = useRef(onCredential)
  useEffect(() => {
    tell.current = onCredential
  })

  // The script arrives while the captcha is being solved.
  useEffect(() => {
    prepareGoogle(clientId, () => {}).catch(() => setError(GOOGLE.initialisation))
  }, [clientId])

  useEffect(() => {
    if (!enabled) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const slot = host.current
    const unwatch = watchPopup({
      blocked: () => setError(GOOGLE.blocked),
      closed: () => {
        timer = setTimeout(() => setError(GOOGLE.closed), GRACE)
      },
    })
    prepareGoogle(clientId, (credential) => {
      clearTimeout(timer)
      if (gone) return
      setError(credential ? undefined : GOOGLE.other)
      if (credential) tell.current(credential)
    })
      .then((identity) => {
        if (gone || !slot) return
        slot.replaceChildren()
        drawGoogleButton(identity, slot)
        setError(undefined)
      })
      .catch(() => !gone && setError(GOOGLE.initialisation))
    return () => {
      gone = true
      clearTimeout(timer)
      unwatch()
      slot?.replaceChildren()
    }
  }, [clientId, enabled])

  return (
    <div>
      <div className="relative min-h-11">
        {/* Google's frame is a light one: without this, browsers give it a white ground in the dark theme. */}
        <div ref={host} className="grid min-h-11 place-items-center" style={{ colorScheme: 'light' }} hidden={!enabled || busy} />
        {(!enabled || busy) && (
          <Button wide disabled={!enabled} busy={busy} busyText="Signing in…" icon={<GoogleMark />}>
            Continue with Google
          </Button>
        )}
      </div>
      <FieldError error={error} />
    </div>
  )
}

function GoogleMark() {
  return (
    <svg aria-hidden width="18" height="18" viewBox="0 0 48 48">
      <path fill="#4285f4" d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8a10.1 10.1 0 0 1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1z" />
      <path fill="#34a853" d="M24 46c6 0 11-2 14.6-5.4l-7.1-5.5c-2 1.3-4.5 2.1-7.5 2.1-5.8 0-10.6-3.9-12.4-9.1H4.3v5.7A22 22 0 0 0 24 46z" />
      <path fill="#fbbc05" d="M11.6 28.1a13.2 13.2 0 0 1 0-8.4V14H4.3a22 22 0 0 0 0 19.8z" />
      <path fill="#ea4335" d="M24 10.7c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A22 22 0 0 0 4.3 14l7.3 5.7c1.8-5.2 6.6-9 12.4-9z" />
    </svg>
  )
}
