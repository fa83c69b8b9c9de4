import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

/** A JSON Schema (2020-12), as OpenAPI 3.1 has it. */
export type Schema = { readonly [word: string]: unknown }

/**
 * For requests. Checks that JSON Schema does not know (well-formed text, days that exist) are left out; the server
 * still makes them.
 */
export const schemaOfInput = (schema: GenericSchema): Schema => cleaned(written(schema), asIs)

/** For replies of a file's route, whose ids have only one name. */
export const schemaOfReply = (schema: GenericSchema): Schema => cleaned(written(schema), withoutSizes)

/** For replies of a row: its records also have SPEC's own names for their ids (`withWireNames`). */
export const schemaOfRowReply = (schema: GenericSchema): Schema =>
  cleaned(written(schema), (part) => withWireName(withoutSizes(part)))

/** The schema with `change` applied to each schema inside it. */
export function inside(schema: Schema, change: (schema: Schema, property: string | null) => Schema): Schema {
  const made: Record<string, unknown> = {}
  for (const [word, value] of Object.entries(schema)) {
    if (word === 'properties')
      made[word] = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, part]) => [name, change(part, name)]),
      )
    else if (LISTS.has(word)) made[word] = (value as Schema[]).map((part) => change(part, null))
    else if (SINGLE.has(word) && typeof value === 'object') made[word] = change(value as Schema, null)
    else made[word] = value
  }
  return made
}

/** The fields of an object, and the required ones. */
export function fieldsOf(schema: Schema) {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  const required = (schema['required'] ?? []) as readonly string[]
  return { properties, required }
}

const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SINGLE = new Set(['items', 'additionalProperties', 'propertyNames'])

const written = (schema: GenericSchema) =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input', target: 'draft-2020-12' }) as Schema // plain JSON

function cleaned(schema: Schema, last: (schema: Schema) => Schema): Schema {
  return withoutMarks(last(inside(schema, (part) => cleaned(part, last))))
}

const asIs = (schema: Schema) => schema

/** Without limits of length: a stored text is shown however long or short it is (contract/kernel/reply.ts). */
function withoutSizes(schema: Schema): Schema {
  const { maxLength: _most, minLength: _least, ...rest } = schema
  return rest
}

function withWireName(schema: Schema): Schema {
  const { alsoAs } = schema
  const { properties, required } = fieldsOf(schema)
  if (typeof alsoAs !== 'string' || !properties['id']) return schema
  return {
    ...schema,
    properties: { ...properties, [alsoAs]: properties['id'] },
    required: required.includes('id') ? [...required, alsoAs] : required,
  }
}

/**
 * Removes the marks of our own fields (contract/kernel/fields.ts), which JSON Schema does not know, except for who may
 * see a field, and a least count of nothing, which says nothing.
 */
function withoutMarks(schema: Schema): Schema {
  const { $schema: _, newRecord: _new, credential: _credential, alsoAs: _also, see, minItems, ...rest } = schema
  return { ...rest, ...(Number(minItems) > 0 && { minItems }), ...(Array.isArray(see) && { 'x-see': see }) }
}
