// After a form was sent, its first wrong field gets the focus; while one types, the focus stays.
import { useEffect, useRef } from 'react'

/** `form` is the form's ref; call `sent` whenever it is submitted. */
export function useFirstWrong(errors: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null)
  const waits = useRef(false)
  useEffect(() => {
    if (!waits.current || !Object.keys(errors).length) return
    waits.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return {
    form,
    sent: () => {
      waits.current = true
    },
  }
}
