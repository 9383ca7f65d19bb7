// What follows every answer that signs somebody in.
import type { components } from '../api/schema'
import { toast } from '../kit/layers/Toast'
import { useSession } from './SessionProvider'

export function useEnter() {
  const { signIn } = useSession()
  return ({ user, token }: components['schemas']['SignedIn']) => {
    // Who has no name yet is asked for it first.
    if (!user.needsName) toast(`Signed in as ${user.name}.`)
    signIn(user, token)
  }
}
