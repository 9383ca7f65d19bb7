// The description in Markdown, with a preview that the server renders.
import { useState } from 'react'
import { MARKDOWN_INPUT } from '../../api/forms'
import { $api } from '../../api/query'
import { Button } from '../../kit/Button'
import { Pencil } from '../../kit/icons'
import { Markdown } from '../../kit/Markdown'
import { Loading, SkeletonText } from '../../kit/Skeleton'
import { TextArea } from '../../kit/fields/TextArea'

type DescriptionFieldProps = { value: string; error?: string; rows?: number; onChange: (value: string) => void }

export function DescriptionField({ value, error, rows = 10, onChange }: DescriptionFieldProps) {
  const [wanted, setPreviewed] = useState(false)
  // An error is shown at the text box, so the box must be visible.
  const previewed = wanted && !error
  const preview = $api.useMutation('post', '/api/markdown')
  const toggle = () => {
    if (!previewed) preview.mutate({ body: { text: value } })
    setPreviewed(!previewed)
  }
  return (
    <div>
      <div className={previewed ? 'hidden' : undefined}>
        <TextArea
          label="Description"
          name="description"
          rows={rows}
          required
          limit={MARKDOWN_INPUT.text}
          hint="Markdown: **bold**, [links](https://…), lists, `code`."
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {previewed && (
        <section aria-label="Preview of the description">
          <p className="mb-1.5 text-small font-medium">
            Description <span className="font-normal text-faint">(as it will look)</span>
          </p>
          <div className="min-h-40 rounded-md border border-line p-4">
            {preview.isPending ? (
              <Loading label="Rendering…">
                <SkeletonText lines={4} />
              </Loading>
            ) : preview.isError ? (
              <p className="text-small text-bad">The preview could not be loaded.</p>
            ) : preview.data?.html ? (
              <Markdown html={preview.data.html} />
            ) : (
              <p className="text-small text-faint">Nothing written yet.</p>
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
