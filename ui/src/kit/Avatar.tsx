// A member's picture, or a monogram in a colour of their own.
import { useState } from 'react'
import { cx } from '../lib/cx'
import { monogram, nameHue } from '../lib/monogram'

type AvatarProps = {
  name: string
  src?: string | null
  size?: number
  /** The alternative text; only needed when no name stands beside the picture. */
  alt?: string
  className?: string
}

export function Avatar({ name, src, size = 40, alt = '', className }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const box = cx('outlined inline-grid shrink-0 place-items-center overflow-hidden rounded-full align-middle', className)
  if (src && failed !== src) {
    return <img src={src} alt={alt} width={size} height={size} loading="lazy" decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(src)} className={cx(box, 'bg-quiet object-cover')} style={{ width: size, height: size }} />
  }
  const hue = nameHue(name)
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={cx(box, 'font-display font-bold select-none')}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.4,
        lineHeight: 1,
        background: `light-dark(oklch(0.9 0.055 ${hue}), oklch(0.34 0.06 ${hue}))`,
        color: `light-dark(oklch(0.38 0.09 ${hue}), oklch(0.9 0.06 ${hue}))`,
      }}
    >
      {monogram(name)}
    </span>
  )
}
