// Takes the text of the credential out of a PNG, SVG, PDF or JSON file.
import { FILE_BYTES, TEXT_BYTES } from './limits'
import { TooLarge, unpack } from './unpack'

/** Attached files of a PDF that are looked at. */
const ATTACHED = 20

const KEYWORD = 'openbadgecredential'
const OLD_KEYWORD = 'openbadges'
const NAME_SPACE = 'https://purl.imsglobal.org/ob/v3p0'
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

/** Why a file has no credential in it. */
export type Missing =
  /** It is empty. */
  | 'empty'
  /** It, or what it unpacks to, is too large. */
  | 'large'
  /** A picture or a PDF without one. */
  | 'nothing'
  /** A badge of the version before, which is not signed in the file. */
  | 'old'
  /** A page of a site. */
  | 'page'
  /** It is of another kind. */
  | 'kind'
  /** It ends too early, or is torn. */
  | 'damaged'

export type Extracted = { text: string } | { missing: Missing }

export async function extract(file: Uint8Array<ArrayBuffer>): Promise<Extracted> {
  if (file.length === 0) return { missing: 'empty' }
  if (file.length > FILE_BYTES) return { missing: 'large' }
  try {
    const found = await find(file)
    return 'text' in found && found.text.length > TEXT_BYTES ? { missing: 'large' } : found
  } catch (error) {
    return { missing: error instanceof TooLarge ? 'large' : 'damaged' }
  }
}

async function find(file: Uint8Array<ArrayBuffer>): Promise<Extracted> {
  const begins = (bytes: number[]) => bytes.every((byte, at) => file[at] === byte)
  if (begins(PNG)) return fromPng(file)
  if (begins(PDF)) return fromPdf(file)
  let text: string
  try {
    text = utf8(file).trim()
  } catch {
    return { missing: 'kind' }
  }
  if (!text) return { missing: 'empty' }
  if (text.startsWith('<')) return fromMarkup(text)
  // The second is a credential as a JWT, which is not signed in a way that is known here.
  return /^[{[]/.test(text) || /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text) ? { text } : { missing: 'kind' }
}

/** The text of bytes; throws when they are no UTF-8. It drops a byte order mark. */
const utf8 = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

async function fromPng(file: Uint8Array<ArrayBuffer>): Promise<Extracted> {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  let missing: Missing = 'damaged'
  for (let at = PNG.length; at + 12 <= file.length; ) {
    const size = view.getUint32(at)
    const kind = latin(file.subarray(at + 4, at + 8))
    const data = file.subarray(at + 8, at + 8 + size)
    if (data.length < size) break
    if (kind === 'iTXt' || kind === 'tEXt') {
      const end = data.indexOf(0)
      const keyword = latin(data.subarray(0, Math.max(end, 0)))
      if (keyword === KEYWORD && kind === 'iTXt') return { text: await longText(data.subarray(end + 1)) }
      if (keyword === OLD_KEYWORD) return { missing: 'old' }
    }
    if (kind === 'IEND') {
      missing = 'nothing'
      break
    }
    at += 12 + size
  }
  return { missing }
}

/** The text of an iTXt chunk after its keyword: whether it is packed, how, its language, its keyword in that language, the text. */
async function longText(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const language = data.indexOf(0, 2)
  const keyword = data.indexOf(0, language + 1)
  if (language < 0 || keyword < 0) throw new Error('a chunk ends too early')
  const text = data.subarray(keyword + 1)
  return utf8(data[0] === 1 ? await unpack(text, 'deflate', TEXT_BYTES) : text)
}

/** One character for each byte. */
function latin(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return text
}

function fromMarkup(text: string): Extracted {
  const head = text.slice(0, 2000)
  if (/<!doctype html|<html[\s>]/i.test(head)) return { missing: 'page' }
  if (!/<svg[\s>]/.test(text)) return { missing: 'kind' }
  const [, prefix] = new RegExp(`\\bxmlns:([\\w.-]{1,50})\\s*=\\s*["']${NAME_SPACE.replaceAll('.', '\\.')}["']`).exec(text) ?? []
  if (!prefix) return { missing: /\bxmlns:[\w.-]{1,50}\s*=\s*["']http:\/\/openbadges\.org["']/.test(text) ? 'old' : 'nothing' }
  const start = text.indexOf(`<${prefix}:credential`)
  const open = start < 0 ? -1 : text.indexOf('>', start)
  const close = open < 0 ? -1 : text.indexOf(`</${prefix}:credential`, open)
  // As a JWT it stands in an attribute.
  const [, jwt] = (start < 0 ? null : /\sverify\s*=\s*["']([\w.-]+)["']/.exec(text.slice(start, open))) ?? []
  const inside = close < 0 ? (jwt ?? '') : characters(text.slice(open + 1, close)).trim() || (jwt ?? '')
  return inside ? { text: inside } : { missing: 'nothing' }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The characters of the inside of an element: sections of CDATA as they are, entities for what they stand for. */
function characters(inside: string): string {
  return inside.replace(/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|&(#x?)?(\w+);/g, (whole: string, data?: string, number?: string, name?: string) => {
    if (data !== undefined) return data
    if (name === undefined) return ''
    if (!number) return ENTITIES[name] ?? whole
    const code = Number.parseInt(name, number === '#x' ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** A PDF is not read as a whole: streams stand in it as they are, and each of them that is an attached file says so before it begins. */
async function fromPdf(file: Uint8Array<ArrayBuffer>): Promise<Extracted> {
  const text = latin(file)
  const mark = /\/EmbeddedFile(?![\w#])/g
  for (let looked = 0; looked < ATTACHED && mark.exec(text); looked++) {
    // The mark stands in the dictionary of the stream, whose beginning is that of the object.
    const begin = text.lastIndexOf(' obj', mark.lastIndex)
    const stream = /stream\r?\n/g
    stream.lastIndex = mark.lastIndex
    if (begin < 0 || !stream.exec(text)) continue
    const about = text.slice(begin, stream.lastIndex)
    const end = endOf(text, about, stream.lastIndex)
    if (about.includes('endobj') || end < 0) continue
    const found = await attached(file.subarray(stream.lastIndex, end), about)
    if (found?.trimStart().startsWith('{') && found.includes('VerifiableCredential')) return { text: found.trim() }
  }
  return text.includes('%%EOF') ? { missing: 'nothing' } : { missing: 'damaged' }
}

function endOf(text: string, about: string, start: number): number {
  const [, length, reference] = /\/Length\s+(\d{1,9})(\s+\d+\s+R)?/.exec(about) ?? []
  const said = length !== undefined && !reference ? start + Number(length) : -1
  if (said >= 0 && /^\s*endstream/.test(text.slice(said, said + 20))) return said
  return text.indexOf('endstream', start)
}

async function attached(bytes: Uint8Array<ArrayBuffer>, about: string): Promise<string | undefined> {
  const [, filters] = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(about) ?? []
  const names = filters?.match(/\/\w+/g) ?? []
  try {
    if (names.length === 0) return bytes.length > TEXT_BYTES ? undefined : utf8(bytes)
    return names.length === 1 && names[0] === '/FlateDecode' ? utf8(await unpack(bytes, 'deflate', TEXT_BYTES)) : undefined
  } catch (error) {
    if (error instanceof TooLarge) throw error
    return undefined
  }
}
