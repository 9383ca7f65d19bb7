// The partner of an event.
import { EVENT_INPUT } from '../../api/forms'
import { PARTNERSHIPS } from '../../api/rules'
import { SelectField } from '../../kit/fields/SelectField'
import { TextField } from '../../kit/fields/TextField'
import { Switch } from '../../kit/fields/Toggles'
import { PictureField } from './PictureField'
import { switchOf, textOf, type EventPartProps } from './formFields'

export function EventFormPartner(part: EventPartProps) {
  const { draft, onChange } = part
  const text = textOf(part)
  const collaborate = (on: boolean) => {
    // A partner usually signs certificates first, so they are held by default.
    const untouched = !draft.certificateDelayReason.trim()
    onChange({ isCollaborative: on, ...(on ? { sendCertificatesImmediately: false } : untouched && { sendCertificatesImmediately: true }) })
  }
  return (
    <>
      <Switch
        label="This is a collaborative event"
        hint="The partner is shown on the event’s page. Certificates are then held until you release them; Additional Details can change that."
        {...switchOf(part)('isCollaborative')}
        onChange={(event) => collaborate(event.target.checked)}
      />
      {draft.isCollaborative && (
        <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
          <TextField label="Organization Name" required maxLength={EVENT_INPUT.organizationName} autoComplete="off" {...text('organizationName')} />
          <SelectField label="Partnership Type" options={PARTNERSHIPS} {...text('partnershipType')} />
          <PictureField part={part} name="organizationLogo" label="Organization Logo" maxLength={EVENT_INPUT.organizationLogo} shape="size-20 object-contain p-1.5" hint="Shown with the name of the partner." />
          <TextField label="Organization Website" type="url" inputMode="url" placeholder="https://…" maxLength={EVENT_INPUT.organizationWebsite} optional {...text('organizationWebsite')} />
          <TextField label="Organization Contact" type="email" inputMode="email" optional maxLength={EVENT_INPUT.organizationContact} autoComplete="off" hint="An e-mail address. Only the event’s organisers and admins see it." {...text('organizationContact')} />
        </div>
      )}
    </>
  )
}
