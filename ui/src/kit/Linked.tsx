// A text that somebody typed, in which web addresses are links.
import { linkPieces } from '../lib/text'
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
