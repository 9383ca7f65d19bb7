// SVG to a small PNG: flat drawings need few colours, so a palette of 256 is plenty.
import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'

const table = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function crc32(bytes) {
  if (zlibCrc32) return zlibCrc32(bytes)
  let c = 0xffffffff
  for (const b of bytes) c = table[(c ^ b) & 255] ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** Median cut over the distinct colours, weighted by how often each occurs. */
function palette(counts, size) {
  const colours = [...counts].map(([key, n]) => ({
    v: [key >>> 24, (key >>> 16) & 255, (key >>> 8) & 255, key & 255],
    n,
  }))
  const measure = (list) => {
    let axis = 0
    let range = -1
    for (let a = 0; a < 4; a++) {
      let lo = 255
      let hi = 0
      for (const { v } of list) {
        if (v[a] < lo) lo = v[a]
        if (v[a] > hi) hi = v[a]
      }
      if (hi - lo > range) [axis, range] = [a, hi - lo]
    }
    const weight = list.reduce((sum, c) => sum + c.n, 0)
    return { list, axis, score: list.length > 1 ? range * Math.cbrt(weight) : -1 }
  }
  const boxes = [measure(colours)]
  while (boxes.length < size) {
    let best = 0
    for (let i = 1; i < boxes.length; i++) if (boxes[i].score > boxes[best].score) best = i
    if (boxes[best].score <= 0) break
    const { list, axis } = boxes[best]
    list.sort((a, b) => (a.v[axis] - b.v[axis] || a.v.join() < b.v.join() ? -1 : 1))
    const half = list.reduce((sum, c) => sum + c.n, 0) / 2
    let cut = 0
    for (let sum = 0; cut < list.length - 1 && sum < half; cut++) sum += list[cut].n
    cut = Math.max(1, cut)
    boxes.splice(best, 1, measure(list.slice(0, cut)), measure(list.slice(cut)))
  }
  // A box stands for its most frequent colour, so that large flat areas stay exact.
  return boxes.map(({ list }) => list.reduce((a, b) => (b.n > a.n ? b : a)).v)
}

/** RGBA pixels (straight alpha) to a PNG of at most 256 colours. */
function encodePng(width, height, rgba) {
  const counts = new Map()
  const keys = new Uint32Array(width * height)
  for (let i = 0; i < keys.length; i++) {
    const a = rgba[i * 4 + 3]
    const key = a === 0 ? 0 : ((rgba[i * 4] << 24) | (rgba[i * 4 + 1] << 16) | (rgba[i * 4 + 2] << 8) | a) >>> 0
    keys[i] = key
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  // Transparent colours first: the tRNS chunk may then stop early.
  const colours = palette(counts, 256).sort((a, b) => a[3] - b[3])
  const nearest = new Map()
  const index = (key) => {
    let hit = nearest.get(key)
    if (hit === undefined) {
      const [r, g, b, a] = [key >>> 24, (key >>> 16) & 255, (key >>> 8) & 255, key & 255]
      let least = Infinity
      colours.forEach((c, i) => {
        const d = (c[0] - r) ** 2 + (c[1] - g) ** 2 + (c[2] - b) ** 2 + 2 * (c[3] - a) ** 2
        if (d < least) [least, hit] = [d, i]
      })
      nearest.set(key, hit)
    }
    return hit
  }
  const raw = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) raw[y * (width + 1) + 1 + x] = index(keys[y * width + x])

  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const parts = [Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header), chunk('PLTE', Buffer.from(colours.flatMap((c) => c.slice(0, 3))))]
  const clear = colours.filter((c) => c[3] < 255).map((c) => c[3])
  if (clear.length) parts.push(chunk('tRNS', Buffer.from(clear)))
  parts.push(chunk('IDAT', deflateSync(raw, { level: 9 })), chunk('IEND', Buffer.alloc(0)))
  return Buffer.concat(parts)
}

/** Renders an SVG at a width in pixels. Its texts are set in the fonts of these files. */
export function renderPng(svg, width, fontFiles = []) {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false, fontFiles } }).render()
  const pixels = Buffer.from(image.pixels)
  // The renderer hands back premultiplied colours.
  for (let i = 0; i < pixels.length; i += 4) {
    const a = pixels[i + 3]
    if (a && a < 255) for (let c = 0; c < 3; c++) pixels[i + c] = Math.min(255, Math.round((pixels[i + c] * 255) / a))
  }
  return encodePng(image.width, image.height, pixels)
}
