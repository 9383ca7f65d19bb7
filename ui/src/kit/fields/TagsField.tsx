// A list of words: Enter, a comma, the button or leaving the box adds one; Backspace in the empty box takes the last back.
import { useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { Button } from '../Button'
import { Field, type FieldProps } from './Field'
import { Plus, X } from '../icons'

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

  const add = () => {
    const words = typed.split(',').map((word) => word.trim().slice(0, maxLength)).filter(Boolean)
    const fresh = words.filter((word, at) => !value.includes(word) && words.indexOf(word) === at).slice(0, maxTags - value.length)
    if (fresh.length) onChange([...value, ...fresh])
    if (words.length) setSaid(fresh.length ? `${fresh.join(', ')} added` : `${words.join(', ')} is already there`)
    setTyped('')
  }
  const remove = (at: number) => {
    onChange(value.filter((_, index) => index !== at))
    setSaid(`${value[at]} removed`)
    // The focus goes to the neighbour, not to nowhere.
    const buttons = list.current?.querySelectorAll('button')
    ;(buttons?.[at + 1] ?? buttons?.[at - 1])?.focus()
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
          <div className="flex gap-2">
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
                // What was typed is meant, also by somebody who goes straight on.
                add()
                onBlur?.()
              }}
            />
            <Button onClick={add} icon={<Plus aria-hidden size="1.1em" />}>
              {addLabel}
            </Button>
          </div>
          {value.length > 0 && (
            <ul ref={list} className="mt-2 flex flex-wrap gap-2">
              {value.map((tag, at) => (
                <li key={tag} className="inline-flex min-h-11 max-w-full items-center rounded-md bg-quiet ps-3 text-small md:min-h-9">
                  <bdi className="min-w-0">{tag}</bdi>
                  <button type="button" aria-label={`Remove ${tag}`} onClick={() => remove(at)} className="grid min-h-11 min-w-11 place-items-center rounded-md text-faint hover:text-ink md:min-h-9 md:min-w-9">
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
