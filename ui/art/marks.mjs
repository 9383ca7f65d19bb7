// Draws the product's mark: `node art/marks.mjs` writes the favicon, the touch icon and the
// picture for link previews.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badge, LEVELS } from './badges.mjs'
import { renderPng } from './png.mjs'

const INK = '#1c1a17'
const PAPER = '#faf6ec'
const FLAME = '#e8863e'

/** A hexagon nut that is also a C: open to one side, somebody in the middle. 32 by 32. */
const mark = (line, dot) =>
  `<path d="M25 11.2L16 6L7 11.2V20.8L16 26L25 20.8" fill="none" stroke="${line}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="16" cy="16" r="3.6" fill="${dot}"/>`

const favicon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${INK}"/>${mark(PAPER, FLAME)}</svg>\n`.replaceAll(
    /(\.\d*?)0+(?=["LV])/g,
    '$1',
  )

const touch = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${INK}"/><g transform="translate(2.4 2.4) scale(.85)">${mark(PAPER, FLAME)}</g></svg>`

function preview() {
  const horizon = (top, fill) => `<circle cx="600" cy="${top + 1500}" r="1500" fill="${fill}"/>`
  const colours = [...Object.values(LEVELS).map((level) => level.sky)].reverse()
  const strata = colours.map((fill, i) => horizon(398 + i * 30, fill)).join('') + horizon(548, '#33261f')
  const rays = Array.from({ length: 24 }, (_, i) => {
    const at = (a) => `${(600 + Math.cos(a) * 1000).toFixed(1)} ${(530 - Math.sin(a) * 1000).toFixed(1)}`
    const a = (i / 24) * Math.PI
    return `M600 530L${at(a)}L${at(a + Math.PI / 48)}Z`
  }).join('')
  const place = (svg, x, y, size) => svg.replace('width="256" height="256"', `x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"`)
  const pips = Array.from({ length: 5 }, (_, i) => `<circle cx="${600 + (i - 2) * 34}" cy="590" r="8"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
  <rect width="1200" height="630" fill="${PAPER}"/>
  <path d="${rays}" fill="#f4ead6"/>
  ${strata}<g fill="#ffd98a">${pips}</g>
  ${place(badge('upvote', 'stratosphere'), 150, 268, 180)}
  ${place(badge('project', 'troposphere'), 345, 232, 180)}
  ${place(badge('event', 'thermosphere'), 855, 232, 180)}
  ${place(badge('achievement', 'exosphere'), 1050, 268, 190)}
  <g transform="translate(470 72) scale(8.125)"><rect x="1" y="1.2" width="32" height="32" rx="8" fill="#e3d5b8"/><rect width="32" height="32" rx="8" fill="${INK}"/>${mark(PAPER, FLAME)}</g>
</svg>`
}

const out = join(dirname(fileURLToPath(import.meta.url)), '../public')
writeFileSync(join(out, 'favicon.svg'), favicon)
writeFileSync(join(out, 'apple-touch-icon.png'), renderPng(touch, 180))
writeFileSync(join(out, 'assets/og-default.png'), renderPng(preview(), 1200))
