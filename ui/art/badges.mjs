// Draws the badge images: `node art/badges.mjs` writes public/assets/badges/*.svg, which pages show at every size, and *.png
// of 512 pixels for mails and link previews.
//
// All badges share one design. The silhouette and the sign show what a badge is for; the sky shows how
// high it is. Every level stands on the colours of the levels below it, and shows its number
// as pips in the ground. Everything is computed, so a run always gives the same pictures.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { renderPng } from './png.mjs'

const CREAM = '#fbf3e3'
const n1 = (x) => Math.round(x * 10) / 10

// sky: the level's own colour. low: the sky nearer the horizon. shade: the sign's hard shadow.
export const LEVELS = {
  troposphere: { sky: '#d9803c', low: '#e79a55', shade: '#b3602a', rim: '#8f4420', thread: '#e9b27c', gold: '#ffd98a' },
  stratosphere: { sky: '#3d93b8', low: '#59abc9', shade: '#2a7597', rim: '#1d5a78', thread: '#8cc6dc', gold: '#ffdf9b' },
  mesosphere: { sky: '#31539c', low: '#4067b0', shade: '#223e7b', rim: '#1c3268', thread: '#7d9bd6', gold: '#ffd98a' },
  thermosphere: { sky: '#5b2c66', low: '#6f3a76', shade: '#42204d', rim: '#8a3f74', thread: '#d99ac0', gold: '#ffd1a0' },
  exosphere: { sky: '#131a33', low: '#1b2544', shade: '#090d1e', rim: '#b98a3a', thread: '#f4dca0', gold: '#ffdf8f' },
}
const NAMES = Object.keys(LEVELS)
const GROUND = '#33261f'

/** A polygon with rounded corners; each point is [x, y, radius]. */
function rounded(points) {
  const out = []
  points.forEach(([x, y, r], i) => {
    const before = points[(i + points.length - 1) % points.length]
    const after = points[(i + 1) % points.length]
    const towards = ([px, py]) => {
      const d = Math.hypot(px - x, py - y)
      const k = Math.min(r, d / 2) / d
      return `${n1(x + (px - x) * k)} ${n1(y + (py - y) * k)}`
    }
    out.push(`${i ? 'L' : 'M'}${towards(before)}Q${n1(x)} ${n1(y)} ${towards(after)}`)
  })
  return `${out.join('')}Z`
}

const around = (count, radius, start, cx = 128, cy = 128) =>
  Array.from({ length: count }, (_, i) => {
    const a = ((start + (360 / count) * i) * Math.PI) / 180
    const [r, corner] = radius(i)
    return [cx + Math.cos(a) * r, cy + Math.sin(a) * r, corner]
  })

function star(cx, cy, r, inner = 0.4) {
  const points = around(10, (i) => [i % 2 ? r * inner : r, 0], -90, cx, cy)
  return `M${points.map(([x, y]) => `${n1(x)} ${n1(y)}`).join('L')}Z`
}

/** A four-armed sparkle, the far star of the drawings. */
const spark = (x, y, r) => {
  const q = r * 0.16
  return `M${x} ${y - r}Q${n1(x + q)} ${n1(y - q)} ${x + r} ${y}Q${n1(x + q)} ${n1(y + q)} ${x} ${y + r}Q${n1(x - q)} ${n1(y + q)} ${x - r} ${y}Q${n1(x - q)} ${n1(y - q)} ${x} ${y - r}Z`
}

