// `make tour`: pictures of every page for looking at, into the ignored folder pictures/.
import { defineConfig } from '@playwright/test'
import config from './playwright.config'

export default defineConfig({ ...config, testDir: 'tour', timeout: 300_000, workers: 1 })
