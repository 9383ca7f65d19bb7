// Draws the screenshots of a dozen projects of the demo: `node art/screens.mjs` writes src/demo/screens/NAME.png of 1280 pixels, and
// NAME-card.png of 720 for cards. None of these programs exists; each picture shows what its project says it does. Everything is
// computed, so a run always gives the same pictures.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderPng } from './png.mjs'

const WIDTH = 1280
const HEIGHT = 800
const CARD = 720
const root = fileURLToPath(new URL('../../', import.meta.url))
const FONTS = ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf', 'NotoSerif-Bold.ttf'].map((file) => join(root, 'src/certificates/print/fonts', file))

const n1 = (x) => Math.round(x * 10) / 10
const range = (count) => Array.from({ length: count }, (_, at) => at)

/** The same row of numbers between 0 and 1 for the same seed. */
function chance(seed) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const rect = (x, y, w, h, fill, more = '') => `<rect x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(h)}" fill="${fill}" ${more}/>`
const box = (x, y, w, h, fill, r = 10, line = '') => rect(x, y, w, h, fill, `rx="${r}"${line ? ` stroke="${line}" stroke-width="1.5"` : ''}`)
const circle = (x, y, r, fill, more = '') => `<circle cx="${n1(x)}" cy="${n1(y)}" r="${n1(r)}" fill="${fill}" ${more}/>`
const line = (points, colour, width = 2, more = '') => `<polyline points="${points.map(([x, y]) => `${n1(x)},${n1(y)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round" ${more}/>`
const shape = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`

/** A text; `at`: start, middle or end. */
const say = (x, y, size, text, fill, { bold = false, serif = false, at = 'start', more = '' } = {}) =>
  `<text x="${n1(x)}" y="${n1(y)}" font-family="${serif ? 'Noto Serif' : 'Noto Sans'}" font-weight="${bold || serif ? 700 : 400}" font-size="${size}" fill="${fill}" text-anchor="${at}" ${more}>${escape(text)}</text>`

/** A text whose letters are equally wide, in parts of different colours. */
function code(x, y, size, parts) {
  const step = size * 0.62
  let column = 0
  return parts
    .map(([text, fill, bold]) => {
      const places = [...text].map(() => n1(x + step * (column++ + 0.5))).join(' ')
      return `<text x="${places}" y="${y}" font-family="Noto Sans" font-weight="${bold ? 700 : 400}" font-size="${size}" fill="${fill}" text-anchor="middle" xml:space="preserve">${escape(text)}</text>`
    })
    .join('')
}

const chip = (x, y, text, fill, ink, size = 16) => box(x, y, text.length * size * 0.56 + 24, size + 16, fill, (size + 16) / 2) + say(x + 12, y + size + 5, size, text, ink, { bold: true })
const button = (x, y, w, text, fill, ink, size = 18) => box(x, y, w, size + 26, fill, 8) + say(x + w / 2, y + size + 10, size, text, ink, { bold: true, at: 'middle' })

/** A round blot, wavy in its own way. */
function blot(x, y, radius, seed, squash = 0.8) {
  const next = chance(seed)
  const waves = range(4).map((k) => [next() * 0.16, next() * 6.3, k + 2])
  const points = range(72).map((at) => {
    const angle = (at / 72) * Math.PI * 2
    const r = radius * (1 + waves.reduce((sum, [size, phase, k]) => sum + size * Math.sin(angle * k + phase), 0))
    return `${n1(x + Math.cos(angle) * r)} ${n1(y + Math.sin(angle) * r * squash)}`
  })
  return `M${points.join('L')}Z`
}

function wetterleuchten() {
  const bands = ['#cfe3e8', '#b4d8cf', '#cfe0a8', '#f0e09a', '#f4c27a', '#ec9a67', '#dd7256']
  const hills = [[470, 560, 300, 3], [860, 250, 330, 8], [1100, 640, 260, 21], [620, 180, 180, 34]]
  const warm = bands.map((fill, level) => hills.map(([x, y, r, seed]) => shape(blot(x, y, r * (1.25 - level * 0.17), seed), fill)).join('')).join('')
  const next = chance(5)
  const stations = range(34).map(() => [360 + next() * 880, 70 + next() * 680, 9 + next() * 11])
  const dots = stations.map(([x, y, t], at) => circle(x, y, at % 7 === 3 ? 8 : 6, at % 7 === 3 ? '#ffffff' : '#22333b', `stroke="${at % 7 === 3 ? '#dd7256' : '#ffffff'}" stroke-width="2.5"`) + (at % 3 === 0 ? say(x + 12, y + 6, 17, `${t.toFixed(1)}°`, '#22333b', { bold: true, more: 'stroke="#ffffff" stroke-width="4" paint-order="stroke"' }) : '')).join('')
  const day = range(25).map((hour) => [50 + hour * 11, 470 - Math.sin((hour - 7) / 24 * 6.3) * 52 - Math.sin(hour * 1.7) * 6])
  return (
    rect(0, 0, WIDTH, HEIGHT, '#f6f4ee') + warm +
    line([[330, 690], [480, 640], [600, 660], [760, 560], [900, 590], [1080, 470], [1290, 500]], '#6fa3bd', 7, 'opacity="0.75"') +
    line([[760, 560], [740, 420], [800, 330], [780, 180], [840, -10]], '#6fa3bd', 4, 'opacity="0.75"') + dots +
    box(24, 24, 316, 752, '#fffdf8', 16) +
    say(48, 74, 28, 'Wetterleuchten', '#22333b', { bold: true }) + say(48, 106, 17, '3,204 stations, a minute ago', '#6d7a80') +
    box(48, 132, 268, 48, '#efece3', 10) + say(68, 163, 17, 'Find a station', '#8b9498') +
    say(48, 232, 20, 'Schulhof Leipzig-Ost', '#22333b', { bold: true }) + say(48, 258, 16, 'Fits its five neighbours', '#3f8060') +
    say(48, 344, 76, '14.2°', '#22333b', { bold: true }) + say(48, 382, 17, '71 % humid · 1,009 hPa · wind 2', '#6d7a80') +
    line(day, '#dd7256', 4) + circle(...day[16], 7, '#dd7256') + say(48, 560, 15, '0 h', '#8b9498') + say(182, 560, 15, '12 h', '#8b9498', { at: 'middle' }) + say(316, 560, 15, '24 h', '#8b9498', { at: 'end' }) +
    say(48, 636, 16, 'Temperature', '#6d7a80') + bands.map((fill, at) => rect(48 + at * 38, 652, 38, 18, fill)).join('') + say(48, 696, 15, '9°', '#6d7a80') + say(314, 696, 15, '20°', '#6d7a80', { at: 'end' }) +
    say(48, 744, 15, 'White: nobody measures here yet', '#8b9498')
  )
}

function bibliothek() {
  const things = [
    ['Drill', 'Free today', 1], ['Tent for four', 'Back on Friday', 0], ['Sewing machine', 'Free today', 1], ['Ladder, 4 m', 'Free today', 1],
    ['Projector', 'Free on Tuesday', 0], ['Raclette for ten', 'Free today', 1], ['Cargo bike', 'Reserved for you', 2], ['Microscope', 'At the repair table', 0],
  ]
  const icons = [
    (x, y) => box(x - 60, y - 30, 84, 44, '#b5532f', 12) + rect(x + 24, y - 20, 30, 22, '#7d3a22') + rect(x + 54, y - 13, 36, 8, '#6b6a66') + shape(`M${x - 40} ${y + 14}h36l-8 56h-34z`, '#7d3a22'),
    (x, y) => shape(`M${x - 90} ${y + 60}L${x} ${y - 50}L${x + 90} ${y + 60}Z`, '#5c7f4c') + shape(`M${x - 26} ${y + 60}L${x} ${y - 20}L${x + 26} ${y + 60}Z`, '#2f4529'),
    (x, y) => box(x - 80, y + 36, 160, 22, '#35586b', 6) + shape(`M${x - 80} ${y + 36}v-80h150q12 0 12 14v28h-24v-18h-106v56z`, '#4d7f99') + rect(x + 62, y - 2, 6, 34, '#35586b') + circle(x - 64, y - 20, 16, '#f3d9a4'),
    (x, y) => line([[x - 30, y + 66], [x - 10, y - 56]], '#c48a2c', 9) + line([[x + 34, y + 66], [x + 14, y - 56]], '#c48a2c', 9) + range(5).map((k) => line([[x - 26 + k * 4, y + 48 - k * 23], [x + 30 - k * 4, y + 48 - k * 23]], '#c48a2c', 7)).join(''),
    (x, y) => box(x - 76, y - 24, 152, 72, '#484a63', 14) + circle(x + 30, y + 12, 26, '#c8d5e8') + circle(x + 30, y + 12, 14, '#7e93b4') + range(3).map((k) => rect(x - 60, y - 6 + k * 14, 40, 6, '#6c6f8e')).join(''),
    (x, y) => box(x - 96, y - 4, 192, 16, '#8f2f3b', 8) + box(x - 84, y + 26, 168, 14, '#5b2029', 7) + range(5).map((k) => shape(`M${x - 84 + k * 36} ${y - 12}h26l-5-14h-16z`, '#e6b54a')).join(''),
    (x, y) => circle(x - 70, y + 36, 30, 'none', 'stroke="#2f6f63" stroke-width="8"') + circle(x + 76, y + 40, 24, 'none', 'stroke="#2f6f63" stroke-width="8"') + box(x - 30, y - 26, 96, 50, '#e0a33e', 8) + line([[x - 70, y + 36], [x - 36, y - 44], [x - 52, y - 52]], '#2f6f63', 8) + line([[x - 36, y + 24], [x + 76, y + 40]], '#2f6f63', 8),
    (x, y) => line([[x - 46, y + 60], [x + 46, y + 60]], '#3b3b45', 12) + line([[x + 24, y + 56], [x + 40, y + 10], [x + 10, y - 30]], '#3b3b45', 12) + `<g transform="rotate(28 ${x} ${y - 20})">${box(x - 14, y - 70, 28, 88, '#5d6fa8', 8)}</g>` + rect(x - 44, y + 28, 62, 8, '#3b3b45'),
  ]
  return (
    rect(0, 0, WIDTH, HEIGHT, '#fbf6ea') + rect(0, 0, WIDTH, 92, '#2f4b3c') + say(48, 58, 30, 'Bibliothek der Dinge', '#fbf6ea', { serif: true }) +
    box(520, 24, 440, 46, '#46654f', 23) + say(546, 54, 18, 'What do you need?', '#cfe0cf') + say(1232, 56, 18, '2 things with you', '#f3d9a4', { at: 'end', bold: true }) +
    ['All shelves', 'Workshop', 'Garden', 'Kitchen', 'Camping', 'For parties'].reduce(([svg, x], text, at) => [svg + chip(x, 118, text, at ? '#efe5cd' : '#2f4b3c', at ? '#5b5240' : '#ffffff', 17), x + text.length * 9.5 + 42], ['', 48])[0] +
    things.map(([name, state, kind], at) => {
      const [x, y] = [48 + (at % 4) * 302, 180 + Math.floor(at / 4) * 306]
      return box(x, y, 278, 282, '#ffffff', 14, '#e8dcc0') + box(x + 12, y + 12, 254, 168, '#f5ecd8', 10) + icons[at](x + 139, y + 96) + say(x + 20, y + 220, 21, name, '#2c2a24', { bold: true }) + circle(x + 27, y + 249, 6, ['#b9a67c', '#4c9a5f', '#d28a2d'][kind]) + say(x + 42, y + 255, 17, state, ['#7d745f', '#357a47', '#9a5f12'][kind], { bold: kind > 0 })
    }).join('')
  )
}

function tortellini() {
  const pasta = (x, y, s, fill, edge) => `<g transform="translate(${x} ${y}) scale(${s})">${shape('M-70 10C-70 -50 -30 -74 0 -74C30 -74 70 -50 70 10C70 52 34 66 0 66C-34 66 -70 52 -70 10ZM-26 14C-26 30 -12 38 0 38C12 38 26 30 26 14C26 2 12 -4 0 -4C-12 -4 -26 2 -26 14Z', fill, `stroke="${edge}" stroke-width="6" fill-rule="evenodd"`)}${shape('M-44 -40Q0 -100 44 -40Q20 -58 0 -58Q-20 -58 -44 -40Z', edge, 'opacity="0.35"')}</g>`
  const players = [['Noa', '#f2c14e', 18], ['Ilir', '#e4572e', 15], ['Mei', '#76b041', 15], ['Oma', '#9d8df1', 22]]
  const tiles = range(14 * 5).map((at) => rect((at % 14) * 92, Math.floor(at / 14) * 92 + 20, 88, 88, (at + Math.floor(at / 14)) % 2 ? '#1f6f78' : '#237d86')).join('')
  return (
    rect(0, 0, WIDTH, HEIGHT, '#17565d') + tiles + rect(0, 470, WIDTH, 330, '#c98d4b') + rect(0, 470, WIDTH, 26, '#a9713a') +
    range(6).map((k) => line([[0, 540 + k * 46], [1280, 528 + k * 46]], '#bb8143', 3)).join('') +
    circle(640, 610, 172, '#f7ead0', 'opacity="0.55"') +
    pasta(640, 590, 1.7, '#ffe3a3', '#d99c3c') + pasta(330, 660, 0.95, '#ffdc94', '#d99c3c') + pasta(950, 660, 0.95, '#ffdc94', '#d99c3c') + pasta(190, 590, 0.6, '#ffd585', '#c98a2f') + pasta(1096, 590, 0.6, '#ffd585', '#c98a2f') +
    // She looks through the door.
    box(1010, 96, 190, 320, '#0f3d43', 10) + circle(1106, 250, 64, '#f0d3b8') + shape('M1042 238Q1046 170 1106 168Q1166 170 1170 238Q1146 200 1106 200Q1066 200 1042 238Z', '#d9d9de') + circle(1106, 158, 26, '#d9d9de') + circle(1084, 248, 17, '#ffffff', 'stroke="#5d4037" stroke-width="4"') + circle(1128, 248, 17, '#ffffff', 'stroke="#5d4037" stroke-width="4"') + circle(1080, 252, 6, '#3b2a22') + circle(1124, 252, 6, '#3b2a22') + line([[1090, 286], [1106, 283], [1122, 286]], '#8d5b4c', 5) + shape('M1030 416Q1034 320 1106 318Q1178 320 1182 416Z', '#6d3b5e') +
    box(40, 36, 330, 128, '#0d3338', 14) + say(64, 84, 22, 'Round 3 of 7', '#9fd3d8', { bold: true }) + say(64, 140, 46, 'Tortellini', '#ffe3a3', { serif: true }) +
    box(430, 36, 420, 92, '#0d3338', 14) + say(454, 76, 19, 'Water 94 °C', '#9fd3d8', { bold: true }) + box(454, 92, 372, 18, '#174c53', 9) + box(454, 92, 320, 18, '#f2785c', 9) +
    say(640, 216, 64, 'FOLD!', '#fff3d6', { serif: true, at: 'middle' }) + range(3).map((k) => circle(590 + k * 50, 262, 15, k < 2 ? '#f2c14e' : '#2f8b94')).join('') +
    players.map(([name, fill, score], at) => box(52 + at * 300, 716, 276, 62, '#3d2513', 12) + circle(88 + at * 300, 747, 20, fill) + say(122 + at * 300, 756, 25, name, '#fff3d6', { bold: true }) + say(308 + at * 300, 757, 28, String(score), fill, { bold: true, at: 'end' })).join('')
  )
}

function kleinhirn() {
  const layers = [6, 9, 9, 5, 3]
  const node = (layer, at) => [470 + layer * 108, 330 + (at - (layers[layer] - 1) / 2) * 46]
  const next = chance(9)
  const edges = layers.slice(1).map((count, layer) => range(layers[layer]).flatMap((a) => range(count).map((b) => { const w = next(); return w > 0.45 ? line([node(layer, a), node(layer + 1, b)], w > 0.82 ? '#7ee0c3' : '#47508a', w > 0.82 ? 2.4 : 1.2, `opacity="${n1(w)}"`) : '' })).join('')).join('')
  const nodes = layers.map((count, layer) => range(count).map((at) => circle(...node(layer, at), 11, next() > 0.55 ? '#7ee0c3' : '#2c3366', 'stroke="#8f9ad8" stroke-width="2"')).join('')).join('')
  const leaf = shape('M210 470C110 420 96 300 214 196C318 300 310 424 210 470Z', '#5f9e4a') + line([[212, 220], [210, 520]], '#3b6d2d', 6) + [[180, 330], [236, 300], [226, 390], [184, 410], [206, 266]].map(([x, y], at) => circle(x, y, 9 + (at % 3) * 5, '#c8a23c', 'opacity="0.9"')).join('')
  const results = [['Mosaic disease', 93, '#7ee0c3'], ['Brown streak', 5, '#8f9ad8'], ['Healthy', 2, '#8f9ad8']]
  return (
    rect(0, 0, WIDTH, HEIGHT, '#12152b') + rect(0, 0, WIDTH, 76, '#1b1f3d') + say(44, 50, 28, 'Kleinhirn', '#ffffff', { bold: true }) + say(214, 49, 18, 'cassava-leaf.kh', '#8f9ad8') + chip(1052, 22, 'runs in this tab', '#1f4d47', '#7ee0c3', 15) +
    box(44, 112, 340, 452, '#1b1f3d', 16) + say(68, 152, 18, 'Input, 96 × 96', '#8f9ad8') + leaf +
    box(408, 112, 540, 452, '#171a35', 16) + edges + nodes +
    box(972, 112, 264, 452, '#1b1f3d', 16) + say(996, 152, 18, 'Answer after 38 ms', '#8f9ad8') + results.map(([name, percent, fill], at) => say(996, 210 + at * 104, 19, name, '#ffffff', { bold: at === 0 }) + say(1212, 210 + at * 104, 19, `${percent} %`, fill, { bold: true, at: 'end' }) + box(996, 226 + at * 104, 216, 14, '#2c3366', 7) + box(996, 226 + at * 104, Math.max(14, 2.16 * percent), 14, fill, 7)).join('') +
    box(44, 592, 1192, 164, '#1b1f3d', 16) + say(68, 634, 18, 'Size of the network', '#8f9ad8') + [['As trained', 1144, '46 MB', '#47508a'], ['Eight bits', 420, '11 MB', '#5a64ac'], ['Packed', 74, '900 KB', '#7ee0c3']].map(([name, w, size, fill], at) => box(220, 652 + at * 32, Math.min(w, 900), 20, fill, 6) + say(68, 668 + at * 32, 17, name, '#ffffff') + say(236 + Math.min(w, 900), 669 + at * 32, 17, size, '#ffffff', { bold: true })).join('')
  )
}

function mesh() {
  const roofs = [['School 1', 190, 560], ['School 2', 360, 380], ['Clinic', 520, 610], ['School 3', 560, 250], ['Mast', 700, 430], ['School 4', 860, 620], ['School 5', 900, 270], ['School 6', 1060, 470], ['Library', 1140, 640]]
  const links = [[0, 1, 4], [1, 3, 6], [1, 4, 3], [2, 4, 2], [3, 4, 5], [4, 5, 4], [4, 6, 3], [6, 7, 7], [5, 8, 18], [7, 8, 5], [4, 7, 4]]
  const height = (x) => 300 + Math.sin(x / 170) * 60 - Math.cos(x / 90) * 22
  const ridge = (lift) => `M0 800L0 ${height(0) + lift}${range(33).map((k) => `L${k * 40} ${n1(height(k * 40 + lift) + lift)}`).join('')}L1280 800Z`
  return (
    rect(0, 0, WIDTH, HEIGHT, '#f3e3c3') + circle(1020, 150, 66, '#f0b35f') + shape(ridge(-60), '#d9b98a') + shape(ridge(60), '#c39a68') + shape(ridge(190), '#a87d52') +
    rect(0, 0, WIDTH, 84, '#3a2a20') + say(44, 54, 28, 'Mesh Over Nima', '#f3e3c3', { bold: true }) + say(1236, 53, 19, '9 roofs · 14 radios · all online but one', '#f0b35f', { at: 'end', bold: true }) +
    links.map(([a, b, ms]) => line([roofs[a].slice(1), roofs[b].slice(1)], ms > 10 ? '#c8402f' : '#2e6b5a', ms > 10 ? 4 : 5, ms > 10 ? 'stroke-dasharray="4 12"' : '') + box((roofs[a][1] + roofs[b][1]) / 2 - 36, (roofs[a][2] + roofs[b][2]) / 2 - 16, 72, 30, '#fff9ec', 15) + say((roofs[a][1] + roofs[b][1]) / 2, (roofs[a][2] + roofs[b][2]) / 2 + 6, 16, `${ms} ms`, ms > 10 ? '#c8402f' : '#2e6b5a', { bold: true, at: 'middle' })).join('') +
    roofs.map(([name, x, y], at) => shape(`M${x - 40} ${y}L${x} ${y - 34}L${x + 40} ${y}V${y + 40}H${x - 40}Z`, at === 4 ? '#2e6b5a' : '#8c4a32') + rect(x - 11, y + 8, 22, 32, '#f3e3c3') + line([[x, y - 34], [x, y - 62]], '#3a2a20', 4) + circle(x, y - 66, 7, at === 8 ? '#c8402f' : '#5fc59c') + say(x, y + 66, 18, name, '#2b1d14', { bold: true, at: 'middle', more: 'stroke="#f3e3c3" stroke-width="4" paint-order="stroke"' })).join('') +
    box(44, 112, 330, 144, '#fff9ec', 14) + say(66, 150, 18, 'Last trouble', '#8c6d4d', { bold: true }) + say(66, 188, 22, 'Library lost its roof link', '#2b1d14', { bold: true }) + say(66, 222, 18, 'Cause: a hawk. No known fix.', '#6d5540')
  )
}

function lintel() {
  const [grey, white, red, amber, green, blue] = ['#8a93a6', '#e8ecf4', '#ff7b72', '#f0b45c', '#7fd18b', '#82b7ff']
  const rows = [
    [['$ ', green, true], ['lintel src/', white, true]], [],
    [['src/parse.ml:41', blue, true], ['  this match forgets ', white], ['`Error`', amber, true]],
    [['   40 | ', grey], ['  match', red], [' read_draft file ', white], ['with', red]],
    [['   41 | ', grey], ['  | Ok draft -> show draft', white]],
    [['      |   ', grey], ['^^^^^^^^^^^^^^^^^^^^^^^^', amber, true]],
    [['  A user lost a draft to exactly this on 3 May.', white]],
    [['  Ignore it if the value cannot be an error, and say so:', grey]],
    [['    [@lintel.sure ', blue], ['"reason"', green], [']', blue]], [],
    [['src/sync.ml:108', blue, true], ['  a timeout without a word to the reader', white]],
    [['  108 | ', grey], ['  wait ~seconds:30 (fetch url)', white]],
    [['  People waited half a minute and thought that it hung.', white]],
    [['  Write it with ', grey], ['~saying:', blue], ['"Still trying…"', green]], [],
    [['2 warnings', amber, true], [' of 11 rules in 64 files, ', white], ['0.2 s', green, true]],
  ]
  return (
    rect(0, 0, WIDTH, HEIGHT, '#d9dee8') + box(40, 36, 1200, 728, '#161b26', 16) + shape('M40 92V52Q40 36 56 36H1224Q1240 36 1240 52V92Z', '#232a38') + ['#ff6b60', '#f5bd4f', '#61c454'].map((fill, at) => circle(72 + at * 28, 64, 9, fill)).join('') + say(640, 71, 18, 'lintel — every warning comes with a reason and a way out', '#aab3c5', { at: 'middle' }) +
    rows.map((parts, at) => code(76, 142 + at * 38, 23, parts)).join('') + rect(76, 142 + 15 * 38 + 16, 14, 26, '#e8ecf4')
  )
}

function holidays() {
  const countries = [['BD', 'Bangladesh', 22], ['BE', 'Belgium', 10], ['BG', 'Bulgaria', 13], ['BR', 'Brazil', 12], ['BT', 'Bhutan', 18], ['CA', 'Canada', 11], ['CH', 'Switzerland', 15], ['CL', 'Chile', 16], ['CM', 'Cameroon', 9]]
  const days = range(42).map((at) => at - 5)
  const marked = { 17: '#c0563b', 20: '#e3a53a', 21: '#e3a53a', 26: '#c0563b' }
  const json = [
    [['{', '#3a3f4b']], [['  "date"', '#1c6e8c'], [': ', '#3a3f4b'], ['"2026-03-20"', '#a04a2c'], [',', '#3a3f4b']], [['  "english"', '#1c6e8c'], [': ', '#3a3f4b'], ['"Eid al-Fitr"', '#a04a2c'], [',', '#3a3f4b']],
    [['  "certain"', '#1c6e8c'], [': ', '#3a3f4b'], ['false', '#7b3fa0', true], [',', '#3a3f4b']], [['  "days"', '#1c6e8c'], [': ', '#3a3f4b'], ['2', '#7b3fa0', true], [',', '#3a3f4b']], [['  "source"', '#1c6e8c'], [': ', '#3a3f4b'], ['"mopa.gov.bd"', '#a04a2c']], [['}', '#3a3f4b']],
  ]
  return (
    rect(0, 0, WIDTH, HEIGHT, '#ffffff') + rect(0, 0, 300, HEIGHT, '#f1efe9') + say(36, 64, 28, 'Open Holidays', '#22262e', { serif: true }) + say(36, 94, 17, '214 countries and regions', '#7a7d85') +
    countries.map(([id, name, count], at) => (at ? '' : box(20, 124, 260, 52, '#22262e', 10)) + say(40, 158 + at * 66, 18, id, at ? '#9a9da4' : '#e3a53a', { bold: true }) + say(82, 158 + at * 66, 19, name, at ? '#3a3f4b' : '#ffffff', { bold: !at }) + say(262, 158 + at * 66, 18, String(count), at ? '#9a9da4' : '#ffffff', { at: 'end' })).join('') +
    chip(348, 40, 'GET', '#dcefe2', '#22703f', 17) + code(424, 66, 24, [['/v1/', '#7a7d85'], ['BD', '#22262e', true], ['/', '#7a7d85'], ['2026', '#22262e', true]]) + say(1232, 64, 18, '200 in 3 ms', '#22703f', { at: 'end', bold: true }) +
    say(348, 158, 26, 'March 2026', '#22262e', { bold: true }) + ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((text, at) => say(384 + at * 66, 204, 17, text, '#9a9da4', { at: 'middle' })).join('') +
    days.map((day, at) => { const [x, y] = [384 + (at % 7) * 66, 252 + Math.floor(at / 7) * 62]; return day < 1 || day > 31 ? '' : (marked[day] ? circle(x, y - 8, 27, marked[day]) : '') + say(x, y, 20, String(day), marked[day] ? '#ffffff' : '#3a3f4b', { at: 'middle', bold: Boolean(marked[day]) }) }).join('') +
    circle(362, 664, 9, '#c0563b') + say(384, 671, 18, 'certain', '#3a3f4b') + circle(484, 664, 9, '#e3a53a') + say(506, 671, 18, 'until somebody has seen the moon', '#3a3f4b') +
    box(850, 124, 390, 398, '#f7f5f0', 14) + json.map((parts, at) => code(876, 182 + at * 46, 20, parts)).join('') +
    box(850, 548, 390, 200, '#22262e', 14) + say(878, 596, 21, 'Version 1 stays', '#ffffff', { bold: true }) + say(878, 634, 18, 'There will be no version 2.', '#c9ccd4') + range(38).map((k) => rect(878 + k * 9, 700 - 12 - ((k * 7) % 5) * 5, 5, 12 + ((k * 7) % 5) * 5, '#61c454')).join('') + say(878, 728, 15, '38 months without a break', '#9a9da4')
  )
}

function loom() {
  const size = 15
  const lifted = (x, y) => { const k = Math.abs(((x + y) % 24) - 12) + Math.abs(((x - y + 240) % 24) - 12); return k % 5 < 2 }
  const cells = range(44).flatMap((x) => range(40).map((y) => rect(72 + x * size, 132 + y * size, size - 1, size - 1, lifted(x, y) ? (y > 25 ? '#b8c1cc' : '#263a5e') : y > 25 ? '#eef0ee' : '#f4ead6'))).join('')
  const cloth = range(60).flatMap((x) => range(40).map((y) => (lifted(x, y) ? rect(836 + x * 6.4, 132 + y * 6.4, 6.4, 6.4, '#263a5e') : ''))).join('')
  return (
    rect(0, 0, WIDTH, HEIGHT, '#e9e2d4') + rect(0, 0, WIDTH, 84, '#263a5e') + say(48, 54, 30, 'Loom', '#f4ead6', { serif: true }) + say(160, 53, 19, 'bird’s eye.png', '#b9c7e0') + chip(1024, 24, 'Loom 3 on USB', '#35507f', '#ffffff', 16) +
    box(48, 108, 708, 648, '#ffffff', 12) + cells + line([[60, 132 + 26 * size - 1], [744, 132 + 26 * size - 1]], '#d0603a', 4) + say(742, 128 + 26 * size - 8, 16, 'row 26', '#d0603a', { bold: true, at: 'end', more: 'stroke="#ffffff" stroke-width="5" paint-order="stroke"' }) +
    box(812, 108, 432, 304, '#f4ead6', 12) + cloth + say(836, 446, 18, 'How it will look, 60 × 40 threads', '#6d6250') +
    say(836, 506, 20, 'Shafts', '#263a5e', { bold: true }) + range(4).map((k) => box(836 + k * 102, 526, 88, 88, [0, 2].includes(k) ? '#263a5e' : '#ffffff', 12, '#263a5e') + say(880 + k * 102, 582, 34, String(k + 1), [0, 2].includes(k) ? '#ffffff' : '#263a5e', { bold: true, at: 'middle' })).join('') + say(836, 648, 17, '1 and 3 are up. Throw from the left.', '#6d6250') +
    button(836, 684, 196, 'Back', '#ffffff', '#263a5e', 20) + button(1048, 684, 196, 'Next row', '#d0603a', '#ffffff', 20)
  )
}

function tremor() {
  const stations = ['ALFA', 'BRAVO', 'CHALK', 'DUNE', 'EMBER', 'FERRY', 'GULLY', 'HARBOUR']
  const wave = (row) => {
    const next = chance(row * 77 + 3)
    return range(400).map((at) => {
      const event = row === 4 && at > 236 ? Math.exp(-(((at - 250) / 46) ** 2)) * 44 + 6 : row === 5 && at > 90 && at < 130 ? 14 : [3, 5].includes(row) && at > 250 ? 12 : 0
      return [216 + at * 1.94, 156 + row * 76 + (next() - 0.5) * (5 + event * 1.5)]
    })
  }
  return (
    rect(0, 0, WIDTH, HEIGHT, '#0d1117') + rect(0, 0, WIDTH, 80, '#161c26') + say(44, 52, 28, 'Tremor', '#ffffff', { bold: true }) + say(176, 51, 18, '40 stations, night of 14 March', '#8b98ab') + circle(1112, 46, 8, '#7ee0a0') + say(1132, 52, 18, 'listening', '#7ee0a0', { bold: true }) +
    range(6).map((k) => line([[216 + k * 155, 108], [216 + k * 155, 744]], '#1c2430', 2) + say(216 + k * 155, 774, 15, `03:${String(10 + k * 2).padStart(2, '0')}`, '#66738a', { at: 'middle' })).join('') +
    stations.map((name, row) => (row === 4 ? rect(32, 156 + row * 76 - 36, 964, 72, '#2a1c16', 'rx="8"') : '') + say(48, 162 + row * 76, 17, name, row === 4 ? '#ffb070' : '#8b98ab', { bold: row === 4 }) + line(wave(row), row === 4 ? '#ff8a3c' : '#5fa8d3', row === 4 ? 2.2 : 1.6)).join('') +
    box(1016, 108, 232, 322, '#2a1c16', 16, '#ff8a3c') + say(1040, 152, 18, 'This is unusual', '#ffb070', { bold: true }) + say(1040, 224, 60, '87 %', '#ffffff', { bold: true }) + say(1040, 258, 17, 'sure, at EMBER', '#d9b9a0') + say(1040, 312, 17, 'Adaeze is being', '#ffffff') + say(1040, 338, 17, 'called. She decides.', '#ffffff') + button(1040, 362, 184, 'I am awake', '#ff8a3c', '#1a0f08', 18) +
    box(1016, 456, 232, 288, '#161c26', 16) + say(1040, 500, 18, 'Since 2023', '#8b98ab', { bold: true }) + [['Volcano', 7, '#ff8a3c'], ['Ferry', 3, '#5fa8d3'], ['Coffee', 1, '#c9a27a']].map(([name, count, fill], at) => say(1040, 552 + at * 64, 18, name, '#ffffff') + say(1224, 552 + at * 64, 18, String(count), fill, { bold: true, at: 'end' }) + box(1040, 564 + at * 64, 184 * (count / 7), 10, fill, 5)).join('')
  )
}

function sichtbar() {
  const stops = [[150, 130], [430, 130], [560, 130], [690, 130], [1120, 130], [300, 452], [1000, 320], [1000, 470], [1000, 620], [220, 640]]
  const bar = (x, y, w, h = 14) => box(x, y, w, h, '#d9dbe3', h / 2)
  return (
    rect(0, 0, WIDTH, HEIGHT, '#eceef4') + rect(0, 0, WIDTH, 64, '#3b3f58') + box(150, 14, 820, 36, '#52577a', 18) + say(176, 38, 17, 'https://town.example.org/swimming', '#d7daf0') + chip(1000, 15, 'Sichtbar', '#ffd166', '#3b3f58', 16) + [26, 58, 90].map((x) => circle(x + 10, 32, 9, '#6d7298')).join('') +
    rect(48, 92, 1184, 76, '#ffffff') + box(84, 112, 132, 36, '#b9bccb', 6) + [384, 514, 644].map((x) => bar(x, 122, 92, 16)).join('') + box(1040, 108, 160, 44, '#8fa3d9', 8) +
    rect(48, 168, 1184, 590, '#ffffff') + box(84, 208, 640, 180, '#dfe6f5', 10) + shape('M84 388V330Q240 270 400 320T724 300V388Z', '#aebfe8') + bar(84, 418, 440, 24) + range(4).map((k) => bar(84, 470 + k * 28, 600 - k * 60)).join('') + box(84, 612, 272, 56, '#8fa3d9', 10) +
    range(3).map((k) => box(800, 250 + k * 150, 400, 130, '#f4f5f9', 10) + bar(826, 280 + k * 150, 210, 18) + bar(826, 318 + k * 150, 340) + bar(826, 344 + k * 150, 280)).join('') +
    line(stops, '#6a3de8', 5) + line([stops[4], stops[5]], '#e5383b', 6) +
    stops.map(([x, y], at) => circle(x, y, 24, at === 5 ? '#e5383b' : '#6a3de8', 'stroke="#ffffff" stroke-width="4"') + say(x, y + 8, 22, String(at + 1), '#ffffff', { bold: true, at: 'middle' })).join('') +
    box(340, 520, 376, 84, '#ffffff', 12, '#e5383b') + say(362, 556, 20, 'Nobody can see stop 6', '#b3261e', { bold: true }) + say(362, 584, 17, 'A closed menu keeps the focus.', '#5b5f73') +
    box(48, 716, 1184, 60, '#1f2136', 12) + say(76, 754, 20, '10 stops', '#ffffff', { bold: true }) + say(196, 754, 20, '1 unseen', '#ff8b8d', { bold: true }) + say(320, 754, 20, '0 traps', '#8fe3b0', { bold: true }) + say(1206, 754, 18, 'Press Tab to go on', '#b9bddb', { at: 'end' })
  )
}

function clinic() {
  const children = [['Abena Mensah', '14 months', 1], ['Kwesi Owusu', '9 weeks', 0], ['Zara Issah', '3 years', 2], ['Yaw Boateng', '6 months', 0], ['Efua Ansah', '14 weeks', 0], ['Kojo Addo', '2 years', 0]]
  const doses = [['BCG', 0, 1], ['Polio 1', 6, 1], ['Polio 2', 10, 1], ['Polio 3', 14, 1], ['Measles 1', 40, 1], ['Measles 2', 66, 0]]
  return (
    rect(0, 0, WIDTH, HEIGHT, '#2c3b46') + box(24, 24, 1232, 752, '#f7faf9', 26) + shape('M24 104V50Q24 24 50 24H1230Q1256 24 1256 50V104Z', '#0f766e') + say(64, 76, 28, 'Clinic Notes', '#ffffff', { bold: true }) + say(1216, 75, 18, 'Network on Thursday · 42 entries wait', '#bfe8e2', { at: 'end' }) +
    rect(24, 104, 376, 650, '#eaf2f0') + children.map(([name, age, mark], at) => (at ? '' : rect(24, 124, 376, 92, '#ffffff')) + circle(80, 170 + at * 100, 28, ['#f2b37e', '#7fb8ad', '#c9a7d8', '#f0d073', '#94b3de', '#e39a9a'][at]) + say(80, 178 + at * 100, 22, name[0], '#ffffff', { bold: true, at: 'middle' }) + say(126, 164 + at * 100, 21, name, '#16302d', { bold: true }) + say(126, 192 + at * 100, 17, age, '#5f7a75') + (mark ? circle(372, 170 + at * 100, 9, mark === 1 ? '#d9822b' : '#0f766e') : '')).join('') +
    say(440, 172, 34, 'Abena Mensah', '#16302d', { bold: true }) + say(440, 206, 19, 'Born 12 January 2025 · card NG-03-1187', '#5f7a75') +
    line([[470, 300], [1190, 300]], '#cfdedb', 8) + line([[470, 300], [990, 300]], '#0f766e', 8) + doses.map(([name, , given], at) => circle(480 + at * 138, 300, 22, given ? '#0f766e' : '#ffffff', 'stroke="#0f766e" stroke-width="5"') + (given ? line([[470 + at * 138, 300], [478 + at * 138, 308], [491 + at * 138, 291]], '#ffffff', 5) : '') + say(480 + at * 138, 354, 18, name, '#16302d', { at: 'middle', bold: true })).join('') +
    box(440, 400, 776, 234, '#fff4e3', 16, '#d9822b') + say(470, 442, 22, 'Two tablets disagree about Measles 1', '#8a4a0b', { bold: true }) +
    [['Tablet 4, Sister Akua', '18 October 2025', 'left arm'], ['Tablet 7, Sister Dede', '19 October 2025', 'left arm']].map(([who, when, where], at) => box(470 + at * 366, 464, 350, 148, '#ffffff', 12) + say(492 + at * 366, 500, 17, who, '#5f7a75') + say(492 + at * 366, 532, 22, when, '#16302d', { bold: true }) + say(492 + at * 366, 560, 17, where, '#5f7a75') + button(652 + at * 366, 552, 148, 'This one', '#0f766e', '#ffffff', 17)).join('') +
    button(440, 668, 300, 'Add an entry', '#0f766e', '#ffffff', 20) + button(760, 668, 300, 'Print the card', '#dcebe8', '#0f766e', 20)
  )
}

function fahrplan() {
  const streets = [[[0, 560], [420, 470], [900, 520], [1280, 420]], [[140, 800], [300, 520], [380, 0]], [[980, 800], [900, 520], [1010, 0]], [[0, 240], [380, 200], [960, 250], [1280, 180]]]
  return (
    rect(0, 0, WIDTH, HEIGHT, '#f4d35e') + streets.map((points) => line(points, '#f8e08a', 36)).join('') + streets.map((points) => line(points, '#efc93f', 3, 'stroke-dasharray="14 18"')).join('') +
    box(410, 30, 460, 850, '#1d2433', 56) + box(428, 48, 424, 840, '#fffdf5', 40) +
    say(640, 112, 22, '7:19, Haltestelle Lindenplatz', '#6d6f78', { at: 'middle' }) +
    ['Your train leaves', 'in eleven minutes', 'from the platform', 'behind the bakery.'].map((text, at) => say(462, 208 + at * 52, 37, text, '#1d2433', { serif: true })).join('') +
    say(462, 430, 27, 'There is time for a roll.', '#8a5a00', { bold: true }) +
    box(462, 470, 356, 96, '#f1ecd9', 16) + say(486, 510, 21, 'The door is on the left.', '#1d2433') + say(486, 544, 21, 'Running would not help.', '#1d2433') +
    box(462, 592, 356, 82, '#1d2433', 20) + say(640, 645, 28, 'Say it again', '#ffffff', { bold: true, at: 'middle' }) + box(462, 690, 356, 82, '#f4d35e', 20) + say(640, 743, 28, 'And the next one?', '#1d2433', { bold: true, at: 'middle' }) +
    circle(196, 330, 58, '#1d2433') + say(196, 350, 54, 'S', '#f4d35e', { bold: true, at: 'middle' }) + say(196, 430, 24, 'Lindenplatz', '#1d2433', { bold: true, at: 'middle' }) + circle(1090, 520, 58, '#c0442b') + shape('M1058 540Q1056 492 1090 490Q1124 492 1122 540ZM1050 546H1130V556H1050Z', '#fff3d6') + say(1090, 616, 24, 'the bakery', '#1d2433', { bold: true, at: 'middle' })
  )
}

const SCREENS = { wetterleuchten, bibliothek, tortellini, kleinhirn, fahrplan, mesh, lintel, holidays, loom, tremor, sichtbar, clinic }

const folder = join(root, 'src/demo/screens')
mkdirSync(folder, { recursive: true })
for (const [name, draw] of Object.entries(SCREENS)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${draw()}</svg>`
  writeFileSync(join(folder, `${name}.png`), renderPng(svg, WIDTH, FONTS))
  writeFileSync(join(folder, `${name}-card.png`), renderPng(svg, CARD, FONTS))
}
