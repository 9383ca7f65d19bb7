// Copy and Share, with the same behaviour everywhere. When copying fails, a dialog shows the text, selected.
import { useEffect, useState, type ComponentProps } from 'react'
import { useChange } from '../api/useChange'
import { part } from '../lib/part'
import { Button } from './Button'
import { Check, Copy, Share2 } from './icons'
import { Optional } from './Optional'

// Most browsers let us copy, so few need it.
const ManualCopy = part(() => import('./layers/ManualCopy'), { reload: true })

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'wide' | 'className'>

/** Copies; `done` is true for `duration` ms, `failed` holds the text that could not be copied. */
function useCopy(duration: number) {
  const [done, setDone] = useState(false)
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), duration)
    return () => clearTimeout(timer)
  }, [done, duration])
  const copy = async (text: string) => {
    try {
      // Outside https and localhost the clipboard is undefined, so this throws and the dialog opens.
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      setFailed(text)
    }
  }
  return { done, failed, copy, forget: () => setFailed(undefined) }
}

type CopyButtonProps = Look & { text: string; label?: string; copiedLabel?: string; /** Milliseconds. */ duration?: number }

export function CopyButton({ text, label = 'Copy Link', copiedLabel = 'Copied!', duration = 2000, ...look }: CopyButtonProps) {
  const { done, failed, copy, forget } = useCopy(duration)
  return (
    <>
      <Button {...look} onClick={() => copy(text)} icon={done ? <Check aria-hidden size="1.1em" /> : <Copy aria-hidden size="1.1em" />}>
        <span aria-live="polite">{done ? copiedLabel : label}</span>
      </Button>
      {failed !== undefined && (
        <Optional resetKey={failed}>
          <ManualCopy text={failed} onClose={forget} />
        </Optional>
      )}
    </>
  )
}

type ShareButtonProps = Look & {
  title: string
  text?: string
  /** The address of this page by default. */
  url?: string
  label?: string
  copiedLabel?: string
  duration?: number
}

/** The native share sheet where there is one, else the clipboard. */
export function ShareButton({ title, text, url, label = 'Share', copiedLabel = 'Link Copied!', duration = 1500, ...look }: ShareButtonProps) {
  const { done, failed, copy, forget } = useCopy(duration)
  const { run, busy } = useChange({
    async call() {
      const address = new URL(url ?? location.href, location.origin).href
      if (!navigator.share) return copy(address)
      try {
        await navigator.share({ title, text, url: address })
      } catch (error) {
        // Closing the share sheet is no failure.
        if ((error as DOMException).name !== 'AbortError') await copy(address)
      }
    },
  })
  return (
    <>
      <Button {...look} busy={busy} onClick={() => void run()} icon={done ? <Check aria-hidden size="1.1em" /> : <Share2 aria-hidden size="1.1em" />}>
        <span aria-live="polite">{done ? copiedLabel : label}</span>
      </Button>
      {failed !== undefined && (
        <Optional resetKey={failed}>
          <ManualCopy text={failed} onClose={forget} />
        </Optional>
      )}
    </>
  )
}
