// `make lighthouse`: how fast the pages where people arrive are on a phone, as Lighthouse simulates one.
import { defineConfig } from '@playwright/test'
import config from './playwright.config'

export default defineConfig({ ...config, testDir: 'lighthouse', timeout: 600_000, workers: 1, retries: 0 })
