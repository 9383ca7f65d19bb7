// What stands on certificates.
import { SETTINGS_INPUT } from '../../api/forms'
import { TextField } from '../../kit/fields/TextField'
import type { Settings } from './queries'
import { SectionForm } from './SectionForm'
import { useSection } from './useSection'

export function CertificateSettings({ settings }: { settings: Settings }) {
  const form = useSection('certificates', settings, ['certificatePrefix', 'certificateSignatory', 'certificateSignatoryTitle'])
  const prefix = form.values.certificatePrefix || (settings.certificatePrefix === '' ? settings.prefixInUse : '')
  return (
    <SectionForm form={form} label="Certificates">
      <TextField
        label="Prefix"
        optional
        hint={
          prefix ? (
            <span>
              New certificates are called <code>{`CERT-${prefix}-123456789012`}</code>. Those that were issued keep their name.
            </span>
          ) : (
            '2 to 6 capital letters, A to Z. Without them, it is made from the name of the community.'
          )
        }
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={SETTINGS_INPUT.certificatePrefix}
        {...form.text('certificatePrefix')}
        onChange={({ target }) => form.set({ certificatePrefix: target.value.toUpperCase() })}
      />
      <TextField label="Signatory" optional hint="Who signs certificates. Without a name, the community signs." maxLength={SETTINGS_INPUT.certificateSignatory} {...form.text('certificateSignatory')} />
      <TextField label="Title of the signatory" optional hint="Such as Chair or Head of Programme." maxLength={SETTINGS_INPUT.certificateSignatoryTitle} {...form.text('certificateSignatoryTitle')} />
    </SectionForm>
  )
}
