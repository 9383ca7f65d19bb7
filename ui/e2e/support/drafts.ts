// What the browser keeps of an unsent form.
import type { Page } from '@playwright/test'

/** The stored draft of a form, whoever typed it; null when there is none. */
export const draftOf = (page: Page, form: string) =>
  page.evaluate((end) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('draft/') && one.endsWith(end))
    return key === undefined ? null : localStorage.getItem(key)
  }, `/${form}`)
