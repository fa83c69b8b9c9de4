import { expect, test } from 'vitest'
import { queuedCalls, rowOf } from '../../../contract/calls.ts'
import { FIELD_WORDS, NAMED_IN, UNSPOKEN } from './field-words.ts'

const fieldsOf = (call: (typeof queuedCalls)[number]): string[] => {
  const { input } = rowOf(call)
  return 'entries' in input && typeof input.entries === 'object' && input.entries ? Object.keys(input.entries) : []
}

test('every field of every queued call has words for a conflict, or is listed as having none', () => {
  const wordless = queuedCalls.flatMap((call) =>
    fieldsOf(call)
      .filter((field) => !FIELD_WORDS[field] && !UNSPOKEN.has(field))
      .map((field) => `${call}: ${field}`),
  )
  expect(wordless).toEqual([])
})

test('every field of ids says where their names are', () => {
  const nameless = queuedCalls.flatMap((call) =>
    fieldsOf(call)
      .filter(
        (field) => /Ids?$/.test(field) && !NAMED_IN[field] && !UNSPOKEN.has(field) && !/^(photo|promo)Id$/.test(field),
      )
      .map((field) => `${call}: ${field}`),
  )
  expect(nameless).toEqual([])
})
