import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TABLE_NAMES, type TableName } from '../../contract/kernel/table-names.ts'
import { groupOf, tables } from '../../contract/tables.ts'
import { changedSince } from './merge.ts'

const synced = TABLE_NAMES.filter((table) => Object.keys(tables[table].groups).length > 0)
const fieldsOf = (table: TableName) =>
  Object.keys((tables[table].schema as unknown as { entries: object }).entries).filter(
    (name) => name !== 'id' && name !== 'version',
  ) // rows are objects

/**
 * A record's history, which is each version with the fields that it changed; and what the database stores of it
 * (`stamp_version`).
 */
const lifeOf = (table: TableName) =>
  fc.array(fc.subarray(fieldsOf(table), { minLength: 1, maxLength: 4 }), { maxLength: 12 })
const keptOf = (table: TableName, life: readonly (readonly string[])[]) =>
  Object.fromEntries(life.flatMap((fields, i) => fields.map((field) => [groupOf(table, field), i + 2] as const)))

describe.each(synced)('SYNC “Merge”, %s', (table) => {
  const cases = lifeOf(table).chain((life) =>
    fc.record({
      life: fc.constant(life),
      base: fc.integer({ min: 1, max: life.length + 1 }),
      mine: fc.subarray(fieldsOf(table), { minLength: 1, maxLength: 4 }),
    }),
  )

  test('an edit conflicts in exactly the fields whose fact someone changed after its base', () => {
    fc.assert(
      fc.property(cases, ({ life, base, mine }) => {
        const since = new Set(
          life
            .slice(base - 1)
            .flat()
            .map((field) => groupOf(table, field)),
        )
        expect(changedSince(table, keptOf(table, life), base, mine)).toEqual(
          mine.filter((field) => since.has(groupOf(table, field))),
        )
      }),
    )
  })

  test('an edit of the newest version, or without a base, never conflicts', () => {
    fc.assert(
      fc.property(cases, ({ life, mine }) => {
        expect(changedSince(table, keptOf(table, life), life.length + 1, mine)).toEqual([])
        expect(changedSince(table, keptOf(table, life), null, mine)).toEqual([])
      }),
    )
  })

  test('one’s own second edit never conflicts with the first if it is based on it', () => {
    fc.assert(
      fc.property(cases, ({ life, mine }) => {
        const after = [...life, mine]
        expect(changedSince(table, keptOf(table, after), after.length + 1, mine)).toEqual([])
      }),
    )
  })

  test('an edit that merges also merges if its base is later (knowing more never adds a conflict)', () => {
    fc.assert(
      fc.property(cases, ({ life, base, mine }) => {
        const kept = keptOf(table, life)
        for (let later = base; later <= life.length + 1; later++)
          expect(changedSince(table, kept, base, mine)).toEqual(
            expect.arrayContaining(changedSince(table, kept, later, mine)),
          )
      }),
    )
  })

  test('facts that depend on each other are judged together', () => {
    for (const fields of Object.values<readonly string[]>(tables[table].groups))
      for (const field of fields)
        for (const other of fields) expect(changedSince(table, keptOf(table, [[field]]), 1, [other])).toEqual([other])
  })
})

test('two edits of different facts merge in either order, with the same result', () => {
  const edit = fc.subarray(['note', 'patientNote', 'meetingLink', 'start', 'status', 'price'] as const, {
    minLength: 1,
  })
  fc.assert(
    fc.property(edit, edit, (one, other) => {
      const apart = one.every((field) =>
        other.every((its) => groupOf('appointment', field) !== groupOf('appointment', its)),
      )
      const inOrder = (first: readonly string[], second: readonly string[]) =>
        changedSince('appointment', keptOf('appointment', [first]), 1, second).length === 0
      expect([inOrder(one, other), inOrder(other, one)]).toEqual([apart, apart])
    }),
  )
})
