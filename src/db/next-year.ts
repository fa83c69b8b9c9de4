import * as v from 'valibot'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables, type AnyRow } from '../../contract/tables.ts'

/**
 * Rows as a server of next year may send them, generated for tests from the contract's tables: with unknown codes, with
 * unknown fields, and with required values missing, null or of another type.
 */
type NextYear = {
  readonly what: string
  readonly table: TableName
  readonly row: AnyRow
  readonly isReadable: boolean
}

const A_NEW_CODE = 'of_next_year'

/** A row that this build's schema of a table accepts, with each optional field present. */
export function sampleRow(table: TableName): Readonly<Record<string, unknown>> & AnyRow {
  return sample(schemaOf(table)) as Readonly<Record<string, unknown>> & AnyRow // its schema made it
}

export function nextYearsRows(table: TableName): readonly NextYear[] {
  const row = sampleRow(table)
  const schema = schemaOf(table)
  const made = (what: string, isReadable: boolean, change: object): NextYear => ({
    what: `${table}: ${what}`,
    table,
    row: { ...row, ...change } as AnyRow, // wrong on purpose
    isReadable,
  })
  return [
    made('as it is', true, {}),
    made('a new field', true, { ofNextYear: { deep: [null] } }),
    made('every code a new one', true, withNewCodes(schema) as object),
    ...Object.entries(schema.entries!)
      .filter(([name]) => name !== 'id' && name !== 'version')
      .flatMap(([name, entrySchema]) => [
        made(`${name} null`, takes(entrySchema, null), { [name]: null }),
        made(`${name} left out`, takes(entrySchema, undefined), { [name]: undefined }),
        made(`${name} of another type`, false, { [name]: { of: 'next year' } }),
      ]),
  ]
}

const schemaOf = (table: TableName) => tables[table].schema as unknown as Node // the general type does not tell of the parts
type Node = {
  readonly type: string
  readonly entries?: Readonly<Record<string, Node>>
  readonly wrapped?: Node
  readonly item?: Node
  readonly options?: readonly unknown[]
}

const takes = (schema: Node, value: unknown) => v.is(schema as unknown as v.GenericSchema, value)

/** The simplest value that a schema of the contract accepts, with all optional parts. */
export const sampleOf = (schema: v.GenericSchema): unknown =>
  sample(schema as unknown as Node, ['A', '+905551112233', ...CANDIDATES]) // the general type does not tell of the parts

function sample(schema: Node, candidates = CANDIDATES): unknown {
  if (schema.wrapped) return sample(schema.wrapped, candidates)
  if (schema.item) return takes(schema, [sample(schema.item, candidates)]) ? [sample(schema.item, candidates)] : []
  if (schema.entries)
    return Object.fromEntries(Object.entries(schema.entries).map(([name, its]) => [name, sample(its, candidates)]))
  const found = [...(schema.options ?? []), ...candidates].find((value) => takes(schema, value))
  if (found === undefined) throw new Error(`no sample for a ${schema.type}`)
  return found
}

/** The sample with a new code in place of every picklist word, at any depth. */
function withNewCodes(schema: Node): unknown {
  if (schema.wrapped) return withNewCodes(schema.wrapped)
  if (schema.item) return takes(schema, [sample(schema.item)]) ? [withNewCodes(schema.item)] : []
  if (schema.entries)
    return Object.fromEntries(Object.entries(schema.entries).map(([name, its]) => [name, withNewCodes(its)]))
  return schema.type === 'picklist' && typeof schema.options?.[0] === 'string' ? A_NEW_CODE : sample(schema)
}

/** A value for each form that the contract's fields have. */
const CANDIDATES: readonly unknown[] = [
  '2026-11-26T10:00:00.000Z',
  '2026-11-26',
  '01930000-0000-7000-8000-000000000001',
  'Europe/Istanbul',
  'https://example.com/a',
  'a',
  'dQw4w9WgXcQ',
  '#0a7d5f',
  'a@example.com',
  '+905551112233',
  'DE',
  'de',
  20_261_126,
  900,
  30,
  1,
  0,
  true,
  false,
]
