// What a project needs, when it is reviewed again, and the categories.
import { Checkbox } from '../../kit/fields/Toggles'
import { CategoryList } from './CategoryList'
import type { Settings } from './queries'
import { SectionForm } from './SectionForm'
import { useSection } from './useSection'

export function ProjectSettings({ settings }: { settings: Settings }) {
  const form = useSection('projects', settings, ['repositoryRequired', 'reviewEdits', 'categories'])
  return (
    <SectionForm form={form} label="Projects">
      <Checkbox label="Every project needs a link to its repository" hint="If not, a link to a demo or a picture is enough, for makers of things that have no code." {...form.toggle('repositoryRequired')} />
      <Checkbox label="Edits of approved projects go back to review" hint="When the title, a text or a link changes. Until it is approved again, the project is not public." {...form.toggle('reviewEdits')} />
      <CategoryList categories={form.values.categories} error={form.errors.categories} onChange={(categories) => form.set({ categories })} />
    </SectionForm>
  )
}
