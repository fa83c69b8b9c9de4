import { availableParallelism } from 'node:os'
import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'

const unitTests = [
  'src/**/*.test.{ts,tsx}',
  'contract/**/*.test.ts',
  'server/**/*.unit.test.ts',
  'tests/{boundaries,licences,lockfile,locales,names,patterns,security-papers}.test.ts',
]
const serverTests = ['server/**/*.test.ts', 'tests/**/*.test.ts']

/** Two projects: `unit` needs nothing but Node; `server` has one real PostgreSQL for the run. Journeys are Playwright's. */
export default defineConfig({
  plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    // a file of the server's waits for the database half of its time: on two cores two of them keep both busy
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // none of them is a stopwatch: a slow machine gets its time
      { test: { name: 'unit', include: unitTests, testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: serverTests,
          exclude: unitTests,
          globalSetup: 'tests/support/database-server.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