// ground: where the horizon's crown lies. sign: where the sign sits in level 1; it rises a little.
const FAMILIES = {
  upvote: {
    outline: rounded(around(6, () => [124, 26], -90)),
    ground: 188,
    pips: 204,
    sign: 112,
    scale: 1.1,
    draw: (fill, second) => `
      <path d="M0-45L40-3Q44 4 36 5H17V35Q17 41 11 41H-11Q-17 41-17 35V5H-36Q-44 4-40-3Z" fill="${fill}"/>
      <path d="M0-45L40-3Q44 4 36 5H17V35Q17 41 11 41H0Z" fill="${second}"/>`,
  },
  project: {
    outline: rounded([
      [16, 16, 46],
      [240, 16, 46],
      [240, 240, 46],
      [16, 240, 46],
    ]),
    ground: 196,
    pips: 212,
    sign: 120,
    scale: 1.1,
    // a hammer, the head towards the upper right
    draw: (fill, second) => `<g transform="rotate(40)">
      <rect x="-7.5" y="-22" width="15" height="72" rx="5" fill="${second}"/>
      <path d="M-34-46H14Q32-46 42-28Q44-22 37-23Q27-25 18-18H-34Q-40-18-40-24V-40Q-40-46-34-46Z" fill="${fill}"/>
      <path d="M-27-46H-21V-18H-27Z" fill="${second}"/></g>`,
    over: (level) =>
      [
        [51, 51],
        [205, 51],
        [51, 205],
        [205, 205],
      ]
        .map(
          ([x, y], i) =>
            `<circle cx="${x}" cy="${y}" r="7" fill="${level.thread}"/><path d="M-4.5 0H4.5" transform="translate(${x} ${y}) rotate(${[35, -20, 70, 10][i]})" stroke="${level.rim}" stroke-width="2.6"/>`,
        )
        .join(''),
  },
  event: {
    outline: rounded([
      [30, 18, 4],
      [226, 18, 4],
      [226, 251, 10],
      [128, 228, 8],
      [30, 251, 10],
    ]),
    ground: 184,
    pips: 197,
    sign: 108,
    scale: 1.08,
    // a ticket with its stub
    draw: (fill, second) => `<g transform="rotate(-16)">
      <path d="M-44-27H44Q50-27 50-21V-9A9 9 0 0 0 50 9V21Q50 27 44 27H-44Q-50 27-50 21V9A9 9 0 0 0-50-9V-21Q-50-27-44-27Z" fill="${fill}"/>
      <path d="M18-27H44Q50-27 50-21V-9A9 9 0 0 0 50 9V21Q50 27 44 27H18Z" fill="${second}"/>
      <path d="${star(-15, 1, 17, 0.42)}" fill="${second}"/></g>`,
    // the rod it hangs from
    over: (level) => `
      <rect x="14" y="8" width="228" height="17" rx="8.5" fill="${level.rim}"/>
      <rect x="22" y="12" width="212" height="3" rx="1.5" fill="${level.thread}"/>
      <circle cx="18" cy="16.5" r="11" fill="${level.rim}"/><circle cx="238" cy="16.5" r="11" fill="${level.rim}"/>
      <circle cx="18" cy="16.5" r="4.5" fill="${level.thread}"/><circle cx="238" cy="16.5" r="4.5" fill="${level.thread}"/>`,
  },
  achievement: {
    outline: rounded(around(16, (i) => (i % 2 ? [103, 3] : [127, 12]), -90)),
    ground: 180,
    pips: 196,
    sign: 110,
    scale: 1.08,
    draw: (fill, second) => {
      const p = around(10, (i) => [i % 2 ? 21 : 49, 0], -90, 0, 3)
      const facets = p.map(([x, y], i) => (i % 2 ? '' : `M0 3L${n1(x)} ${n1(y)}L${n1(p[(i + 1) % 10][0])} ${n1(p[(i + 1) % 10][1])}Z`)).join('')
      const whole = rounded(p.map(([x, y], i) => [x, y, i % 2 ? 0 : 5]))
      return `<path d="${whole}" fill="${fill}"/><path d="${facets}" fill="${second}"/>`
    },
  },
}

const horizon = (top, r, fill) => `<circle cx="128" cy="${n1(top + r)}" r="${r}" fill="${fill}"/>`

const cloud = (x, y, k, fill) =>
  `<path transform="translate(${x} ${y}) scale(${k})" d="M-30 0A9 9 0 0 1-24-14A15 15 0 0 1 3-20A12 12 0 0 1 22-13A8 8 0 0 1 28 0Z" fill="${fill}"/>`

