import { memo } from 'react'
import { seeded } from '../lib/seeded'

type Random = () => number
/** One path: its ink (0 deep, 1 bright, 2 accent, 3 paper, 4 shade), and a stroke if it is a line. */
type Layer = [ink: number, d: string, stroke?: number]
type Motif = (random: Random) => Layer[]

const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const times = <T,>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
const path = (count: number, make: (i: number) => string) => times(count, make).join('')

/** A pegboard with a ruler, a set square and a washer. */
const workshop: Motif = (random) => {
  const x = 330 + random() * 60
  const u = 190 + random() * 60
  return [
    [0, path(26 * 8, (i) => disc((i % 26) * 26 + 8, Math.floor(i / 26) * 26 + 9, 2.5))],
    [1, `M${x} 168V-8L${x + 236} 168zm34-28h116l-116-86z`],
    [2, `M-10 168H650V210H-10z`],
    [4, path(54, (i) => `M${i * 12 + 6} 169v${i % 5 ? 7 : 16}`), 2],
    [3, disc(u, 92, 46) + disc(u, 92, 20)],
    [1, disc(u - 110, 108, 28) + disc(u - 110, 108, 11)],
  ]
}

/** A wall of brackets. */
const hackathon: Motif = (random) => {
  const inks = ['', '', '', '']
  for (let i = 0; i < 33; i++) {
    const [x, y] = [(i % 11) * 62 - 6, Math.floor(i / 11) * 68 + 12]
    const sign = ['M34 0l-24 20l24 20', 'M10 0l24 20l-24 20', 'M31 0l-18 40', 'M10 40h26'][Math.floor(random() * 4)]!
    const kind = random()
    inks[kind < 0.42 ? 0 : kind < 0.76 ? 1 : kind < 0.9 ? 2 : 3] += sign.replace(/M(\d+) (\d+)/, (_, u, v) => `M${x + +u} ${y + +v}`)
  }
  return inks.map((d, ink) => [ink, d, 10])
}

/** Waves from a sender. */
const webinar: Motif = (random) => {
  const x = 170 + random() * 300
  const wave = (n: number) => path(14, (i) => (i % 3 === n ? disc(x, 112, 62 + i * 36) : ''))
  return [[0, wave(0) + wave(1), 14], [1, wave(2), 14], [3, disc(x, 112, 36), 3], [2, disc(x, 112, 22)]]
}

/** Bunting above the steps of a podium. */
const competition: Motif = (random) => {
  const x = 200 + random() * 130
  const mid = x + 45
  const at = (angle: number, r: number, y: number) => `${mid - r * Math.cos(angle)} ${y - r * Math.sin(angle)}`
  // Five flags hang from each swag of the line; the line is the same parabola.
  const flags = (n: number) => path(20, (i) => {
    const t = ((i % 5) + 0.5) / 5
    return i % 3 === n ? `M${i * 32 + 5} ${12 + 44 * t * (1 - t)}h22l-11 28z` : ''
  })
  return [
    [0, path(12, (i) => `M${mid} 150L${at((i * Math.PI) / 11.5, 700, 150)}L${at((i * Math.PI) / 11.5 + 0.136, 700, 150)}z`)],
    [3, 'M0 12' + 'q80 22 160 0'.repeat(4), 1.5],
    [3, flags(0)],
    [1, flags(1)],
    [2, flags(2)],
    [1, `M${x - 94} 144h90v60h-90zM${x + 94} 160h90v44h-90z`],
    [3, `M${x} 122h90v82h-90z`],
    [2, path(10, (i) => `${i ? 'L' : 'M'}${at((i * Math.PI) / 5 + Math.PI / 2, i % 2 ? 10 : 25, 92)}`) + 'z'],
    [4, disc(x - 49, 172, 7) + disc(mid, 154, 7) + disc(x + 139, 184, 6)],
  ]
}

