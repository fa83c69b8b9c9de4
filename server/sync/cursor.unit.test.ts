import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCursor, topOf, writeCursor, type Cursor } from './cursor.ts'

const digits = fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n }).map(String)
const name = fc.stringMatching(/^[\w-]{1,40}$/)
const cursors: fc.Arbitrary<Cursor> = fc
  .record(
    {
      epoch: name,
      xid: digits,
      set: fc.option(name),
      filling: fc.record({ set: name, at: fc.nat(), tbl: fc.option(name), id: fc.option(fc.uuid()) }),
      reading: fc.record({ horizon: digits, xid: digits, tbl: name, id: fc.uuid() }),
    },
    { requiredKeys: ['epoch', 'xid', 'set'] },
  )
  .map((cursor) => cursor as Cursor) // a key that is left out is not there

test('a cursor is read back as it was written', () => {
  fc.assert(fc.property(cursors, (cursor) => void expect(readCursor(writeCursor(cursor))).toEqual(cursor)))
})

test('an invalid cursor never throws: the device starts over and keeps its queue', () => {
  const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue().map(written)), (text) => {
      const found = readCursor(text)
      expect(found === null || typeof found.epoch === 'string').toBe(true)
    }),
  )
  fc.assert(
    fc.property(cursors, fc.constantFrom('epoch', 'xid', 'set'), (cursor, key) => {
      expect(readCursor(written({ ...cursor, [key]: 7 }))).toBeNull()
    }),
  )
  expect(readCursor(null)).toBeNull()
})

test('everything a cursor has seen lies below its top, including what it saw above the horizon and the page under way', () => {
  expect(topOf({ epoch: 'e', xid: '100', set: null })).toBe('100')
  expect(topOf({ epoch: 'e', xid: '100.k.5', set: null })).toBe('120')
  const reading = { horizon: '100.k', xid: '300', tbl: 'appointment', id: crypto.randomUUID() }
  expect(topOf({ epoch: 'e', xid: '90', set: null, reading })).toBe('301')
})
