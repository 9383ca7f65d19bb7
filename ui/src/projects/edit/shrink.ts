// Makes a chosen picture ready to send. One that is larger than the server accepts is drawn smaller in the browser; its
// orientation and colours stay. What the browser cannot read is left to the server, which says why it refuses it.
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE } from '../../api/forms'

export type Ready = {
  file: Blob
  /** A small version to look at, as a data address; absent when the browser cannot read the picture. */
  thumbnail?: string
  /** What was done to it. */
  note?: string
}

export const LARGEST = `${MAX_PICTURE_BYTES / 1024 / 1024} MB`
export const KINDS = ['image/png', 'image/jpeg', 'image/webp']

/** Thrown with the sentence to show. */
export class PictureError extends Error {}

/** Pixels of the longest side of a picture that is drawn smaller: twice what pages show, so that nothing is lost there. */
const LONGEST = 3200
const SHORTEST = 640
const QUALITY = 0.9
const THUMBNAIL = 320
/** Bytes at the end of a file in which the mark of its end is looked for. */
const TAIL = 1024 * 1024

/** Whether the server accepts a picture of this size. */
export const fits = (bytes: number, width: number, height: number) =>
  bytes <= MAX_PICTURE_BYTES && width * height <= MAX_PICTURE_PIXELS && Math.max(width, height) <= MAX_PICTURE_SIDE

/** The size of a picture whose longest side is at most `longest`. */
export function within(width: number, height: number, longest: number): [number, number] {
  const scale = Math.min(1, longest / Math.max(width, height))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/**
 * Whether a file has its end. Browsers fill in what is missing, so a cut file would be sent with a grey part.
 * `tail` is its last part, `head` its first 12 bytes.
 */
export function isWhole(type: string, size: number, head: Uint8Array, tail: Uint8Array): boolean {
  if (type === 'image/jpeg') return tail.some((byte, at) => byte === 0xff && tail[at + 1] === 0xd9)
  if (type === 'image/png') return tail.some((_, at) => tail[at] === 0x49 && tail[at + 1] === 0x45 && tail[at + 2] === 0x4e && tail[at + 3] === 0x44)
  return head.length === 12 && new DataView(head.buffer, head.byteOffset).getUint32(4, true) + 8 <= size
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toLocaleString(undefined, { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`

/** Reads a chosen file and draws it smaller when it must be. Throws a `PictureError` when that is impossible. */
export async function prepare(file: File): Promise<Ready> {
  if (!KINDS.includes(file.type)) throw new PictureError('A picture must be a PNG, JPEG or WebP file')
  const unreadable = new PictureError(`A picture can have at most ${LARGEST}, and this one cannot be made smaller: it cannot be read, so the file may be damaged`)
  if (file.size > MAX_PICTURE_BYTES && !(await isFileWhole(file))) throw unreadable
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) {
    if (file.size > MAX_PICTURE_BYTES) throw unreadable
    return { file }
  }
  try {
    const { width, height } = bitmap
    const thumbnail = draw(bitmap, THUMBNAIL).toDataURL('image/webp', 0.8)
    if (fits(file.size, width, height)) return { file, thumbnail }
    // The server refuses a cut file; one that is drawn again would seem whole to it.
    if (!(await isFileWhole(file))) return { file, thumbnail }
    for (let longest = LONGEST; longest >= SHORTEST; longest *= 0.75) {
      const canvas = draw(bitmap, longest)
      // WebP keeps what is transparent.
      const drawn = await encoded(canvas, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp')
      if (drawn && fits(drawn.size, canvas.width, canvas.height))
        return { file: drawn, thumbnail, note: `Made smaller before it is sent: from ${megabytes(file.size)} to ${megabytes(drawn.size)}, ${canvas.width} × ${canvas.height} pixels.` }
    }
    throw new PictureError(`A picture can have at most ${LARGEST}`)
  } finally {
    bitmap.close()
  }
}

async function isFileWhole(file: File): Promise<boolean> {
  const [head, tail] = await Promise.all([bytesOf(file.slice(0, 12)), bytesOf(file.slice(-TAIL))])
  return isWhole(file.type, file.size, head, tail)
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer())

function draw(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = within(bitmap.width, bitmap.height, longest)
  const context = canvas.getContext('2d')
  if (!context) throw new PictureError('This browser cannot make the picture smaller')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

const encoded = (canvas: HTMLCanvasElement, type: string) => new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY))
