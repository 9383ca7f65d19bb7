// The description in Markdown, with the preview that the server renders.
import { useState } from 'react'
import { $api } from '../api/query'
import { Button } from '../kit/Button'
import { Markdown } from '../kit/Markdown'
import { Loading, SkeletonText } from '../kit/Skeleton'
import { TextArea } from '../kit/TextArea'
import { DESCRIPTION_LIMIT } from './draft'

type DescriptionFieldProps = { value: string; error?: string; onChange: (value: string) => void }

export function DescriptionField({ value, error, onChange }: DescriptionFieldProps) {
  const [previewed, setPreviewed] = useState(false)
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
          rows={10}
          required
          limit={DESCRIPTION_LIMIT}
          hint="Markdown: **bold**, lists, links, `code`."
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {previewed && (
        <section aria-label="Preview of the description">
          <p className="mb-1.5 text-small font-medium">Description, as it will look</p>
          <div className="min-h-40 rounded-md border border-line p-4">
            {preview.isPending ? (
              <Loading label="Rendering…">
                <SkeletonText lines={4} />
              </Loading>
            ) : preview.isError ? (
              <p className="text-small text-bad">The preview could not be loaded.</p>
            ) : (
              <Markdown html={preview.data?.html ?? ''} />
            )}
          </div>
        </section>
      )}
      <Button size="sm" variant="quiet" className="mt-2 -ms-3" onClick={toggle} aria-pressed={previewed}>
        {previewed ? 'Back to writing' : 'Preview'}
      </Button>
    </div>
  )
}
