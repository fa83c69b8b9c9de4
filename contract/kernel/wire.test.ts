import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ROLES, type Call, type Role } from './call.ts'
import { callNames, queuedCalls, rowOf, type CallName } from '../calls.ts'
import { effects } from '../effects.ts'
import { TABLE_NAMES, type TableName } from './table-names.ts'
import { tables } from '../tables.ts'
import { gather, sees, spread, visible, withWireNames } from './wire.ts'

const inBody = (row: Call) => row.method === 'POST' || row.method === 'PUT'
const holesOf = (row: Call) => row.path.match(/:(\w+)/g)?.map((hole) => hole.slice(1)) ?? []
const entriesOf = (schema: v.GenericSchema) =>
  (schema as unknown as { entries: Record<string, v.GenericSchema> }).entries // rows' inputs are objects

describe('spread and gather: fields laid over path, query and body come back the same', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.isWellFormed() && text !== '.' && text !== '..')
  const json = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.array(word, { maxLength: 3 }))

  test.each(callNames)('%s', (name) => {
    const row = rowOf(name)
    const holes = holesOf(row)
    // a field by which SPEC selects the command belongs to the command, not to the input
    const fields = Object.keys(entriesOf(row.input)).filter(
      (field) =>
        !holes.includes(field) && field !== 'action' && !row.means?.some((meaning) => Object.hasOwn(meaning, field)),
    )
    const arbitrary = fc.record({
      ...Object.fromEntries(holes.map((hole) => [hole, word])),
      ...Object.fromEntries(fields.map((field) => [field, inBody(row) ? json : word])),
    })
    fc.assert(
      fc.property(arbitrary, (input) => void expect(overHttp(row, input)).toEqual(input)),
      { numRuns: 50 },
    )
  })

  /** What the server makes of the input: the router's path parameters, the query's text, the body through JSON. */
  function overHttp(row: Call, input: Readonly<Record<string, unknown>>) {
    const { url, body } = spread(row, input)
    const [path = '', query = ''] = url.split('?')
    const parts = path.split('/')
    const params = Object.fromEntries(
      row.path
        .split('/')
        .flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[i]!)]] : [])),
    )
    return gather(
      row,
      params,
      Object.fromEntries(new URLSearchParams(query)),
      body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
    )
  }

  test('the path wins over a field of the same name; `action` and SPEC’s own name for it are not fields', () => {
    expect(gather(rowOf('appointment.update'), { id: 'of the path' }, {}, { id: 'of the body', note: 'x' })).toEqual({
      id: 'of the path',
      note: 'x',
    })
    expect(gather(rowOf('appointment.complete'), { id: 'a' }, {}, { action: 'complete', status: 'completed' })).toEqual(
      { id: 'a' },
    )
    expect(gather(rowOf('appointment.complete'), { id: 'a' }, {}, { status: 'waiting' })).toEqual({
      id: 'a',
      status: 'waiting',
    })
  })

  test.each([[[1, 2]], ['text'], [7], [true]])('a body that is not an object is not an input: %s', (body) => {
    expect(v.is(rowOf('appointment.list').input, gather(rowOf('appointment.list'), {}, {}, body))).toBe(false)
  })
})

describe('`visible` removes every marked field for everyone it is not meant for (TRUST G2)', () => {
  const marked = Object.entries(tables).flatMap(([table, { schema }]) =>
    Object.entries(entriesOf(schema)).flatMap(([field, its]) => {
      const see = v.getMetadata(its)['see'] as readonly Role[] | undefined // `see` in fields.ts writes this
      return see ? ROLES.map((role) => [table as TableName, field, role, see.includes(role)] as const) : []
    }),
  )

  test('there are marked fields', () =>
    expect(new Set(marked.map(([table, field]) => `${table}.${field}`)).size).toBeGreaterThanOrEqual(8))

  test.each(marked)('%s.%s, to a %s: %s', (table, field, role, shown) => {
    const { schema } = tables[table]
    const row = Object.fromEntries(Object.keys(entriesOf(schema)).map((name) => [name, `${name} of ${table}`]))
    const one = visible(schema, row, role) as Record<string, unknown>
    expect(field in one).toBe(shown)
    // the same at any depth: in a list, optional, in a reply
    const wrapped = v.object({ status: v.literal(true), rows: v.optional(v.nullable(v.array(schema))) })
    const deep = visible(wrapped, { status: true, rows: [row, row] }, role) as { rows: Record<string, unknown>[] }
    expect(deep.rows.map((each) => field in each)).toEqual([shown, shown])
    expect(sees(entriesOf(schema)[field]!, role)).toBe(shown)
  })

  test.each(TABLE_NAMES)('%s: a field that no schema names never passes', (table) => {
    for (const role of ROLES)
      expect(
        visible(tables[table].schema, { id: 'x', password_hash: 'x', field_versions: {}, audience: [] }, role),
      ).toEqual({ id: 'x' })
  })

  test('the marks that RULES 13 requires exist', () => {
    const hidden = (role: Role) =>
      marked.filter(([, , to, shown]) => to === role && !shown).map(([table, field]) => `${table}.${field}`)
    expect(hidden('patient')).toEqual(
      expect.arrayContaining([
        'appointment.note',
        'appointment.commission',
        'appointment.earn',
        'doctor.phone',
        'doctor.email',
      ]),
    )
    expect(hidden('admin')).toEqual(expect.arrayContaining(['appointment.note', 'patient.allergies']))
    expect(hidden('doctor')).toEqual(expect.arrayContaining(['appointment.commission', 'payment.reference']))
  })
})

