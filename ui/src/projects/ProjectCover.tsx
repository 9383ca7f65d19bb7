import { memo } from 'react'
import { seeded } from '../lib/seeded'

type Random = () => number
/** One path: its ink (0 main, 1 second, 2 accent, 3 the text's colour), and a stroke if it is a line. */
type Layer = [ink: number, d: string, stroke?: number]
type Pattern = (random: Random, turn: number) => Layer[]

/** Goes over a grid; each cell adds a path to one of four inks. */
function grid(size: number, cell: (x: number, y: number, add: (ink: number, d: string) => void) => void): Layer[] {
  const inks = ['', '', '', '']
  for (let y = 0; y < 180; y += size) for (let x = 0; x < 320; x += size) cell(x, y, (ink, d) => (inks[ink] += d))
  return inks.map((d, ink) => [ink, d, ink > 2 ? 1 : 0])
}

const dot = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const ink = (random: Random) => (random() < 0.55 ? 0 : random() < 0.75 ? 1 : 2)

/** A quilt of quarter discs, or of triangles. */
const quilt: Pattern = (random, turn) =>
  grid(40, (x, y, add) => {
    const [right, low] = [random() < 0.5, random() < 0.5]
    const [cx, cy] = [right ? x + 40 : x, low ? y + 40 : y]
    /** An arc from the side of the cell to its top or bottom, around the corner at a distance. */
    const edge = (r: number) => {
      const [u, v] = [right ? -r : r, low ? -r : r]
      return `M${cx + u} ${cy}` + (turn ? `l${-u} ${v}` : `a${r} ${r} 0 0 ${right === low ? 1 : 0} ${-u} ${v}`)
    }
    const kind = random()
    if (kind < 0.55) add(ink(random), `${edge(40)}L${cx} ${cy}z`)
    else if (kind < 0.8) for (const r of [39, 31, 23, 15]) add(3, edge(r))
    else add(ink(random), dot(x + 20, y + 20, 7))
  })

/** Capsules in rows, level or on a slant. */
const capsules: Pattern = (random, turn) => {
  const inks = ['', '', '']
  for (let row = -2; row < 12; row++)
    for (let x = -80 - random() * 60; x < 320; ) {
      const length = 10 + random() ** 2 * 110
      const y = row * 24 + 6
      if (random() < 0.8) inks[ink(random)] += turn ? `M${x} ${y + 110 - x / 2}l${length} ${-length / 2}` : `M${x} ${y}h${length}`
      x += length + 26
    }
  return inks.map((d, i) => [i, d, 13])
}

/** Knots joined by threads. */
const net: Pattern = (random, turn) => {
  const knots = Array.from({ length: 28 }, (_, i) => {
    const [column, row] = [i % 7, Math.floor(i / 7)]
    return turn ? [column * 54 + (row % 2) * 27 - 14, row * 47 + 20] : [column * 52 + random() * 34 - 14, row * 52 + random() * 34]
  }) as [number, number][]
  const inks = ['', '', '']
  let threads = ''
  knots.forEach(([x, y], i) => {
    for (const [u, v] of knots.slice(i + 1)) if (Math.hypot(u - x, v - y) < 64 && random() < 0.8) threads += `M${x} ${y}L${u} ${v}`
    const r = 3 + random() ** 2 * 15
    inks[ink(random)] += turn ? `M${x} ${y - r}l${r * 0.87} ${r / 2}v${r}l${-r * 0.87} ${r / 2}l${-r * 0.87} ${-r / 2}v${-r}z` : dot(x, y, r)
  })
  return [[3, threads, 1], ...inks.map((d, i): Layer => [i, d])]
}

/** Mirrored blocks, as of a game's creature. */
const blocks: Pattern = (random) => {
  const cells = new Map<string, number>()
  return grid(20, (x, y, add) => {
    const key = `${Math.min(x, 300 - x)},${y}`
    const kind = cells.get(key) ?? (random() < 0.36 + Math.min(x, 300 - x) / 700 ? ink(random) : -1)
    cells.set(key, kind)
    if (kind < 0) add(3, dot(x + 10, y + 10, 0.5))
    else add(kind, `M${x + 1} ${y + 1}h18v18h-18z`)
  })
}