/** A lit screen, and the hall in front of it. */
const conference: Motif = (random) => {
  const x = 150 + random() * 180
  const beam = (from: number) => `M${from} -10L${x - 10 + random() * 60} 120H${x + 110 + random() * 60}z`
  const row = (y: number, r: number, gap: number, shift: number) => path(16, (i) => {
    const [u, w] = [i * gap - shift, r * 1.8]
    return disc(u, y, r) + `M${u - w} 210V${y + r * 2.6}a${w} ${r * 1.3} 0 0 1 ${2 * w} 0V210z`
  })
  return [
    [0, beam(20)],
    [0, beam(620)],
    [3, `M${x} 26h160v92h-160z`],
    [2, disc(x + 48, 72, 24)],
    [1, `M${x + 88} 58h54M${x + 88} 74h40M${x + 88} 90h54`, 6],
    [0, row(126, 12, 54, random() * 50)],
    [4, row(154, 16, 72, random() * 60)],
  ]
}

/** People and the threads between them. */
const networking: Motif = (random) => {
  const knots = times(24, (i) => [(i % 8) * 88 + random() * 50 - 12, Math.floor(i / 8) * 74 + random() * 44 + 4] as const)
  const inks = ['', '', '', '']
  knots.forEach(([x, y]) => (inks[Math.floor(random() * 4)] += disc(x, y, 6 + random() ** 2 * 20)))
  const threads = knots.map(([x, y], i) => knots.slice(i + 1).map(([u, v]) => (Math.hypot(u - x, v - y) < 124 ? `M${x} ${y}L${u} ${v}` : '')).join('')).join('')
  return [[3, threads, 1], ...inks.map((d, ink): Layer => [ink, d])]
}

/** Rows of seats around a speaker. */
const seminar: Motif = (random) => {
  const x = 220 + random() * 200
  const seats = (ink: number) => path(8, (row) => path(9 + row * 4, (i) => {
    const a = Math.PI * ((i + 0.5) / (9 + row * 4))
    const r = 74 + row * 40
    const here = (i + row * 2) % 7 === 3 ? 2 : row % 2
    return here === ink ? disc(x - r * Math.cos(a), 196 - r * Math.sin(a), 10) : ''
  }))
  return [[0, seats(0)], [1, seats(1)], [2, seats(2)], [3, `M${x - 36} 200a36 36 0 0 1 72 0z`]]
}

/** Circles that meet. */
const meetup: Motif = (random) => {
  let x = -40
  return times(9, (i): Layer => {
    const r = 40 + random() * 44
    x += r * 0.85 + 20
    return [[0, 1, 3, 1, 2][i % 5]!, disc(x, 60 + random() * 90, r), i % 4 === 3 ? 3 : 0]
  })
}

const TYPES: Record<string, [hue: number, motif: Motif]> = {
  workshop: [50, workshop],
  hackathon: [285, hackathon],
  webinar: [235, webinar],
  competition: [25, competition],
  conference: [265, conference],
  networking: [185, networking],
  seminar: [145, seminar],
  meetup: [350, meetup],
}

/** The banner of an event: coloured by its type, always the same for the same seed. */
export const EventBanner = memo(function EventBanner({ type, seed, className }: { type: string; seed: string; className?: string }) {
  const [hue, motif] = TYPES[type.toLowerCase()] ?? TYPES.meetup!
  const inks = [`oklch(.56 .09 ${hue})`, `oklch(.68 .09 ${hue})`, 'oklch(.8 .11 75)', 'oklch(.94 .02 85)', `oklch(.36 .07 ${hue})`]
  return (
    <svg className={className} viewBox="0 0 640 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <rect width="640" height="200" fill={`oklch(.47 .085 ${hue})`} />
      {motif(seeded(`${type}/${seed}`)).map(([ink, d, stroke], i) => (
        <path key={i} d={d.replace(/\d+\.\d+/g, (x) => (+x).toFixed(1))} fillRule="evenodd" opacity={ink > 1 ? 0.92 : 0.8} fill={stroke ? 'none' : inks[ink]} stroke={stroke ? inks[ink] : undefined} strokeWidth={stroke} strokeLinecap="round" strokeLinejoin="round" />
      ))}
    </svg>
  )
})
