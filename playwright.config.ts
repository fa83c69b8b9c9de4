import { defineConfig } from '@playwright/test'

/**
 * Journeys in real Chromium against the production build; each worker has a house of its own (tests/journeys/support/house.ts). One
 * that fails is made a second time on a fresh house: passed then, it is printed as flaky, and that is a fault to be looked into.
 */
export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.journey.ts',
  workers: 2,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  retries: 1,
  outputDir: 'test-results',
})
