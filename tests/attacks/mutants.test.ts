import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutated } from '../simulation/mutate.ts'
import { defences } from './mutants.ts'
import { undefended } from './undefended.ts'

test('at least twenty defences can be taken out, each by its own name, each still stands, and an attack waits for it', async () => {
  expect(defences.length).toBeGreaterThanOrEqual(20)
  expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length)
  for (const defence of defences) {
    await mutated(defence)
    expect([defence.name, existsSync(join(import.meta.dirname, '../..', defence.by!))]).toEqual([defence.name, true])
  }
})

test('what the bench takes out to see what defences cost still stands', async () => {
  expect((await mutated(undefended)).size).toBeGreaterThan(8)
})
