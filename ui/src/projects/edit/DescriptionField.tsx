// The description in Markdown, with a preview that the server renders.
import { MARKDOWN_INPUT } from '../../api/forms'
import { client } from '../../api/client'
import { unwrap } from '../../api/query'
import { MarkdownField } from '../../kit/fields/MarkdownField'

type DescriptionFieldProps = { value: string; error?: string; rows?: number; onChange: (value: string) => void }

const preview = (text: string) => unwrap(client.POST('/api/markdown', { body: { text } }))

export function DescriptionField(props: DescriptionFieldProps) {
  return <MarkdownField label="Description" name="description" required limit={MARKDOWN_INPUT.text} preview={preview} {...props} />
}
