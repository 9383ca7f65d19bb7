// What is typed about heads of the log.

/** The whole number from 1 that was typed; nothing for anything else. */
export const readSize = (text: string) => (/^\d{1,12}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : undefined)

export const isRoot = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** A head as it stands in a mail, in a copy of the signed one, or alone: its root, and its size when it is there. */
export function readHead(text: string): { root: string; size?: number } | undefined {
  const [, size, root] = /(?:(?<!\w)(\d{1,12})\s+)?(?<!\w)([0-9a-f]{64})(?!\w)/i.exec(text) ?? []
  return root ? { root: root.toLowerCase(), size: size === undefined ? undefined : readSize(size) } : undefined
}