describe('the table of calls', () => {
  test('no two calls share method, address and action; none shadows another', () => {
    const addresses = callNames.map((name) => `${rowOf(name).method} ${rowOf(name).path} ${rowOf(name).action ?? ''}`)
    expect(new Set(addresses).size).toBe(addresses.length)
    const meanings = callNames.flatMap((name) =>
      (rowOf(name).means ?? []).map((each) => `${rowOf(name).method} ${rowOf(name).path} ${JSON.stringify(each)}`),
    )
    expect(new Set(meanings).size).toBe(meanings.length)
  })

  test.each(callNames.filter((name) => !inBody(rowOf(name))))('%s has no body, so its fields are text', (name) => {
    const kinds = Object.values(entriesOf(rowOf(name).input)).map(kindOf)
    expect(kinds.filter((kind) => !['string', 'picklist', 'literal'].includes(kind))).toEqual([])
  })

  test.each(callNames)('%s: every path parameter is a field, and unknown fields are refused', (name) => {
    const row = rowOf(name)
    expect(Object.keys(entriesOf(row.input))).toEqual(expect.arrayContaining(holesOf(row)))
    expect(row.input.type).toBe('strict_object')
    expect(kindOf(entriesOf(row.reply)['status']!)).toBe('literal')
  })

  test.each(queuedCalls)(
    '%s, queued, is complete: a body, a record, an effect, and ids chosen on the device (STYLE 13)',
    (name) => {
      const row = rowOf(name)
      // a removal needs only the id, and returns no record
      expect(inBody(row) || row.writes?.removes === true).toBe(true)
      expect(row.writes).toBeDefined()
      expect(Object.keys(effects[name].apply)).toContain(row.writes!.table)
      const fields = Object.keys(entriesOf(row.input))
      expect(fields).toEqual(expect.arrayContaining(['id', ...row.writes!.needs, ...(row.writes!.sets ?? [])]))
      const made = effects[name].touches({ id: 'the-id', paymentId: 'p' } as never) // only ids are read
      expect(made[0]).toEqual({ table: row.writes!.table, id: 'the-id' })
      expect(row.writes!.removes === true || Object.hasOwn(entriesOf(row.reply), row.writes!.table)).toBe(true)
    },
  )

  test.each(callNames.filter((name) => rowOf(name).offline !== 'queue'))(
    '%s, not queued, declares nothing for the outbox',
    (name) => {
      expect(Object.hasOwn(effects, name)).toBe(false)
      expect([rowOf(name).writes?.creates, rowOf(name).writes?.coalesce, rowOf(name).writes?.sets]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    },
  )

  test('rule 46: no call that pays is queued', () => {
    expect(queuedCalls.filter((name: CallName) => rowOf(name).path.startsWith('/api/payment'))).toEqual([])
  })
})

test('SPEC’s own names accompany ids on the wire at any depth, and only in records (DESIGN “one id”)', () => {
  const one = v.pipe(v.object({ id: v.string(), n: v.number() }), v.metadata({ alsoAs: '_id' }))
  const reply = v.object({
    records: v.array(one),
    last: v.optional(v.nullable(one)),
    other: v.object({ id: v.string() }),
  })
  const value = { records: [{ id: 'a', n: 1 }], last: null, other: { id: 'b' } }
  const named = withWireNames(reply, value)
  expect(named).toEqual({ records: [{ id: 'a', n: 1, _id: 'a' }], last: null, other: { id: 'b' } })
  // the app’s own parsing removes them again
  expect(v.parse(reply, named)).toEqual(value)
})

/** The kind of a field inside its wrappers. */
function kindOf(schema: v.GenericSchema): string {
  const { wrapped } = schema as v.GenericSchema & { wrapped?: v.GenericSchema } // valibot's optional and nullable carry this
  return wrapped ? kindOf(wrapped) : schema.type
}
