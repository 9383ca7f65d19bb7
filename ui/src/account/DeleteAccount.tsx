// Deletes the account: says what goes and what stays, and asks for the name. `?dialog=delete` opens it.
import type { ReactNode } from 'react'
import { DELETION_INPUT } from '../api/forms'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { TextField } from '../kit/fields/TextField'
import { Checkbox } from '../kit/fields/Toggles'
import { useForm, type FormErrors } from '../kit/fields/useForm'
import { Trash2 } from '../kit/icons'
import { Dialog } from '../kit/layers/Dialog'
import { useQueryState } from '../lib/queryState'
import { useSession } from '../sessions/SessionProvider'
import { useDeleteAccount, type Account } from './queries'

export function DeleteAccount({ account }: { account: Account }) {
  const [{ dialog }, set] = useQueryState({ dialog: '' })
  const close = () => set({ dialog: '' })
  return (
    <>
      <Button size="sm" variant="danger" onClick={() => set({ dialog: 'delete' }, { push: true })} icon={<Trash2 aria-hidden size="1.1em" />}>
        Delete my account
      </Button>
      <Dialog open={dialog === 'delete'} onClose={close} title="Delete your account?">
        {account.isLastAdmin ? (
          <p className="mt-2 text-soft">You are the only admin. Make somebody else an admin first, so that the community can go on without you.</p>
        ) : (
          <DeletionForm name={account.name} onClose={close} />
        )}
      </Dialog>
    </>
  )
}

function DeletionForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { signOut } = useSession()
  const { run } = useDeleteAccount(signOut)
  const form = useForm({
    initial: { confirmation: '', withContent: false },
    check: ({ confirmation }): FormErrors => (confirmation.trim() ? {} : { confirmation: 'Please type your name as it is written above' }),
    send: run,
  })
  const { withContent } = form.values
  return (
    <form {...form.props} className="mt-2 space-y-5 [&>:empty]:hidden">
      <p className="text-soft">This cannot be undone.</p>
      <Fate title="This goes at once">
        <li>your name, address, picture and everything else on your profile</li>
        <li>your registrations: your places at upcoming events go to the waiting list</li>
        <li>your upvotes, the badges that you were given, your mails and all sign-ins</li>
        <li>{withContent ? 'all your projects and comments' : 'projects of yours that are not public'}</li>
      </Fate>
      <Fate title="This stays">
        {!withContent && <li>your public projects and your comments, by “Deleted member”</li>}
        <li>your certificates, which can still be verified by their number, with the name that is printed on them</li>
      </Fate>
      <Checkbox label="Also delete my public projects and comments" {...form.toggle('withContent')} />
      <TextField
        label="Your name, to confirm"
        hint={
          <>
            Type <bdi className="font-medium text-ink">{name}</bdi>
          </>
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={DELETION_INPUT.confirmation}
        required
        {...form.text('confirmation')}
      />
      <FormError>{form.problem}</FormError>
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button onClick={onClose} disabled={form.busy}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={form.busy} busyText="Deleting…">
          Delete my account
        </Button>
      </div>
    </form>
  )
}

function Fate({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-sans text-small font-medium">{title}</h3>
      <ul className="mt-1 list-disc space-y-1 ps-5 text-small text-soft">{children}</ul>
    </section>
  )
}
