import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/run/child.ts'
import { FAULTS, GOALS, type Run } from '../tools/soak/goals.ts'

test('every test that the report of operation names exists', () => {
  const runs: readonly Run[] = [...GOALS.flatMap(({ runs: own }) => own), ...FAULTS.flatMap(([, ...by]) => by)]
  const missing = runs.filter((run) => 'file' in run && !hasTest(run))
  expect(missing).toEqual([])
})

test('every fault of TRUST G6 has a run', () => {
  expect(FAULTS).toHaveLength(24)
  expect(FAULTS.filter(([, ...by]) => by.length === 0).map(([fault]) => fault)).toEqual([])
})

/** Whether one of the names in the file fits; a row of `test.each` begins with its name. */
function hasTest({ file, tests }: Extract<Run, { file: string }>): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  const names = [...text.matchAll(/(?:\b(?:test|describe)[\w.]*\(|\[)\s*(['"`])(.+?)\1/gs)].map(([, , name]) => name!)
  return tests ? names.some((name) => tests.test(name)) : names.length > 0
}
