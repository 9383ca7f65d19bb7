// End-to-end tests: the real executable in a real Chromium, installed or Playwright's own.
import { defineConfig } from '@playwright/test'
import { installed } from './e2e/support/chromium'

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // On two cores: a test waits for pages as often as it works.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A stalled machine may cost a test one retry. Such a test is listed as flaky, which is a fault to find.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Nothing moves, except in tests about movement.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test would cost a fifteenth of the whole run. A test that fails is tried again, and that is traced.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: installed,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    },
  },
})
