// How page views are counted: by this site itself, or by an external script as well.
import { SETTINGS_INPUT } from '../../api/forms'
import { TextField } from '../../kit/fields/TextField'
import type { Settings } from './queries'
import { SectionForm } from './SectionForm'
import { useSection } from './useSection'

export function VisitSettings({ settings }: { settings: Settings }) {
  const form = useSection('visits', settings, ['analyticsScript', 'analyticsSiteId'])
  return (
    <SectionForm form={form} label="Visits">
      <p className="text-soft">
        This site counts page views itself, without cookies and without personal data. If you use another service for that, name its script here. It is then the only script from elsewhere on the site, pages may load exactly it and nothing else, and the privacy policy says so. Visitors get it when they next load a page.
      </p>
      <TextField label="Address of the script" optional type="url" inputMode="url" placeholder="https://…" spellCheck={false} maxLength={SETTINGS_INPUT.analyticsScript} {...form.text('analyticsScript')} />
      <TextField label="Site ID" optional hint="As the service calls it: a number, a code, or the host name." spellCheck={false} maxLength={SETTINGS_INPUT.analyticsSiteId} {...form.text('analyticsSiteId')} />
    </SectionForm>
  )
}