/** What lives at this height, behind the sign. */
function sky(n, level, cy, top) {
  const stars = (list) => `<path d="${list.map(([x, y, r]) => spark(x, y, r)).join('')}" fill="${CREAM}"/>`
  const dots = (list) => `<g fill="${level.thread}">${list.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')}</g>`
  switch (n) {
    case 1: {
      // sunrise: rays from behind the hills
      const rays = Array.from({ length: 12 }, (_, i) => {
        const a = Math.PI + ((i + 0.25) / 12) * Math.PI
        const b = a + Math.PI / 24
        const at = (t) => `${n1(128 + Math.cos(t) * 230)} ${n1(top + Math.sin(t) * 230)}`
        return `M128 ${top}L${at(a)}L${at(b)}Z`
      }).join('')
      return `<path d="${rays}" fill="${level.low}"/><circle cx="128" cy="${top}" r="62" fill="#f0b068"/>`
    }
    case 2:
      return `<circle cx="128" cy="${cy}" r="72" fill="${level.low}"/>
        ${cloud(66, 92, 1, '#cfe8ef')}${cloud(196, 76, 0.8, '#cfe8ef')}${cloud(200, 152, 1.15, '#b4dae6')}${cloud(52, 156, 0.9, '#b4dae6')}`
    case 3:
      // this is where meteors burn
      return `<circle cx="128" cy="${cy}" r="72" fill="${level.low}"/>
        <g stroke-linecap="round" fill="none"><path d="M214 56L188 82M92 34L70 56M84 122L50 156M222 110L192 140" stroke="${level.thread}" stroke-width="3"/>
        <path d="M195 75L188 82M77 49L70 56M59 147L50 156M201 131L192 140" stroke="${level.gold}" stroke-width="5.5"/></g>
        ${dots([
          [60, 98, 2.5],
          [150, 40, 2.5],
          [204, 76, 2],
          [110, 52, 2],
          [202, 158, 2.5],
        ])}`
    case 4: {
      // aurora curtains: a bright hem, and two folds of light above it
      const curtain = (y, shift, folds) => {
        const hem = (h) =>
          `M-20 ${y - h}C${30 + shift} ${y - 40 - h} ${66 + shift} ${y + 30 - h} ${116 + shift} ${y - h}S${196 + shift} ${y - 44 - h} 276 ${y - 6 - h}`
        const back = (h) =>
          `L276 ${y - 6 - h}C${236 + shift} ${y - 25 - h} ${166 + shift} ${y - 30 - h} ${116 + shift} ${y - h}S${30 + shift} ${y - 40 - h} -20 ${y - h}Z`
        return `${folds.map(([h, colour]) => `<path d="${hem(0)}${back(h)}" fill="${colour}"/>`).join('')}<path d="${hem(0)}" fill="none" stroke="#8fe0b0" stroke-width="4"/>`
      }
      return `${curtain(84, 14, [
        [30, '#6d4480'],
        [16, '#4f6d90'],
      ])}${curtain(138, -12, [
        [44, '#6a4a86'],
        [28, '#4a6f93'],
        [14, '#3f9a93'],
      ])}
        ${stars([
          [68, 76, 8],
          [196, 78, 9],
          [200, 134, 6],
        ])}${dots([
          [90, 44, 2.5],
          [160, 38, 2.5],
          [50, 104, 2.5],
          [182, 88, 2],
        ])}`
    }
    default:
      return `<circle cx="128" cy="${cy}" r="72" fill="${level.low}"/>
        <g fill="none" stroke="${level.rim}" stroke-width="2"><circle cx="128" cy="${cy}" r="72"/><circle cx="128" cy="${cy}" r="92" stroke-dasharray="3 7"/></g>
        <circle cx="188" cy="${cy + 29}" r="9" fill="#d9803c"/><path d="M173 ${cy + 36}L203 ${cy + 22}" stroke="${level.thread}" stroke-width="2.6" stroke-linecap="round"/>
        ${stars([
          [66, 84, 9],
          [196, 78, 8],
          [156, 46, 6],
        ])}${dots([
          [92, 42, 2.5],
          [46, 112, 2.5],
          [214, 92, 2],
          [70, 140, 2.5],
          [190, 48, 2],
        ])}`
  }
}

