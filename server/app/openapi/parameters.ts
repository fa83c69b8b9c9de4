import { rowOf, type CallName } from '../../../contract/calls.ts'
import { id } from '../../../contract/kernel/fields.ts'
import { fieldsOf, schemaOfInput, type Schema } from './schema.ts'
import { exampleOf } from './example.ts'

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}
export type Ref = { readonly $ref: string }

/** `/api/doctor/:id` → `/api/doctor/{id}`. */
export const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
export const holesOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** Parameters that many operations have: a record's id, and the headers that a change may have (SYNC "On the wire"). */
export const namedParameters: Readonly<Record<'Id' | 'IdempotencyKey' | 'IfMatch', Parameter>> = {
  Id: written('id', 'path', true, schemaOfInput(id)),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A UUID of your own. The same change sent again with it is done once and answered as before, with `status: true` alone where its record can no longer be read.',
    schema: { type: 'string', format: 'uuid' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `version` of the record that was read, in quotation marks. Where somebody else has changed the same fields since, the answer is 412 `changed_since`.',
    example: '"3"',
    schema: { type: 'string', pattern: '^"?\\d{1,9}"?$' },
  },
}

/** The parameters of the address, of a query, and the headers that a change may have. */
export function parametersOf(names: readonly CallName[]): readonly (Parameter | Ref)[] {
  const { path, method, input } = rowOf(names[0]!)
  const fields = fieldsOf(schemaOfInput(input))
  const holes = holesOf(path)
  const rest =
    method === 'GET' || method === 'DELETE'
      ? Object.keys(fields.properties).filter((name) => !holes.includes(name))
      : []
  const keeps = names.some((name) => rowOf(name).writes ?? rowOf(name).audits)
  const writes = names.flatMap((name) => rowOf(name).writes ?? [])
  return [
    ...holes.map((name) => parameter(name, 'path', true, fields.properties[name]!)),
    ...rest.map((name) => parameter(name, 'query', fields.required.includes(name), fields.properties[name]!)),
    ...(keeps ? [refTo('IdempotencyKey')] : []),
    ...(writes.some(({ creates }) => !creates) ? [refTo('IfMatch')] : []),
  ]
}

export function parameter(name: string, where: 'path' | 'query', required: boolean, schema: Schema): Parameter | Ref {
  const its = written(name, where, required, schema)
  return JSON.stringify(its) === JSON.stringify(namedParameters.Id) ? refTo('Id') : its
}

function written(name: string, where: 'path' | 'query', required: boolean, schema: Schema): Parameter {
  return { name, in: where, required, ...(where === 'path' && { example: exampleOf(schema, name) }), schema }
}

const refTo = (name: keyof typeof namedParameters): Ref => ({ $ref: `#/components/parameters/${name}` })
