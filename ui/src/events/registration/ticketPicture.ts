// A ticket as a picture to keep: what is shown at a door, without the site.

const WIDTH = 1080
const MARGIN = 90
const CODE = 720
const LINE = 1.3
const INK = '#14110f'
const SOFT = '#57504a'

/** The code: a path in a square of `size` modules. */
type Code = { size: number; path: string }
type Line = { text: string; pixels: number; bold?: boolean; colour?: string; /** Pixels of room above it. */ above?: number }
/** What stands above the code and below it. */
type Words = { above: Line[]; below: Line[] }

/** Breaks a text into lines of at most `width`, between words where it can. `measure` says how wide a text is. */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of word) {
      if (line && measure(line + letter) > width) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return line ? [...lines, line] : lines
}

export const ticketWords = (ticket: string, { title, days, hours, place, name }: { title: string; days: string; hours: string; place: string; name: string }): Words => ({
  above: [
    { text: title, pixels: 56, bold: true },
    { text: days, pixels: 36, colour: SOFT, above: 16 },
    { text: hours, pixels: 36, colour: SOFT },
    { text: place, pixels: 36, colour: SOFT },
  ],
  below: [
    { text: name, pixels: 48, bold: true },
    { text: `Ticket number ${ticket}`, pixels: 32, colour: SOFT, above: 12 },
  ],
})

/** Draws the ticket as a PNG; undefined where the browser cannot. */
export async function ticketPicture({ size, path }: Code, { above, below }: Words): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  const family = getComputedStyle(document.body).fontFamily
  const font = ({ pixels, bold }: Line) => `${bold ? '600 ' : ''}${pixels}px ${family}`
  const laidOut = (lines: Line[]) =>
    lines.flatMap((line) => {
      pen.font = font(line)
      return wrapped(line.text, WIDTH - 2 * MARGIN, (text) => pen.measureText(text).width).map((text, at) => ({ ...line, text, above: at === 0 ? line.above : 0 }))
    })
  const [head, foot] = [laidOut(above), laidOut(below)]
  const height = (lines: Line[]) => lines.reduce((sum, { pixels, above: room = 0 }) => sum + pixels * LINE + room, 0)
  const codeAt = MARGIN + height(head) + 60
  canvas.width = WIDTH
  canvas.height = Math.ceil(codeAt + CODE + 40 + height(foot) + MARGIN)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.textAlign = 'center'
  pen.textBaseline = 'top'
  const write = (lines: Line[], from: number) => {
    let y = from
    for (const line of lines) {
      y += line.above ?? 0
      pen.font = font(line)
      pen.fillStyle = line.colour ?? INK
      pen.fillText(line.text, WIDTH / 2, y)
      y += line.pixels * LINE
    }
  }
  write(head, MARGIN)
  write(foot, codeAt + CODE + 40)
  pen.fillStyle = '#000'
  pen.translate((WIDTH - CODE) / 2, codeAt)
  pen.scale(CODE / size, CODE / size)
  pen.fill(new Path2D(path))
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined)))
}
