// The community's colour, with its contrast in both themes and a preview.
import { AccentField } from '../AccentField'
import { SitePreview } from '../SitePreview'
import { Contrast } from './Contrast'
import type { Settings } from './queries'
import { SectionForm } from './SectionForm'
import { useSection } from './useSection'

export function LookSettings({ settings }: { settings: Settings }) {
  const form = useSection('look', settings, ['accentColour'])
  const accent = form.values.accentColour
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <SectionForm form={form} label="Look">
        <AccentField value={accent} onChange={(accentColour) => form.set({ accentColour })} error={form.errors.accentColour} />
        <Contrast accent={accent} />
      </SectionForm>
      <aside aria-label="Preview">
        <p className="mb-3 text-small font-medium">How it will look</p>
        <SitePreview name={settings.name} tagline={settings.tagline} accent={accent} />
      </aside>
    </div>
  )
}
