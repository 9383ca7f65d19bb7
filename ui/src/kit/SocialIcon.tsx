// Marks of the networks that people link to; anything unknown is a globe.
import type { ReactNode } from 'react'
import { Globe, Mail, MessageCircle } from './icons'

const MARKS: Record<string, ReactNode> = {
  github: (
    <>
      <path d="M15 22v-4a4.8 4.8 0 0 0-1-3.5c3 0 6-2 6-5.5.08-1.25-.27-2.48-1-3.5.28-1.15.28-2.35 0-3.5 0 0-1 0-3 1.5-2.64-.5-5.36-.5-8 0C6 2 5 2 5 2c-.3 1.15-.3 2.35 0 3.5A5.4 5.4 0 0 0 4 9c0 3.5 3 5.5 6 5.5-.39.49-.68 1.05-.85 1.65-.17.6-.22 1.23-.15 1.85v4" />
      <path d="M9 18c-4.51 2-5-2-7-2" />
    </>
  ),
  linkedin: (
    <>
      <path d="M16 8a6 6 0 0 1 6 6v7h-4v-7a2 2 0 0 0-4 0v7h-4v-7a6 6 0 0 1 6-6z" />
      <path d="M2 9h4v12H2z" />
      <circle cx="4" cy="4" r="2" />
    </>
  ),
  twitter: <path d="M4 4l6.7 9L4.3 20M20 4l-7 7.6M4 4h4l12 16h-4z" />,
  youtube: (
    <>
      <rect x="2" y="5" width="20" height="14" rx="4" />
      <path d="m10 9 5 3-5 3z" />
    </>
  ),
  instagram: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7h.01" />
    </>
  ),
  mastodon: <path d="M7 17c-3-.6-4-3-4-8 0-4 2-6 9-6s9 2 9 6c0 5-1 7-6 7.5-3 .3-5 0-5 0 0 2.5 3 3.5 7 2.5-1 2-3 2-5 2-3 0-5-1-5-4M8 12V8.5a2 2 0 0 1 4 0V11m0-2.5a2 2 0 0 1 4 0V12" />,
}

/** `name` is the network: github, linkedIn, twitter, portfolio, discord … */
export function SocialIcon({ name, size = 20 }: { name: string; size?: number }) {
  const key = name.toLowerCase()
  if (key === 'discord' || key === 'telegram' || key === 'slack' || key === 'chat') return <MessageCircle aria-hidden size={size} />
  if (key === 'email') return <Mail aria-hidden size={size} />
  const mark = MARKS[key === 'x' ? 'twitter' : key]
  if (!mark) return <Globe aria-hidden size={size} />
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      {mark}
    </svg>
  )
}
