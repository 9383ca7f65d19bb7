// Who is meant by what was typed at the door.

type Named = { user: { name: string; email: string } }

// Accents and case do not matter at a door.
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Those who have every word that was typed in their name, or their address begins with it; names that begin with it come first. */
export function matching<P extends Named>(all: readonly P[], typed: string): P[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const first = words[0]!
  return all
    .map((one) => ({ one, name: fold(one.user.name), email: fold(one.user.email) }))
    .filter(({ name, email }) => words.every((word) => name.includes(word) || email.startsWith(word)))
    .sort((a, b) => Number(b.name.startsWith(first)) - Number(a.name.startsWith(first)) || a.name.localeCompare(b.name))
    .map(({ one }) => one)
}
