// The pictures of one page: each width in both themes, forced colours, and a PDF.
//
//   WIDTHS=320,print  these only: widths, `forced` for forced colours, `print` for what is printed
//   THEMES=dark       this theme only
import { expect, type Page } from '@playwright/test'

const FOLDER = '../pictures'
const list = (value: string | undefined) => (value ? value.split(',') : undefined)
const THEMES = (list(process.env.THEMES) ?? ['light', 'dark']) as ('light' | 'dark')[]
const WANTED = list(process.env.WIDTHS) ?? ['320', '390', '768', '1280', '1920', 'forced', 'print']
const WIDTHS = WANTED.filter((it) => /^\d+$/.test(it)).map(Number)
/** The widths in forced colours, each on the system's dark or light ground. */
const FORCED = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

export async function pictures(page: Page, title: string) {
  const name = title.replace(/[^a-z0-9]+/gi, '-')
  for (const width of WIDTHS) {
    await sizeTo(page, width)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await picture(page, `${name}-${width}-${colorScheme}`)
    }
  }
  if (WANTED.includes('forced')) {
    for (const { width, colorScheme } of FORCED) {
      await sizeTo(page, width)
      await page.emulateMedia({ colorScheme, forcedColors: 'active' })
      await picture(page, `${name}-${width}-forced`)
    }
    await page.emulateMedia({ forcedColors: 'none' })
  }
  if (!WANTED.includes('print')) return
  // Printed in the theme that is not the paper's.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.pdf({ path: `${FOLDER}/${name}.pdf`, format: 'A4' })
}

const sizeTo = (page: Page, width: number) => page.setViewportSize({ width, height: width < 700 ? 800 : 900 })
/** The whole page, or an open dialog alone with what the window shows beneath it. */
async function picture(page: Page, name: string) {
  const fullPage = (await page.locator('dialog[open]').count()) === 0
  await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage, animations: 'disabled' })
}
