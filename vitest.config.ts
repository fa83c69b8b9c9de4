import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'

const unitTests = [
  'src/**/*.test.{ts,tsx}',
  'contract/**/*.test.ts',
  'server/**/*.unit.test.ts',
  'tests/{boundaries,formats,licences,lockfile,locales,names,patterns,peers,security-papers,words}.test.ts',
]
const serverTests = ['server/**/*.test.ts', 'tests/**/*.test.ts']
/** What is one for a whole process, and the app's own code, which keeps one device in its modules. */
const OWN_PROCESS = /fake-indexeddb|\/src\/|globalThis|\bvi\.|\bprocess\.(?:on|chdir)\(/
const aloneTests = serverTests.flatMap((pattern) =>
  globSync(pattern, { cwd: import.meta.dirname }).filter((file) =>
    OWN_PROCESS.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  ),
)
/** Ends what hangs; no test is a stopwatch, and a slow machine gets its time. */
const TIME = { testTimeout: 180_000, hookTimeout: 180_000 }
const onDatabase = { globalSetup: 'tests/support/database-server.ts', ...TIME }

/**
 * `unit` needs nothing but Node. `server` and `alone` have a real PostgreSQL each for the run, with a database for each file. The files of
 * `server` that run in one process share the server's modules, which hold nothing of a server but what can be worked out again: to read them
 * anew took a third of the processor's time (docs/testing.md). Journeys are Playwright's.
 */
export default defineConfig({
  plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    // a file of the server's waits for the database half of its time: on two cores two of them keep both busy
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'unit', include: unitTests, ...TIME } },
      { test: { name: 'alone', include: aloneTests, exclude: unitTests, ...onDatabase } },
      {
        test: {
          name: 'server',
          include: serverTests,
          exclude: [...unitTests, ...aloneTests],
          isolate: false,
          ...onDatabase,
        },
      },
    ],
  },
})
