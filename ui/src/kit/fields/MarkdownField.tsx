// A text in Markdown, with a preview that the server renders.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../Button'
import { Pencil } from '../icons'
import { Markdown } from '../Markdown'
import { Loading, SkeletonText } from '../Skeleton'
import { TextArea } from './TextArea'

type MarkdownFieldProps = {
  label: string
  name: string
  value: string
  error?: string
  hint?: string
  rows?: number
  limit: number
  required?: boolean
  optional?: boolean
  /** Asks the server for the text as sanitised HTML. */
  preview: (text: string) => Promise<{ html: string }>
  /** What the preview says of an empty text. */
  empty?: string
  onChange: (value: string) => void
}

export function MarkdownField({ label, name, value, error, hint = 'Markdown: **bold**, [links](https://…), lists, `code`.', rows = 10, limit, required, optional, preview, empty = 'Nothing written yet.', onChange }: MarkdownFieldProps) {
  const [wanted, setPreviewed] = useState(false)
  // An error is shown at the text box, so the box must be visible.
  const previewed = wanted && !error
  const { mutate, isPending, isError, data } = useMutation({ mutationFn: preview })
  const toggle = () => {
    if (!previewed) mutate(value)
    setPreviewed(!previewed)
  }
  return (
    <div>
      <div className={previewed ? 'hidden' : undefined}>
        <TextArea {...{ label, name, rows, required, optional, limit, hint, value, error }} onChange={(event) => onChange(event.target.value)} />
      </div>
      {previewed && (
        <section aria-label={`Preview of the ${label.toLowerCase()}`}>
          <p className="mb-1.5 text-small font-medium">
            <span>{label}</span> <span className="font-normal text-faint">(as it will look)</span>
          </p>
          <div className="min-h-40 rounded-md border border-line p-4">
            {isPending ? (
              <Loading label="Rendering…">
                <SkeletonText lines={4} />
              </Loading>
            ) : isError ? (
              <p className="text-small text-bad">The preview could not be loaded.</p>
            ) : data?.html ? (
              <Markdown html={data.html} />
            ) : (
              <p className="text-small text-faint">{empty}</p>
            )}
          </div>
        </section>
      )}
      <Button size="sm" className="mt-3" onClick={toggle} icon={previewed ? <Pencil aria-hidden size="1em" /> : undefined}>
        {previewed ? 'Back to writing' : 'Preview'}
      </Button>
    </div>
  )
}
