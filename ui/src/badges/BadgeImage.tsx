import { useState } from 'react'
import { BADGE_LEVELS } from '../api/badges'
import { altOf } from './rules'

const TONES = ['#d9803c', '#3d93b8', '#31539c', '#5b2c66', '#b98a3a']

type Props = {
  family: string
  level: string
  /** The alternative text; what the picture shows by default. Empty beside words that say the same. */
  alt?: string
  size?: number
  className?: string
}

/** A badge's picture. When it is missing, the default badge; when that is missing too, a drawn tile. */
export function BadgeImage(props: Props) {
  // Another badge starts over: its picture may exist although the last one failed.
  return <Picture key={`${props.family}_${props.level}`} {...props} />
}

function Picture({ family, level, alt = altOf(family, level), size = 96, className }: Props) {
  const [failed, setFailed] = useState(0)
  if (failed > 1) return <Tile level={level} alt={alt} size={size} className={className} />
  const file = `/assets/badges/${failed ? 'default' : `${encodeURIComponent(family)}_${encodeURIComponent(level)}`}`
  return (
    <picture key={file} className="contents">
      {/* Crisp at every size, and smaller than the pixels. Hidden, because in a row it would take a gap. */}
      <source type="image/svg+xml" srcSet={`${file}.svg`} className="hidden" />
      <img className={className} src={`${file}.png`} alt={alt} width={size} height={size} loading="lazy" decoding="async" onError={() => setFailed(failed + 1)} />
    </picture>
  )
}

function Tile({ level, alt, size, className }: Omit<Props, 'family'>) {
  const n = BADGE_LEVELS.findIndex((one) => one.level === level) + 1
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 64 64" {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
      <path d="M32 2l26 15v30L32 62 6 47V17z" fill={TONES[n - 1] ?? '#7d7466'} stroke="#fbf3e3" strokeWidth="2" strokeLinejoin="round" />
      {Array.from({ length: n || 1 }, (_, i) => (
        <circle key={i} cx={32 + (i - ((n || 1) - 1) / 2) * 8} cy="32" r="2.8" fill="#fbf3e3" />
      ))}
    </svg>
  )
}
