import { expect, test } from 'vitest'
import type { Call } from '../../../contract/kernel/call.ts'
import { callNames, rowOf } from '../../../contract/calls.ts'
import { wordsOf } from './action-words.ts'

test('actions outside the calls have words in the log, as calls do', () => {
  for (const action of [
    'sync.fill',
    'patient.openFile',
    'patient.export',
    'recipe.paper',
    'report.paper',
    'operator.removeFactor',
  ])
    expect([action, wordsOf(action)?.message]).toEqual([action, expect.any(String)])
  expect([wordsOf('no.such'), wordsOf('constructor')]).toEqual([undefined, undefined])
})

test('every audited call has words in the log', () => {
  const lines = callNames.filter((name) => {
    const { writes, audits }: Call = rowOf(name)
    return writes ?? audits
  })
  expect(lines.filter((name) => !wordsOf(name))).toEqual([])
})
