import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { callNames, rowOf } from '../calls.ts'
import { listOf, requiredText, text } from './fields.ts'
import { parseReply } from './reply.ts'

const word = v.picklist(['a', 'b'])
const Reply = v.object({
  status: v.literal(true),
  rows: v.array(v.object({ kind: word, note: v.optional(v.nullable(word)), n: v.number() })),
  kinds: v.record(v.string(), word),
  some: v.pipe(listOf(word, 3), v.minLength(1)),
})
const sound = { status: true, rows: [{ kind: 'a', note: null, n: 1 }], kinds: { x: 'a' }, some: ['a'] }

describe('issue 38: a reply with values written by a newer build', () => {
  test('an unknown value of a closed list is passed on anywhere, and unknown fields are dropped', () => {
    const newer = { ...sound, rows: [{ kind: 'c', note: 'c', n: 1, secret: 1 }], kinds: { x: 'c' }, some: ['c'] }
    expect(parseReply(Reply, newer)).toEqual({
      ...sound,
      rows: [{ kind: 'c', note: 'c', n: 1 }],
      kinds: { x: 'c' },
      some: ['c'],
    })
  })

  test.each([
    ['longer than is taken today', 'x'.repeat(9), 'x'.repeat(9)],
    ['longer in NFC than it was stored', '\u0958'.repeat(8), '\u0958'.repeat(8).normalize('NFC')],
    ['of nothing that can be seen', '\u200B\u202E', ''],
    ['empty', ' ', ' '],
  ])('a stored text is sent, even one that is %s', (_, stored, shown) => {
    const lines = v.object({ name: requiredText(8), city: v.nullable(text(8)) })
    expect(parseReply(lines, { name: stored, city: stored })).toEqual({ name: shown, city: shown })
  })

  test.each([
    ['a number for a word', { ...sound, some: [1] }],
    ['a word for a number', { ...sound, rows: [{ kind: 'c', n: 'x' }] }],
    ['a field that is missing', { ...sound, rows: [{ n: 1 }] }],
    ['a status that is none', { ...sound, status: 'c' }],
  ])('%s is still reported as our fault', (_, reply) => {
    expect(() => parseReply(Reply, reply)).toThrow(v.ValiError)
  })

  test('a newer value elsewhere leaves every closed list of the contract as it is, numbers too', () => {
    const lists = new Set(callNames.flatMap((name) => picklistsIn(rowOf(name).reply)))
    expect(lists.size).toBeGreaterThan(50)
    for (const list of lists)
      for (const one of list.options)
        expect(parseReply(v.object({ one: list, word }), { one, word: 'newer' })).toEqual({ one, word: 'newer' })
  })

  test('every reply of the contract can be relaxed', () => {
    for (const name of callNames) expect(() => parseReply(rowOf(name).reply, { status: 'c' })).toThrow(v.ValiError)
  })
})

type List = v.PicklistSchema<readonly (string | number)[], undefined>
/** Every closed list that a value of a schema may hold. */
function picklistsIn(schema: unknown): readonly List[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, wrapped, item, value, entries, options, pipe } = schema as Readonly<Record<string, unknown>>
  if (type === 'picklist') return [schema as List]
  const parts = [
    wrapped,
    item,
    value,
    ...Object.values(entries ?? {}),
    ...[options ?? []].flat(),
    ...[pipe ?? []].flat(),
  ]
  return parts.flatMap(picklistsIn)
}
