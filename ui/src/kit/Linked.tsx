// A text that somebody typed, in which web addresses are links.
import { Link } from './Link'

export function Linked({ text }: { text: string }) {
  return linkPieces(text).map((piece, at) =>
    piece.href ? (
      <Link key={at} href={piece.href} rel="nofollow ugc noopener" className="break-words">
        {piece.text}
      </Link>
    ) : (
      <span key={at}>{piece.text}</span>
    ),
  )
}

type Piece = { text: string; /** The address that it leads to. */ href?: string }

// What stands before an address must not belong to a word, to another address or to an e-mail address.
const ADDRESS = /(^|[^\p{L}\p{N}_@./:-])((?:https?:\/\/|www\.)[^\s<>"]+)/giu
const ENDING = /[?!.,:;*_~'’”»…。，、！？：；]+$/u
const PAIRS = ['()', '[]', '{}', '（）', '「」'] as const

const count = (text: string, character: string) => text.split(character).length - 1

/** The address without the punctuation after it. A closing bracket stays when it was opened within. */
function trimmed(address: string): string {
  const kept = address.replace(ENDING, '')
  const pair = PAIRS.find((pair) => kept.endsWith(pair[1]!))
  return pair && count(kept, pair[1]!) > count(kept, pair[0]!) ? trimmed(kept.slice(0, -1)) : kept
}

/**
 * A text in pieces, of which web addresses are links. They are found as GitHub's Markdown finds them: https://… or www.…,
 * without the punctuation that ends a sentence.
 */
export function linkPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(ADDRESS)) {
    const start = match.index + match[1]!.length
    const address = trimmed(match[2]!)
    const href = webAddress(address)
    if (!href) continue
    if (start > done) pieces.push({ text: text.slice(done, start) })
    pieces.push({ text: address, href })
    done = start + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

/** The address if its host has a dot or is this machine, and it names nobody's password; by the rule of the server. */
function webAddress(address: string): string | undefined {
  const whole = /^www\./i.test(address) ? `http://${address}` : address
  if (!URL.canParse(whole)) return undefined
  const { hostname, username, href } = new URL(whole)
  const isHost = hostname === 'localhost' || hostname.startsWith('[') || /^[^.]+(?:\.[^.]+)+\.?$/.test(hostname)
  return isHost && !username ? href : undefined
}
