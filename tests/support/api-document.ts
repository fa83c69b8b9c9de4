import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { openapi } from '../../server/app/openapi.ts'

type TestAnswer = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}
type Response = { readonly content?: Readonly<Record<string, { readonly schema: object }>> }
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: object
}
type Operation = {
  readonly operationId: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<Record<string, Response | { $ref: string }>>
}

/**
 * Compares every answer that a test gets with the API document (`/api/openapi.json`): its status, its type and its
 * fields, and that it has no field that the document does not describe. A difference fails the test that made the
 * request. docs/testing.md gives the cost: an operation is compiled at its first answer, once for all files of a
 * process.
 */
export function holdToDocument(app: FastifyInstance) {
  const inject = app.inject.bind(app) as (options: InjectOptions | string) => Promise<TestAnswer>
  const chain = app.inject.bind(app) as () => unknown
  const held = async (options: InjectOptions | string) => {
    const answer = await inject(options)
    const why = whyNotAsWritten(options, answer)
    if (why) throw new Error(`not as /api/openapi.json says: ${why}`)
    return answer
  }
  // a chained call (`app.inject().get()`) is not checked
  app.inject = ((options?: InjectOptions | string) =>
    options === undefined ? chain() : held(options)) as FastifyInstance['inject'] // the two overloads that tests use
}

/** How an answer differs from the document; null if it does not, or if the address is not in it. */
export function whyNotAsWritten(
  options: InjectOptions | string,
  { statusCode, headers, body }: TestAnswer,
): string | null {
  const {
    method = 'GET',
    url,
    payloadAsStream,
    headers: sent,
  } = typeof options === 'string' ? { url: options } : options
  if (typeof url !== 'string' || payloadAsStream) return null
  const found = operationAt(method.toLowerCase(), url.split(/[?#]/)[0]!)
  if (!found) return null
  const where = `${found.operationId} ${statusCode}`
  const response = responseOf(found, statusCode)
  if (!response) return `${where} is not named`
  if (statusCode === 304 || headers['content-encoding'] !== undefined) return null
  const type = String(headers['content-type'] ?? '').split(';')[0]!
  const media = Object.keys(response.content ?? {}).find(
    (name) => name === type || (name.endsWith('/*') && type.startsWith(name.slice(0, -1))),
  )
  if (!media) return `${where} comes as ${type}`
  if (type !== 'application/json') return null
  // a repeated change whose record is gone (`IdempotencyKey` in the document)
  if (sent?.['idempotency-key'] && body === '{"status":true}') return null
  if (body.includes(NEWER_WORD)) return null
  const check = checkOf(response.content![media]!.schema)
  if (check(JSON.parse(body))) return null
  const errors = check
    .errors!.slice(0, 3)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
  return `${where}: ${errors.join('; ')} in ${body.slice(0, 300)}`
}

/** What a test writes as a newer build would (issue 38): picklists may grow, as the document says. */
const NEWER_WORD = '"sent_by_tomorrow"'

/**
 * How a request differs from the document; null if it does not. `action` is the intended one, if the body may omit it.
 */
export function whyNotAskedAsWritten(
  method: string,
  url: string,
  body: object | undefined,
  action: string,
): string | null {
  const [path = '', query = ''] = url.split('?')
  const found = operationAt(method.toLowerCase(), path)
  if (!found) return `no operation at ${method} ${path}`
  const named = (found.parameters ?? []).map((inPlace) =>
    '$ref' in inPlace ? document().components.parameters[inPlace.$ref.split('/').at(-1)!]! : inPlace,
  )
  const holes = found.holes.exec(path)!.groups ?? {}
  const parameters = { path: holes, query: Object.fromEntries(new URLSearchParams(query)) }
  for (const where of ['path', 'query'] as const) {
    const inPlace = named.filter((parameter) => parameter.in === where)
    const unknown = Object.keys(parameters[where]).find((name) => !inPlace.some((parameter) => parameter.name === name))
    if (unknown) return `${found.operationId} has no ${unknown} in its ${where}`
    for (const { name, required, schema } of inPlace) {
      const value = parameters[where][name]
      if (value === undefined ? required : !checkOf(schema)(decodeURIComponent(value)))
        return `${found.operationId}: ${name} is ${value}`
    }
  }
  const bodySchema = found.requestBody?.content['application/json']?.schema
  if (!bodySchema) return body && Object.keys(body).length ? `${found.operationId} takes no body` : null
  const check = checkOf(bodySchema)
  // calls with an address of their own take no action of that name
  return check(body ?? {}) || check({ ...body, action })
    ? null
    : `${found.operationId}: ${JSON.stringify(check.errors)}`
}

const document = () => openapi() as unknown as Document // only the parts declared below are read
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
    readonly schemas: object
  }
}

/** Addresses without a parameter come before those with one. */
let addresses: readonly { readonly pattern: RegExp; readonly methods: Document['paths'][string] }[] | undefined
function operationAt(method: string, path: string) {
  addresses ??= Object.entries(document().paths)
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([template, methods]) => ({
      pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      methods,
    }))
  const found = addresses.find(({ pattern, methods }) => methods[method] && pattern.test(path))
  return found && { ...found.methods[method]!, holes: found.pattern }
}

function responseOf({ responses }: Operation, status: number): Response | undefined {
  const found = responses[String(status)] ?? (status >= 400 ? responses['default'] : undefined)
  if (!found || !('$ref' in found)) return found
  return document().components.responses[found.$ref.split('/').at(-1)!]
}

let ajv: Ajv2020 | undefined
const checks = new WeakMap<object, ValidateFunction>()
function checkOf(schema: object): ValidateFunction {
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'document', components: { schemas: closed(document().components.schemas) } })
  }
  let check = checks.get(schema)
  if (!check) checks.set(schema, (check = ajv.compile(closed(schema) as object)))
  return check
}

/**
 * The schema closed to fields it does not name, since the server sends none; a client may expect more. A refusal has
 * details of its own for each code.
 */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed)
  if (typeof part !== 'object' || part === null) return part
  const made = Object.fromEntries(
    Object.entries(part).map(([word, inPlace]) => [
      word,
      word === '$ref' ? `document${String(inPlace)}` : word === 'Error' ? refs(inPlace) : closed(inPlace),
    ]),
  )
  return 'properties' in made && made['type'] === 'object' && !('additionalProperties' in made)
    ? { ...made, additionalProperties: false }
    : made
}

const refs = (part: unknown): unknown =>
  JSON.parse(JSON.stringify(part).replaceAll('"#/components', '"document#/components'))
