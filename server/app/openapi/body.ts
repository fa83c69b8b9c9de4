import { actionOf, rowOf, type CallName } from '../../../contract/calls.ts'
import { isNewRecord } from '../../../contract/kernel/outside-words.ts'
import type { GenericSchema } from 'valibot'
import { exampleOf } from './example.ts'
import { holesOf } from './parameters.ts'
import { fieldsOf, schemaOfInput, type Schema } from './schema.ts'
import { pascal, refTo } from './share.ts'
import { summaries } from './summaries.ts'

/** The fields in the body of a call, and which are required. */
function bodyOf(name: CallName): Schema {
  const { path, input } = rowOf(name)
  const schema = schemaOfInput(input)
  const { entries = {} } = input as { readonly entries?: Readonly<Record<string, GenericSchema>> } // every input is an object
  const { properties, required } = fieldsOf(schema)
  const holes = holesOf(path)
  // outside callers need not send the id of a new record (decision 0135)
  const needed = required.filter((field) => !holes.includes(field) && !isNewRecord(entries[field]!))
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !holes.includes(field))),
    required: needed,
  }
}

/** The body of one of several calls at an address, selected by `action`. */
function bodyWithAction(name: CallName): Schema {
  const schema = bodyOf(name)
  const { properties, required } = fieldsOf(schema)
  return {
    description: summaries[name],
    ...schema,
    properties: { action: { type: 'string', const: actionOf(name) }, ...properties },
    required: ['action', ...required],
  }
}

/** The bodies of addresses that several calls share, by name, so that generators make one type of each. */
export const actionSchemas = (names: readonly CallName[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(names.map((name) => [pascal(name), bodyWithAction(name)]))

/** The body of an operation; null if it has none. */
export function requestBodyOf(names: readonly CallName[]) {
  const [name] = names as [CallName]
  const { method } = rowOf(name)
  if (method === 'GET' || method === 'DELETE') return null
  if (names.length > 1) return json(true, oneOf(names), examplesOf(names))
  if (rowOf(name).action !== undefined) {
    const schema = bodyWithAction(name)
    return json(true, schema, { example: exampleOf(schema) })
  }
  const schema = bodyOf(name)
  const { properties, required } = fieldsOf(schema)
  if (!Object.keys(properties).length) return null
  return json(required.length > 0, schema, { example: exampleOf(schema) })
}

function oneOf(names: readonly CallName[]): Schema {
  const mapping = Object.fromEntries(names.map((name) => [actionOf(name), refTo(pascal(name))['$ref']]))
  return { oneOf: names.map((name) => refTo(pascal(name))), discriminator: { propertyName: 'action', mapping } }
}

const examplesOf = (names: readonly CallName[]) => ({
  examples: Object.fromEntries(
    names.map((name) => [actionOf(name), { summary: summaries[name], value: exampleOf(bodyWithAction(name)) }]),
  ),
})

const json = (required: boolean, schema: Schema, example: object) => ({
  required,
  content: { 'application/json': { schema, ...example } },
})
