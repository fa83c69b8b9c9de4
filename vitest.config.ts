import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'

const unitTests = [
  'src/**/*.test.{ts,tsx}',
  'contract/**/*.test.ts',
  'server/**/*.unit.test.ts',
  'tests/{boundaries,lockfile,locales}.test.ts',
]
/** They kill servers, race for slots and hold times against a watch: one after the other, with the machine to themselves. */
const aloneTests = [
  'tests/start.test.ts',
  'tests/faults/**/*.test.ts',
  'server/db/embedded.test.ts',
  'server/appointment/race.test.ts',
]
const serverTests = ['server/**/*.test.ts', 'tests/**/*.test.ts']
const withDatabase = {
  globalSetup: 'tests/support/database-server.ts',
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

/** `unit` needs nothing but Node; `server` and `alone` have a real PostgreSQL for the run. Journeys are Playwright's. */
export default defineConfig({
  plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: unitTests } },
      { test: { name: 'server', include: serverTests, exclude: [...unitTests, ...aloneTests], ...withDatabase } },
      {
        test: {
          name: 'alone',
          include: aloneTests,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...withDatabase,
        },
      },
    ],
  },
})
