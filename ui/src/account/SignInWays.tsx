// The ways to sign in, and the change of the address. `?dialog=address` asks for the new one.
import type { ReactNode } from 'react'
import { EMAIL_INPUT } from '../api/forms'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { TextField } from '../kit/fields/TextField'
import { useForm, type FormErrors } from '../kit/fields/useForm'
import { Check, Clock } from '../kit/icons'
import { Dialog } from '../kit/layers/Dialog'
import { Time } from '../kit/Time'
import { useQueryState } from '../lib/queryState'
import { useSite } from '../sessions/SiteProvider'
import { useAskForAddress, useDropAddressChange, type Account } from './queries'

export function SignInWays({ account: { email, emailChange, googleSince } }: { account: Account }) {
  const [{ dialog }, set] = useQueryState({ dialog: '' })
  const hasGoogle = Boolean(useSite()?.signIn.googleClientId) || Boolean(googleSince)
  const close = () => set({ dialog: '' })
  return (
    <>
      <ul className="divide-y divide-line">
        <Way
          name="Link by e-mail"
          action={
            <Button size="sm" onClick={() => set({ dialog: 'address' }, { push: true })}>
              Change address
            </Button>
          }
        >
          <bdi className="wrap-anywhere">{email}</bdi>
        </Way>
        {hasGoogle && (
          <Way name="Google">
            {googleSince ? (
              <span>
                Connected since <Time value={googleSince} shape="shortDate" />
              </span>
            ) : (
              'Not connected. Sign in with the Google account of this address, and it is.'
            )}
          </Way>
        )}
      </ul>
      {emailChange && <PendingChange change={emailChange} />}
      <Dialog open={dialog === 'address'} onClose={close} title="Change your address">
        <AddressForm onClose={close} />
      </Dialog>
    </>
  )
}

function Way({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-caption text-faint">{name}</p>
        <p>{children}</p>
      </div>
      {action}
    </li>
  )
}

function PendingChange({ change: { email, oldConfirmed, newConfirmed, expiresAt } }: { change: NonNullable<Account['emailChange']> }) {
  const drop = useDropAddressChange()
  return (
    <div className="mt-2 rounded-md bg-warn-tint px-4 py-3 text-small">
      <p className="font-medium">
        Your address is about to become <bdi className="wrap-anywhere">{email}</bdi>
      </p>
      <ul className="mt-1.5 space-y-0.5">
        <Confirmation done={oldConfirmed} text="Your present address" />
        <Confirmation done={newConfirmed} text="The new address" />
      </ul>
      <p className="mt-1.5 text-soft">
        Open the link in the mail to each, until <Time value={expiresAt} shape="dateTime" />.
      </p>
      <Button className="mt-3" size="sm" busy={drop.busy} busyText="Dropping…" onClick={() => void drop.run()}>
        Keep my present address
      </Button>
    </div>
  )
}

function Confirmation({ done, text }: { done: boolean; text: string }) {
  return (
    <li className="flex items-center gap-2">
      {done ? <Check aria-hidden size="1rem" className="text-good" /> : <Clock aria-hidden size="1rem" className="text-faint" />}
      <span>{done ? `${text} has confirmed` : `${text} has yet to confirm`}</span>
    </li>
  )
}

function AddressForm({ onClose }: { onClose: () => void }) {
  const { run } = useAskForAddress(onClose)
  const form = useForm({ initial: { email: '' }, check: ({ email }): FormErrors => (email.trim() ? {} : { email: 'A valid e-mail address is required' }), send: run })
  return (
    <form {...form.props} className="mt-2 space-y-5 [&>:empty]:hidden">
      <p className="text-small text-soft">Both addresses get a mail and have to confirm the change within a day. Until then, everything stays as it is.</p>
      <TextField data-autofocus label="New e-mail address" type="email" inputMode="email" autoComplete="email" maxLength={EMAIL_INPUT.email} required {...form.text('email')} />
      <FormError>{form.problem}</FormError>
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button onClick={onClose} disabled={form.busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={form.busy} busyText="Sending…">
          Send both mails
        </Button>
      </div>
    </form>
  )
}
