// A list of words. Enter, a comma, the button or leaving the box adds one; Backspace in the empty box removes the last.
// Words that differ only in case count as one.
import { useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { cut } from '../../lib/text'
import { Button } from '../Button'
import { Field, type FieldProps } from './Field'
import { Plus, X } from '../icons'

const folded = (word: string) => word.toLowerCase()

type TagsFieldProps = FieldProps & {
  value: string[]
  onChange: (value: string[]) => void
  placeholder?: string
  maxTags?: number
  maxLength?: number
  addLabel?: string
  id?: string
  inputRef?: Ref<HTMLInputElement>
  onBlur?: () => void
}

export function TagsField({ value, onChange, placeholder, maxTags = 30, maxLength = 40, addLabel = 'Add', inputRef, onBlur, ...field }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const frame = useRef<HTMLDivElement>(null)

  const add = () => {
    const words = typed.split(',').map((word) => cut(word.trim(), maxLength).trim()).filter(Boolean)
    if (words.length === 0) return setTyped('')
    const known = new Set(value.map(folded))
    const fresh = words.filter((word) => !known.has(folded(word)) && known.add(folded(word)))
    const added = fresh.slice(0, Math.max(0, maxTags - value.length))
    if (added.length) onChange([...value, ...added])
    const said = added.length ? [`${added.join(', ')} added`] : fresh.length ? [] : [`${words.join(', ')} is already there`]
    if (added.length < fresh.length) said.push(`You can add at most ${maxTags}`)
    setSaid(said.join('. '))
    setTyped('')
  }
  const remove = (at: number) => {
    onChange(value.filter((_, index) => index !== at))
    setSaid(`${value[at]} removed`)
  }
  /** The button disappears with its word, so the focus moves to the neighbour or the box. */
  const removeByButton = (at: number) => {
    const buttons = list.current?.querySelectorAll('button')
    ;(buttons?.[at + 1] ?? buttons?.[at - 1] ?? frame.current?.querySelector('input'))?.focus()
    remove(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '' && value.length) remove(value.length - 1)
  }

  return (
    <Field {...field}>
      {(wiring) => (
        <>
          <div ref={frame} className="flex gap-2">
            <input
              {...wiring}
              ref={inputRef}
              className="control"
              value={typed}
              placeholder={placeholder}
              maxLength={maxLength * 4}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={() => {
                // Typed text counts, even when the user moves on without adding it.
                add()
                onBlur?.()
              }}
            />
            <Button onClick={add} icon={<Plus aria-hidden size="1.1em" />}>
              {addLabel}
            </Button>
          </div>
          {value.length > 0 && (
            <ul ref={list} aria-label={`${typeof field.label === 'string' ? field.label : 'Words'}, ${value.length}`} className="mt-2 flex flex-wrap gap-2">
              {value.map((tag, at) => (
                <li key={tag} className="outlined inline-flex min-h-11 max-w-full items-center rounded-md bg-quiet ps-3 text-small md:min-h-9">
                  <bdi className="min-w-0">{tag}</bdi>
                  <button type="button" aria-label={`Remove ${tag}`} onClick={() => removeByButton(at)} className="grid min-h-11 min-w-11 place-items-center rounded-md text-faint hover:text-ink md:min-h-9 md:min-w-9">
                    <X aria-hidden size="1rem" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <span aria-live="polite" className="sr-only">
            {said}
          </span>
        </>
      )}
    </Field>
  )
}
