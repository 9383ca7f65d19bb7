// Requirements, tags, picture, prizes, certificates.
import { CERTIFICATE_DESIGNS, EVENT_INPUT } from '../../api/forms'
import { SelectField } from '../../kit/fields/SelectField'
import { TagsField } from '../../kit/fields/TagsField'
import { TextArea } from '../../kit/fields/TextArea'
import { Switch } from '../../kit/fields/Toggles'
import { switchOf, textOf, type EventPartProps } from './formFields'
import { PictureField } from './PictureField'

export function EventFormDetails(part: EventPartProps) {
  const { draft, errors, onChange } = part
  const [text, toggle] = [textOf(part), switchOf(part)]
  return (
    <>
      <TextArea label="Requirements" optional rows={2} maxLength={EVENT_INPUT.requirements} hint="What participants need to know or to bring." {...text('requirements')} />
      <TagsField label="Tags" optional hint={`Press Enter or type a comma after each one. Up to ${EVENT_INPUT.tags}.`} maxTags={EVENT_INPUT.tags} maxLength={EVENT_INPUT.tagsEach} value={draft.tags} error={errors.tags} onChange={(tags) => onChange({ tags })} />
      <PictureField part={part} name="bannerImage" label="Banner Image" maxLength={EVENT_INPUT.bannerImage} shape="aspect-[16/5] w-64 object-cover" hint="Best at 1,600 by 500 pixels. Without one, a banner is drawn for the type of the event." />
      <div className="space-y-3 border-t border-line pt-4">
        <Switch label="There are prizes" {...toggle('hasRewards')} />
        <Switch label="Certificates offered" hint="For everybody who becomes Completed." {...toggle('certificatesOffered')} />
      </div>
      {draft.certificatesOffered && (
        <div className="space-y-6 border-s-2 border-line ps-4 sm:ps-6">
          <SelectField label="Certificate Design" options={CERTIFICATE_DESIGNS} className="max-w-80" {...text('certificateDesign')} />
          <Switch
            label="Send certificates immediately"
            hint={draft.sendCertificatesImmediately ? 'Participants get theirs as soon as they are Completed.' : 'Certificates are held, and marked as pending, until you release them.'}
            {...toggle('sendCertificatesImmediately')}
          />
          {!draft.sendCertificatesImmediately && (
            <TextArea label="Reason for the Delay" optional rows={2} maxLength={EVENT_INPUT.certificateDelayReason} hint="Shown on the event’s page." {...text('certificateDelayReason')} />
          )}
          <TextArea label="Certificate Message" optional rows={2} maxLength={EVENT_INPUT.customCertificateMessage} hint="Shown on the event’s page, beside what is said about certificates." {...text('customCertificateMessage')} />
        </div>
      )}
    </>
  )
}
