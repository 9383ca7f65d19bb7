// What the community says about itself.
import { SETTINGS_INPUT, SETTINGS_LINK } from '../../api/forms'
import { Button, IconButton } from '../../kit/Button'
import { FieldError } from '../../kit/fields/Field'
import { TextArea } from '../../kit/fields/TextArea'
import { TextField } from '../../kit/fields/TextField'
import type { FormErrors } from '../../kit/fields/useForm'
import { Plus, Trash2 } from '../../kit/icons'
import type { Settings } from './queries'
import { SectionForm } from './SectionForm'
import { useSection } from './useSection'

export function IdentitySettings({ settings }: { settings: Settings }) {
  const form = useSection('identity', settings, ['name', 'tagline', 'about', 'contactEmail', 'socialLinks'])
  const { text, values, errors } = form
  return (
    <SectionForm form={form} label="Community">
      <TextField label="Name" maxLength={SETTINGS_INPUT.name} required {...text('name')} />
      <TextField label="Tagline" optional hint="One line under the name." maxLength={SETTINGS_INPUT.tagline} {...text('tagline')} />
      <TextArea label="About" optional hint="A short text for the footer of every page." limit={SETTINGS_INPUT.about} {...text('about')} />
      <TextField label="Contact address" optional type="email" hint="Where visitors write to. Everybody sees it." autoComplete="email" spellCheck={false} maxLength={SETTINGS_INPUT.contactEmail} {...text('contactEmail')} />
      <Links links={values.socialLinks} errors={errors} onChange={(socialLinks) => form.set({ socialLinks })} />
    </SectionForm>
  )
}

type Link = Settings['socialLinks'][number]

function Links({ links, errors, onChange }: { links: Link[]; errors: FormErrors; onChange: (links: Link[]) => void }) {
  const patch = (at: number, change: Partial<Link>) => onChange(links.map((link, place) => (place === at ? { ...link, ...change } : link)))
  const isFull = links.length >= SETTINGS_INPUT.socialLinks
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">
        Social links <span className="font-normal text-faint">(optional)</span>
      </legend>
      <ul className="space-y-4">
        {links.map((link, at) => (
          <li key={at} className="flex items-start gap-2 border-b border-line pb-4 sm:border-0 sm:pb-0">
            <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <TextField label={`Name of link ${at + 1}`} hideLabel placeholder="Name" maxLength={SETTINGS_LINK.name} error={errors[`socialLinks.${at}.name`]} value={link.name} onChange={({ target }) => patch(at, { name: target.value })} />
              <TextField label={`Address of link ${at + 1}`} hideLabel type="url" inputMode="url" placeholder="https://…" maxLength={SETTINGS_LINK.url} error={errors[`socialLinks.${at}.url`]} value={link.url} onChange={({ target }) => patch(at, { url: target.value })} />
            </div>
            <IconButton label={`Remove link ${at + 1}`} icon={<Trash2 aria-hidden size="1.1rem" />} onClick={() => onChange(links.filter((_, place) => place !== at))} />
          </li>
        ))}
      </ul>
      <Button size="sm" className={links.length > 0 ? 'mt-4' : undefined} disabled={isFull} icon={<Plus aria-hidden size="1em" />} onClick={() => onChange([...links, { name: '', url: '' }])}>
        Add a link
      </Button>
      {isFull && <p className="mt-1.5 text-caption text-faint">{`These are the ${SETTINGS_INPUT.socialLinks} links that there can be.`}</p>}
      <FieldError error={errors.socialLinks} />
    </fieldset>
  )
}
