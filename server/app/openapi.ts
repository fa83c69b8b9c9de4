import { actionSchemas } from './openapi/body.ts'
import { besideOperations } from './openapi/beside.ts'
import { callNames, rowOf } from '../../contract/calls.ts'
import { codeExamples, errorResponses, errorSchemas } from './openapi/errors.ts'
import { fileOperations } from './openapi/files.ts'
import { namedParameters, templateOf } from './openapi/parameters.ts'
import { operationOf } from './openapi/operation.ts'
import { securitySchemes } from './openapi/security.ts'
import { createSharing, placeOf } from './openapi/share.ts'
import { shareResponses } from './openapi/share-responses.ts'
import { tags } from './openapi/tags.ts'
import type { Schema } from './openapi/schema.ts'

/**
 * The contract in OpenAPI 3.1, generated from the table (decision 0140). Rows that share an address are one operation
 * whose `action` selects one of their bodies; schemas used in several places are named once. Generated once per
 * process, since it never changes.
 */
export const openapi = () => (made ??= document())
let made: ReturnType<typeof document> | undefined

function document() {
  const addresses = [...Map.groupBy(callNames, (name) => `${rowOf(name).method} ${rowOf(name).path}`).values()]
  const actions = Object.assign({}, ...addresses.filter((names) => names.length > 1).map(actionSchemas)) as Record<
    string,
    Schema
  > // a record each
  const operations = [
    ...addresses.map((names) => ({
      path: templateOf(rowOf(names[0]!).path),
      method: rowOf(names[0]!).method.toLowerCase(),
      name: names[0]!,
      operation: operationOf(names),
    })),
    ...fileOperations(),
    ...besideOperations().map((its) => ({ ...its, name: its.operation.operationId })),
  ]
  const sharing = createSharing([...Object.keys(actions), ...Object.keys(errorSchemas)])
  for (const { operation } of operations) eachSchema(operation, 'Reply', (its) => (sharing.count(its), its))
  for (const schema of Object.values(actions)) sharing.count(schema)
  sharing.count(namedParameters.Id.schema)
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, method, name, operation } of operations)
    (paths[path] ??= {})[method] = eachSchema(operation, 'Reply', (its, kind, field) =>
      sharing.share(its, placeOf(name, kind, field)),
    )
  const bodies = Object.fromEntries(
    Object.entries(actions).map(([name, schema]) => [
      name,
      sharing.share(schema, { ...placeOf(name, 'Input'), of: name }),
    ]),
  )
  const answers = shareResponses(paths)
  const named = JSON.stringify([paths, errorResponses])
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'This server.' }],
    tags,
    paths: answers.paths,
    components: {
      securitySchemes,
      parameters: eachSchema(namedParameters, 'Input', (its, kind, field) =>
        sharing.share(its, placeOf('id', kind, field)),
      ),
      responses: { ...errorResponses, ...answers.responses },
      examples: Object.fromEntries(
        Object.entries(codeExamples).filter(([code]) => named.includes(`/examples/${code}"`)),
      ),
      schemas: inOrder({ ...errorSchemas, ...sharing.schemas, ...bodies }),
    },
  }
}

type Kind = 'Input' | 'Reply'

/** The same with each `schema` in it converted; a request body's is an input. */
function eachSchema<T>(part: T, kind: Kind, change: (schema: Schema, kind: Kind, field: string | null) => Schema): T {
  if (Array.isArray(part)) return part.map((its) => eachSchema(its, kind, change)) as T
  if (typeof part !== 'object' || part === null) return part
  const field = 'in' in part && 'name' in part ? String(part.name) : null // a parameter
  return Object.fromEntries(
    Object.entries(part).map(([word, value]) => {
      if (word === 'example' || word === 'examples' || word === 'x-actions') return [word, value]
      if (word === 'schema') return [word, change(value as Schema, kind, field)] // where OpenAPI has one
      return [word, eachSchema(value, word === 'requestBody' ? 'Input' : kind, change)]
    }),
  ) as T
}

const inOrder = (schemas: Readonly<Record<string, Schema>>) =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const info = {
  title: 'Bedside',
  version: '1',
  description: `Every call of Bedside. Start with \`docs/api.md\`: sign in, list, book.

Every yes has \`status: true\`; every no has \`status: false\` and a code in \`refused\`. Money is in minor units, instants are in UTC.
Several commands may share an address: \`action\` in the body says which is meant. The id of a record that you make may be left out.
Lists also take \`pagination: { page, limit }\`, and a filter that is empty is none.
A list of words may grow: an answer may hold one that is not here yet.`,
  license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
}
