import { defineConfig } from '@playwright/test'

/**
 * Journeys in real Chromium against the production build; each worker has a house of its own (tests/journeys/support/server.ts). One
 * that fails is made a second time on a fresh house: passed then, it is printed as flaky, and that is a fault to be looked into. The times
 * end what hangs: most journeys take half a minute, on a machine three times slower a minute and a half, and the longest, over every screen, five.
 */
export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.journey.ts',
  workers: 2,
  fullyParallel: false,
  timeout: 600_000,
  expect: { timeout: 20_000 },
  retries: 1,
  outputDir: 'test-results',
})
