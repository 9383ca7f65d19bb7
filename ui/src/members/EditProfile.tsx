// The owner's name, links and availability. `?edit=profile` opens it.
import { PROFILE_INPUT } from '../api/forms'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { Pencil } from '../kit/icons'
import { Dialog } from '../kit/layers/Dialog'
import { useQueryState } from '../lib/queryState'
import { useSession } from '../sessions/SessionProvider'
import { useEditProfile, type Profile } from './queries'

export function EditProfile({ profile, className }: { profile: Profile; className?: string }) {
  const [{ edit }, set] = useQueryState({ edit: '' })
  const close = () => set({ edit: '' })
  return (
    <>
      <Button className={className} onClick={() => set({ edit: 'profile' }, { push: true })} icon={<Pencil aria-hidden size="1.1em" />}>
        Edit profile
      </Button>
      <Dialog open={edit === 'profile'} onClose={close} title="Edit profile">
        <ProfileForm profile={profile} onClose={close} />
      </Dialog>
    </>
  )
}

function ProfileForm({ profile: { name, github, linkedIn, twitter, portfolio, discord, status }, onClose }: { profile: Profile; onClose: () => void }) {
  const { know } = useSession()
  const { run } = useEditProfile({
    failed: 'Failed to update profile',
    done: 'Profile saved.',
    onDone(profile) {
      know(profile)
      onClose()
    },
  })
  const form = useForm({ name: 'profile', initial: { name, github, linkedIn, twitter, portfolio, discord, status }, welcome: 'Your unsaved changes are back.', send: run })
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <form {...form.props} className="mt-2 space-y-5 [&>:empty]:hidden">
      <TextField data-autofocus label="Name" hint="Everybody sees it, beside what you make and take part in." autoComplete="name" maxLength={PROFILE_INPUT.name} required {...form.text('name')} />
      <TextField label="Status" optional hint="What you are available for, such as open to collaboration." maxLength={PROFILE_INPUT.status} {...form.text('status')} />
      <TextField label="GitHub" optional hint="Your user name there, or a web address." maxLength={PROFILE_INPUT.github} autoCapitalize="none" spellCheck={false} {...form.text('github')} />
      <TextField label="LinkedIn" optional maxLength={PROFILE_INPUT.linkedIn} autoCapitalize="none" spellCheck={false} {...form.text('linkedIn')} />
      <TextField label="Twitter" optional maxLength={PROFILE_INPUT.twitter} autoCapitalize="none" spellCheck={false} {...form.text('twitter')} />
      <TextField label="Portfolio" optional type="url" inputMode="url" placeholder="https://…" maxLength={PROFILE_INPUT.portfolio} {...form.text('portfolio')} />
      <TextField label="Discord" optional hint="Your numeric id, or your name there." maxLength={PROFILE_INPUT.discord} autoCapitalize="none" spellCheck={false} {...form.text('discord')} />
      <FormError>{form.problem}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={cancel} disabled={form.busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={form.busy} busyText="Saving…">
          Save
        </Button>
      </div>
    </form>
  )
}