export function badge(familyName, levelName) {
  const family = FAMILIES[familyName]
  const level = LEVELS[levelName]
  const n = NAMES.indexOf(levelName) + 1
  const id = `${familyName}-${levelName}`
  const radius = [360, 330, 285, 245, 210][n - 1]
  const step = 10.5
  const top = family.ground - (n - 1) * step
  const cy = family.sign - (n - 1) * 3

  // the strata, highest first, each the colour of the level it belongs to
  const strata = Array.from({ length: n - 1 }, (_, i) => {
    const name = NAMES[n - 2 - i]
    return horizon(family.ground - (n - 1 - i) * step, radius, LEVELS[name].sky)
  }).join('')
  const rims = Array.from(
    { length: n - 1 },
    (_, i) =>
      `<circle cx="128" cy="${n1(family.ground - (n - 1 - i) * step + radius)}" r="${radius}" fill="none" stroke="${CREAM}" stroke-opacity="${i ? 0.25 : 0.75}" stroke-width="${i ? 1.2 : 2.4}"/>`,
  ).join('')
  const hills =
    n === 1
      ? `<path d="M0 ${top - 8}Q44 ${top - 34} 92 ${top - 10}T196 ${top - 16}T270 ${top - 20}V256H0Z" fill="#8a7a3c"/>
         <path d="M0 ${top + 2}Q60 ${top - 18} 128 ${top - 2}T256 ${top - 10}V256H0Z" fill="#5c5a30"/>`
      : ''

  const pips = Array.from({ length: n }, (_, i) => `<circle cx="${n1(128 + (i - (n - 1) / 2) * 16.5)}" cy="${family.pips}" r="5.6"/>`).join('')
  const sign = (fill, second) => family.draw(fill, second)
  const place = (dx, dy) => `translate(${128 + dx} ${n1(cy + dy)}) scale(${family.scale})`

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
  <clipPath id="${id}"><path d="${family.outline}"/></clipPath>
  <g clip-path="url(#${id})">
    <rect width="256" height="256" fill="${level.sky}"/>
    ${sky(n, level, cy, top)}
    ${hills}${strata}${rims}${horizon(family.ground, radius, GROUND)}
    <g fill="${level.gold}">${pips}</g>
    <g transform="${place(5, 6)}">${sign(level.shade, level.shade)}</g>
    <g transform="${place(0, 0)}">${sign(CREAM, level.gold)}</g>
    <g fill="none" stroke-linejoin="round">
      <path d="${family.outline}" stroke="${CREAM}" stroke-width="35"/>
      <path d="${family.outline}" stroke="${level.rim}" stroke-width="28"/>
      <path d="${family.outline}" stroke="${level.thread}" stroke-width="19" stroke-dasharray="7 5"/>
      <path d="${family.outline}" stroke="${level.rim}" stroke-width="13"/>
    </g>
  </g>
  ${family.over?.(level) ?? ''}
</svg>`
}

/** The badge without a picture of its own: a plain brass disc. */
export function defaultBadge() {
  const rim = '#6f675c'
  const thread = '#cfc5b4'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
  <circle cx="128" cy="128" r="116" fill="${rim}"/>
  <circle cx="128" cy="128" r="107" fill="none" stroke="${thread}" stroke-width="3" stroke-dasharray="7 5"/>
  <circle cx="128" cy="128" r="100" fill="${CREAM}"/>
  <circle cx="128" cy="128" r="96" fill="#a79c8b"/>
  <g fill="none" stroke="#b9af9f" stroke-width="3"><circle cx="128" cy="128" r="76"/><circle cx="128" cy="128" r="56"/></g>
  <path d="${rounded(around(6, () => [46, 8], -90, 132, 133))}" fill="#857a6a"/>
  <path d="${rounded(around(6, () => [46, 8], -90))}" fill="${CREAM}"/>
  <circle cx="128" cy="128" r="17" fill="#a79c8b"/>
</svg>`
}

export function* all() {
  for (const family of Object.keys(FAMILIES)) for (const level of NAMES) yield [`${family}_${level}`, badge(family, level)]
  yield ['default', defaultBadge()]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const out = join(dirname(fileURLToPath(import.meta.url)), '../public/assets/badges')
  mkdirSync(out, { recursive: true })
  for (const [name, svg] of all()) {
    writeFileSync(join(out, `${name}.svg`), svg.replace(/>\s+</g, '><').replace(/\n\s+/g, ' '))
    writeFileSync(join(out, `${name}.png`), renderPng(svg, 512))
  }
}
