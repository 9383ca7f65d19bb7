// The icons of the networks that people link to; an unknown network gets a globe.
import { Globe, Mail, MessageCircle } from './icons'
import sprite from './icons.svg'

const MARKS = ['github', 'linkedin', 'twitter', 'youtube', 'instagram', 'mastodon']

/** `name` is the network: github, linkedIn, twitter, portfolio, discord … */
export function SocialIcon({ name, size = 20 }: { name: string; size?: number }) {
  const key = name.toLowerCase().replace(/^x$/, 'twitter')
  if (/discord|telegram|slack|matrix|chat/.test(key)) return <MessageCircle aria-hidden size={size} />
  if (/mail/.test(key)) return <Mail aria-hidden size={size} />
  if (!MARKS.includes(key)) return <Globe aria-hidden size={size} />
  return (
    <svg aria-hidden width={size} height={size} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      <use href={`${sprite}#${key}`} />
    </svg>
  )
}
