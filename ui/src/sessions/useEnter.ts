// What happens after every answer that signs somebody in.
import type { components } from '../api/schema'
import { toast } from '../kit/layers/Toast'
import { useSession } from './SessionProvider'

export function useEnter() {
  const { signIn } = useSession()
  return ({ user, token }: components['schemas']['SignedIn']) => {
    // A member without a name is asked for it first.
    if (!user.needsName) toast(`Signed in as ${user.name}.`)
    signIn(user, token)
  }
}
