// The owner's picture, name, text, links, availability and answers. `?edit=profile` opens it.
import type { ReactNode } from 'react'
import { INTEREST_ANSWERS, PROFILE_INPUT } from '../api/forms'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { TextArea } from '../kit/fields/TextArea'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { Pencil } from '../kit/icons'
import { Dialog } from '../kit/layers/Dialog'
import { useQueryState } from '../lib/queryState'
import { useSession } from '../sessions/SessionProvider'
import { ProfilePicture } from './ProfilePicture'
import { useEditProfile, type Profile } from './queries'
import { QUESTIONS } from './rules'

export function EditProfile({ profile, className }: { profile: Profile; className?: string }) {
  const [{ edit }, set] = useQueryState({ edit: '' })
  const close = () => set({ edit: '' })
  return (
    <>
      <Button className={className} onClick={() => set({ edit: 'profile' }, { push: true })} icon={<Pencil aria-hidden size="1.1em" />}>
        Edit profile
      </Button>
      <Dialog open={edit === 'profile'} onClose={close} title="Edit profile">
        <ProfilePicture profile={profile} />
        <ProfileForm profile={profile} onClose={close} />
      </Dialog>
    </>
  )
}

const HANDLE = { optional: true, autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { name, bio, github, linkedIn, twitter, portfolio, discord, status, interestQuestions } = profile
  const { know } = useSession()
  const { run } = useEditProfile({
    failed: 'Failed to update profile',
    done: 'Profile saved.',
    onDone(profile) {
      know(profile)
      onClose()
    },
  })
  const form = useForm({
    name: 'profile',
    version: 2,
    initial: { name, status, bio, github, linkedIn, twitter, portfolio, discord, ...interestQuestions },
    welcome: 'Your unsaved changes are back.',
    send: ({ bestAchievement, worstBugEver, favoriteLanguage, dreamProject, programmingSuperpowers, ...fields }) =>
      run({ ...fields, interestQuestions: { bestAchievement, worstBugEver, favoriteLanguage, dreamProject, programmingSuperpowers } }),
  })
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <form {...form.props} className="mt-6 space-y-5 border-t border-line pt-6 [&>:empty]:hidden">
      <TextField data-autofocus label="Name" hint="Everybody sees it, beside what you make and take part in." autoComplete="name" maxLength={PROFILE_INPUT.name} required {...form.text('name')} />
      <TextField label="Status" optional hint="What you are available for, such as open to collaboration." maxLength={PROFILE_INPUT.status} {...form.text('status')} />
      <TextArea label="About me" optional rows={4} placeholder="Tell us about yourself..." limit={PROFILE_INPUT.bio} {...form.text('bio')} />
      <Group title="Elsewhere">
        <TextField label="GitHub" hint="Your user name there, or a web address." maxLength={PROFILE_INPUT.github} {...HANDLE} {...form.text('github')} />
        <TextField label="LinkedIn" maxLength={PROFILE_INPUT.linkedIn} {...HANDLE} {...form.text('linkedIn')} />
        <TextField label="Twitter" maxLength={PROFILE_INPUT.twitter} {...HANDLE} {...form.text('twitter')} />
        <TextField label="Portfolio" optional type="url" inputMode="url" autoComplete="url" placeholder="https://…" maxLength={PROFILE_INPUT.portfolio} {...form.text('portfolio')} />
        <TextField label="Discord" hint="Your numeric id becomes a link; a name is shown as text." maxLength={PROFILE_INPUT.discord} {...HANDLE} {...form.text('discord')} />
      </Group>
      <Group title="Fun facts" hint="Your profile shows those that you answer.">
        {QUESTIONS.map(([key, question]) => (
          <TextArea key={key} label={question} optional rows={2} maxLength={INTEREST_ANSWERS[key]} {...form.text(key)} />
        ))}
      </Group>
      <FormError>{form.problem}</FormError>
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
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

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-5 border-t border-line pt-5">
      <legend className="float-start mb-4 w-full">
        <span className="font-display text-h4 font-bold">{title}</span>
        {hint && <span className="mt-0.5 block text-small text-soft">{hint}</span>}
      </legend>
      {children}
    </fieldset>
  )
}
