// A camera that sees a ticket: a separate browser whose camera plays a film of the code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { Resvg } from '@resvg/resvg-js'
import type { components } from '../../src/api/schema'
import { installed } from './chromium'

const WIDTH = 640
const HEIGHT = 480
const SIDE = 360

type Code = Pick<components['schemas']['Ticket'], 'path' | 'size'>

/** An uncompressed film (YUV4MPEG2, 4:2:0) of the code on a grey table. */
function film({ path, size }: Code): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="100%" height="100%" fill="white"/><path d="${path}"/></svg>`
  const { pixels, width } = new Resvg(svg, { fitTo: { mode: 'width', value: SIDE } }).render()
  const luma = Buffer.alloc(WIDTH * HEIGHT, 110)
  const [left, top] = [(WIDTH - SIDE) / 2, (HEIGHT - SIDE) / 2]
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) luma[(top + y) * WIDTH + left + x] = pixels[(y * width + x) * 4]!
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F15:1 Ip A1:1 C420jpeg\n`), ...Array.from({ length: 5 }, () => frame)])
}

/** Starts it; `stop` ends it and removes the film. */
export async function browserWithCamera(code: Code): Promise<{ browser: Browser; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'community-camera-'))
  const file = join(folder, 'ticket.y4m')
  writeFileSync(file, film(code))
  const browser = await chromium.launch({
    executablePath: installed,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`],
  })
  return {
    browser,
    async stop() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
