import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { actionOf, callNames, rowOf } from '../../../contract/calls.ts'
import { openapi } from '../openapi.ts'
import { tags } from './tags.ts'

const document = openapi()
type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
}
type Media = {
  readonly schema: { readonly [word: string]: unknown }
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
const operations = Object.values(document.paths).flatMap((its) => Object.values(its) as Operation[])

/**
 * Findings of Redocly's recommended rules. SPEC §7 has both `auth/type` and `auth/{type}`; OpenAPI says that the
 * address without a parameter comes first.
 */
async function found(source: object) {
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
  const all = await lintFromString({ source: JSON.stringify(source), config })
  return all.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ''}`)
}

test('Redocly’s recommended rules find no problem', async () => expect(await found(document)).toEqual([]))

test('the rules find a planted problem', async () => {
  const paths: Record<string, object> = {
    ...document.paths,
    '/api/live': { get: { operationId: 'serverLive', responses: {} } },
  }
  const all = await found({ ...document, paths })
  expect(all.join(' ')).toMatch(/security-defined .*api~1live/)
  expect(all.join(' ')).toMatch(/operation-summary .*api~1live/)
})

test('operation ids are unique, and valid identifiers in any language', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('each operation has a described tag, and a sentence as summary', () => {
  const known = tags.map(({ name }) => name)
  expect(operations.filter((its) => its.tags.length !== 1 || !known.includes(its.tags[0]!))).toEqual([])
  expect(operations.filter(({ summary }) => !/^[A-Z].*\.$/.test(summary)).map(({ summary }) => summary)).toEqual([])
})

test('calls that share an address have different actions', () => {
  for (const names of Map.groupBy(callNames, (name) => `${rowOf(name).method} ${rowOf(name).path}`).values())
    expect(new Set(names.map(actionOf)).size).toBe(names.length)
})

test('every example fits its schema', () => {
  const ajv = ajvOf()
  const wrong = operations.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema, example, examples = {} }) => {
      const all = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
      const check = ajv.compile(localOf(schema))
      return all.filter((each) => !check(each)).map((each) => [operationId, each, check.errors?.[0]])
    }),
  )
  expect(wrong).toEqual([])
})

describe('its size', () => {
  test('a schema with fields appears in it once', () => {
    const seen = new Map<string, number>()
    const walk = (part: unknown) => {
      if (typeof part !== 'object' || part === null) return
      if ('properties' in part && 'type' in part) {
        const text = JSON.stringify(part)
        seen.set(text, (seen.get(text) ?? 0) + 1)
      }
      Object.values(part).forEach(walk)
    }
    walk([document.paths, document.components.schemas])
    expect([...seen].filter(([, times]) => times > 1).map(([text]) => text)).toEqual([])
  })

  test('it is under 600 kB, a sixth of it schemas', () => {
    expect(JSON.stringify(document).length).toBeLessThan(600_000)
    expect(JSON.stringify(document.components.schemas).length).toBeLessThan(100_000)
  })
})

function ajvOf() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } })
  return ajv
}

/** The same schema, with its references looked up in the document. */
const localOf = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'))
