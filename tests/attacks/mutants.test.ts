import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutated } from '../simulation/mutate.ts'
import { defences } from './mutants.ts'
import { undefended } from './undefended.ts'

test('at least twenty defences can be removed, each has a unique name, each still exists, and an attack covers it', async () => {
  expect(defences.length).toBeGreaterThanOrEqual(20)
  expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length)
  for (const defence of defences) {
    await mutated(defence)
    expect([defence.name, existsSync(join(import.meta.dirname, '../..', defence.by!))]).toEqual([defence.name, true])
  }
})

test('what the bench removes to measure the cost of the defences still exists', async () => {
  expect((await mutated(undefended)).size).toBeGreaterThan(8)
})
