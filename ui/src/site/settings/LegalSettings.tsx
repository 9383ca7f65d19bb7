// The legal texts of the community's own.
import { SETTINGS_INPUT } from '../../api/forms'
import { MarkdownField } from '../../kit/fields/MarkdownField'
import { Link } from '../../kit/Link'
import { paths } from '../../paths'
import { previewLegalText, type Settings } from './queries'
import { SectionForm } from './SectionForm'
import { useSection } from './useSection'

const EMPTY = 'Without a text of your own, visitors read the one that comes with the program.'

export function LegalSettings({ settings }: { settings: Settings }) {
  const form = useSection('legal', settings, ['terms', 'privacy'])
  const field = (name: 'terms' | 'privacy') => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    limit: SETTINGS_INPUT[name],
    preview: previewLegalText,
    empty: EMPTY,
    optional: true,
    onChange: (value: string) => form.set({ [name]: value }),
  })
  return (
    <SectionForm form={form} label="Legal texts">
      <p className="text-soft">
        <span>The program comes with texts in plain words: </span>
        <Link to={paths.terms()}>Terms of Service</Link>
        <span> and </span>
        <Link to={paths.privacy()}>Privacy Policy</Link>
        <span>. A text that you write here takes the place of one. Leave a field empty to keep the program’s.</span>
      </p>
      <MarkdownField label="Terms of Service" {...field('terms')} />
      <MarkdownField label="Privacy Policy" {...field('privacy')} />
    </SectionForm>
  )
}
