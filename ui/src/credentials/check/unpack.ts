// Unpacks what is compressed, up to a bound: a small file could otherwise grow until the browser gives up.

/** Thrown when more comes out than may. */
export class TooLarge extends Error {}

export async function unpack(bytes: Uint8Array<ArrayBuffer>, format: 'gzip' | 'deflate', most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > most) {
      void reader.cancel().catch(() => {})
      throw new TooLarge('it unpacks to more than is allowed')
    }
    parts.push(value)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
