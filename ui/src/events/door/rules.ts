// The search by name at the door. Pure.

/** Helpers get no addresses. */
type Named = { user: { name: string; email?: string } }

// The search ignores accents and case.
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** The people whose name has every typed word, or whose address begins with the text. Names that begin with it come first. */
export function matching<P extends Named>(all: readonly P[], typed: string): P[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const first = words[0]!
  return all
    .map((one) => ({ one, name: fold(one.user.name), email: fold(one.user.email ?? '') }))
    .filter(({ name, email }) => words.every((word) => name.includes(word) || email.startsWith(word)))
    .sort((a, b) => Number(b.name.startsWith(first)) - Number(a.name.startsWith(first)) || a.name.localeCompare(b.name))
    .map(({ one }) => one)
}

/** Members who are in none of the lists of the event. */
export function walkIns<M extends { _id: string }>(members: readonly M[], known: readonly { user: { _id: string } }[]): M[] {
  const ids = new Set(known.map(({ user }) => user._id))
  return members.filter((member) => !ids.has(member._id))
}

/** Whether the text is a whole e-mail address; the server says whose. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** Whom Enter checks in: the only participant with the name, when nobody else in sight has it. */
export function onlyOne<P>(found: readonly P[], without: readonly unknown[]): P | undefined {
  return found.length === 1 && without.length === 0 ? found[0] : undefined
}
