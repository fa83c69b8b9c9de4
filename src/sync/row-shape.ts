import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'

/**
 * Whether this build can show a row. A newer server may send what this build does not know: a code outside a picklist
 * and an extra field are fine, every screen has a neutral line for them; a null, a missing field or another type where
 * screens rely on a value is not. Derived once per table from its schema in the contract, since parsing each row
 * completely costs too much in a first fill (docs/decisions/0065-rows-of-newer-versions.md).
 */
export const isReadable = (table: TableName, row: unknown): boolean => shapeOf(table).fits(row)

/**
 * A mark that is the same for all builds that read the same rows, in a page and in the worker: when it differs, rows
 * set aside are requested again.
 */
export const shapeMark = (): string =>
  hash(
    Object.keys(tables)
      .map((table) => shapeOf(table as TableName).mark) // Object.keys forgets what it was given
      .join(),
  )

type Fits = (value: unknown) => boolean
type Shape = { readonly fits: Fits; readonly mark: string }

/** What a schema of valibot's shows of its parts. */
type SchemaNode = {
  readonly type: string
  readonly wrapped?: SchemaNode
  readonly item?: SchemaNode
  readonly entries?: Readonly<Record<string, SchemaNode>>
  readonly options?: readonly unknown[]
}

const shapes = new Map<TableName, Shape>()
function shapeOf(table: TableName): Shape {
  const known = shapes.get(table)
  if (known) return known
  const made = shapeOfSchema(tables[table].schema as unknown as SchemaNode) // the general type does not tell of the parts
  shapes.set(table, made)
  return made
}

function shapeOfSchema({ type, wrapped, item, entries, options }: SchemaNode): Shape {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return primitive(type)
    case 'picklist':
      // a code that this build has no words for is still a code
      return primitive(typeof options?.[0])
    case 'nullable':
      return orElse(shapeOfSchema(wrapped!), null)
    case 'optional':
      return orElse(shapeOfSchema(wrapped!), undefined)
    case 'array':
      return listOf(shapeOfSchema(item!))
    case 'object':
    case 'strict_object':
      return objectOf(entries!)
    default:
      throw new Error(`no shape for a schema of type ${type}`)
  }
}

const primitive = (type: string): Shape => ({ fits: (value) => typeof value === type, mark: type })

const orElse = ({ fits, mark }: Shape, none: null | undefined): Shape => ({
  fits: (value) => value === none || fits(value),
  mark: `${none}|${mark}`,
})

const listOf = ({ fits, mark }: Shape): Shape => ({
  fits: (value) => Array.isArray(value) && value.every(fits),
  mark: `[${mark}]`,
})

function objectOf(entries: Readonly<Record<string, SchemaNode>>): Shape {
  const fields = Object.entries(entries).map(([name, schema]) => ({ name, ...shapeOfSchema(schema) }))
  return {
    fits: (value) => isObject(value) && fields.every(({ name, fits }) => fits(value[name])),
    mark: `{${fields.map(({ name, mark }) => `${name}:${mark}`).join()}}`,
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hash = (text: string): string => {
  let sum = 0
  for (const letter of text) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) >>> 0
  return sum.toString(36)
}