/** Wires side by side that change lanes together and end in a ring. */
const wires: Pattern = (random) => {
  const inks = ['', '', '']
  const rings: string[] = []
  const down = random() < 0.5
  const base = 30 + random() * 40
  for (let lane = 0; lane < 16; lane++) {
    let y = lane * 14 - (down ? 37 : 7)
    const end = 40 + random() * 320
    // A wire that is in the way turns first, so that no two wires cross.
    const n = down ? 15 - lane : lane
    const bend = base + n * 6 + Math.floor(n / 4) * 22
    let d = `M-9 ${y}`
    if (end > bend + 50) {
      const drop = down ? 28 : -28
      d += `H${bend}l28 ${drop}`
      y += drop
    }
    inks[ink(random)] += `${d}H${end - 5}${dot(end, y, 5)}`
    if (random() < 0.3) rings.push(dot(end, y, 10))
  }
  return [...inks.map((d, i): Layer => [i, d, 3]), [3, rings.join(''), 1]]
}

/** Layers of land, one behind the other. */
const strata: Pattern = (random) => {
  let lines = ''
  const layers = [0, 1, 0, 1, 2].map((i, n): Layer => {
    const y = 60 + n * 27
    const d = `${y + random() * 30}C${60 + random() * 60} ${y - 50 * random()} ${150 + random() * 60} ${y + 60 * random()} 320 ${y - 20 + random() * 40}`
    lines += `M0 ${d}`
    return [i, `M0 ${d}V180H0z`]
  })
  return [[2, dot(60 + random() * 200, 40, 22)], ...layers, [3, lines, 1]]
}

type Look = [pattern: Pattern, turn: number]
const [SQUARES, TRIANGLES, ROWS, SLANT, DISCS, HEXES, CREATURE, LANES, LAND] = ([[quilt, 0], [quilt, 1], [capsules, 0], [capsules, 1], [net, 0], [net, 1], [blocks, 0], [wires, 0], [strata, 0]] as Look[]) as [Look, Look, Look, Look, Look, Look, Look, Look, Look]

type Kin = [hue: number, looks: Look[]]

/** Each category has a range of hues and three patterns, so that its projects are kin and none is like its neighbour. */
const CATEGORIES: Record<string, Kin> = {
  web: [245, [SQUARES, LANES, LAND]],
  mobile: [180, [SLANT, TRIANGLES, DISCS]],
  desktop: [270, [ROWS, CREATURE, LAND]],
  ai: [325, [DISCS, LAND, SQUARES]],
  blockchain: [85, [HEXES, CREATURE, LANES]],
  game: [25, [CREATURE, TRIANGLES, SLANT]],
  api: [215, [LANES, HEXES, ROWS]],
  tool: [50, [TRIANGLES, LANES, CREATURE]],
  other: [140, [LAND, SQUARES, HEXES]],
}

/** A category that the community has added: its id gives it a hue and three patterns. */
function kinOf(category: string): Kin {
  const random = seeded(category)
  const looks = [SQUARES, TRIANGLES, ROWS, SLANT, DISCS, HEXES, CREATURE, LANES, LAND]
  return [Math.floor(random() * 360), [0, 1, 2].map(() => looks.splice(Math.floor(random() * looks.length), 1)[0]!)]
}

/** The ground's opacity; the last one is dark. */
const GROUNDS = [0.16, 0.34, 1]

/** The cover of a project without a picture, always the same for the same id and category. */
export const ProjectCover = memo(function ProjectCover({ id, category, className }: { id: string; category: string; title?: string; className?: string }) {
  const [middle, looks] = Object.hasOwn(CATEGORIES, category) ? CATEGORIES[category]! : kinOf(category)
  const random = seeded(`${category}/${id}`)
  const pick = <One,>(among: readonly One[]) => among[Math.floor(random() * among.length)]!
  const [pattern, turn] = pick(looks)
  const hue = middle + pick([-26, -9, 9, 26])
  const near = hue + pick([-34, 34])
  const ground = pick(GROUNDS)
  const dark = ground === 1
  const inks = [`oklch(${dark ? '.7 .11' : '.62 .1'} ${hue})`, `oklch(.76 .09 ${near})`, 'oklch(.82 .12 75)', dark ? 'white' : 'currentColor']
  return (
    <svg className={className} viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <rect width="320" height="180" fill={dark ? `oklch(.36 .07 ${hue})` : inks[0]} fillOpacity={ground} />
      {pattern(random, turn).map(([ink, d, stroke], i) => (
        <path key={i} d={d.replace(/\d+\.\d+/g, (x) => (+x).toFixed(1))} opacity={ink > 2 ? 0.3 : 0.85} fill={stroke ? 'none' : inks[ink]} stroke={stroke ? inks[ink] : undefined} strokeWidth={stroke} strokeLinecap="round" />
      ))}
    </svg>
  )
})
