// The community's colour, with its contrast in both themes and a preview, and its pictures.
import { AccentField } from '../AccentField'
import { SitePreview } from '../SitePreview'
import { Contrast } from './Contrast'
import type { Settings } from './queries'
import { SectionForm } from './SectionForm'
import { SitePicture } from './SitePicture'
import { useSection } from './useSection'

export function LookSettings({ settings }: { settings: Settings }) {
  const form = useSection('look', settings, ['accentColour'])
  const accent = form.values.accentColour
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div>
        <SectionForm form={form} label="Look">
          <AccentField value={accent} onChange={(accentColour) => form.set({ accentColour })} error={form.errors.accentColour} />
          <Contrast accent={accent} />
        </SectionForm>
        <div className="mt-10 max-w-160 space-y-6 border-t border-line pt-8">
          <SitePicture which="logo" label="Logo" hint="In the header, in mails and on certificates. A square one is also the icon of the site." src={settings.logoUrl} className="size-20 p-1.5" />
          <SitePicture which="preview" label="Picture for link previews" hint="For pages that have none of their own. Best at 1,200 by 630 pixels." src={settings.previewUrl} className="aspect-[1200/630] w-40" />
        </div>
      </div>
      <aside aria-label="Preview" className="print:hidden">
        <p className="mb-3 text-small font-medium">How it will look</p>
        <SitePreview name={settings.name} tagline={settings.tagline} accent={accent} />
      </aside>
    </div>
  )
}
