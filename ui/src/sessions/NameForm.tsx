// After the first sign-in: the name that everybody will see.
import { PROFILE_INPUT } from '../api/forms'
import { client } from '../api/client'
import { keysOf } from '../api/keys'
import { unwrap } from '../api/query'
import { useChange } from '../api/useChange'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { toast } from '../kit/layers/Toast'
import { useSession } from './SessionProvider'

/** Once the name is saved, the session has it and asks no more. */
export function NameForm({ proposal }: { proposal: string }) {
  const { know } = useSession()
  const { run } = useChange({
    call: (name: string) => unwrap(client.PUT('/api/users/profile', { body: { name } })),
    touches: keysOf('/api/users/profile', '/api/users/{id}'),
    onDone(profile) {
      toast(`Welcome, ${profile.name}.`)
      know(profile)
    },
    failed: 'Your name could not be saved',
  })
  const form = useForm({ name: 'name', initial: { name: proposal }, send: ({ name }) => run(name) })
  return (
    <form {...form.props} className="space-y-5 [&>:empty]:hidden">
      <FormError>{form.problem}</FormError>
      <TextField label="Your name" hint="Everybody sees it, beside what you make and take part in. A nickname will do." autoComplete="name" maxLength={PROFILE_INPUT.name} required {...form.text('name')} />
      <Button type="submit" variant="primary" wide busy={form.busy} busyText="Saving…">
        Go on
      </Button>
    </form>
  )
}
