import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { callNames, rowOf } from '../../contract/calls.ts'
import type { Call } from '../../contract/kernel/call.ts'
import { isNewRecord } from '../../contract/kernel/outside-words.ts'
import { MOST_FILES, fileRoutes } from '../../contract/file.ts'

/** The contract in OpenAPI 3.1, made from the table. Rows that share an address appear side by side under `x-actions`. */
export const openapi = () => ({ openapi: '3.1.0', info: { title: 'Bedside', version: '1' }, paths: paths() })

/** A page to read it by, without scripts: one section an address. */
export const openapiPage = () => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bedside API</title>
<style>body{font:15px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}code{background:#eee;padding:0 .3em}li{margin:.25rem 0}</style>
<h1>Bedside API</h1><p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>${callNames.map(section).join('')}${Object.entries(fileRoutes).map(fileSection).join('')}</html>`

function section(name: (typeof callNames)[number]) {
  const row = rowOf(name)
  const roles = row.roles === 'anyone' ? 'anyone' : row.roles.join(', ')
  return `<section><h2><code>${row.method} ${row.path}</code> ${name}</h2><ul><li>For: ${roles}</li><li>Without a network: ${row.offline}</li>${
    row.action ? `<li>Body has <code>action: "${row.action}"</code></li>` : ''
  }<li>Refusals: ${row.refusals.join(', ') || 'none'}</li></ul></section>`
}

function fileSection([name, { method, path, roles, files, fields }]: [
  string,
  (typeof fileRoutes)[keyof typeof fileRoutes],
]) {
  const parts = [...Object.keys(fields.entries), ...(files ? [files] : [])]
  return `<section><h2><code>${method} ${path}</code> file.${name}</h2><ul><li>For: ${roles.join(', ')}</li><li>Without a network: online</li>${
    parts.length ? `<li>${files ? 'Multipart fields' : 'Body'}: ${parts.join(', ')}</li>` : ''
  }</ul></section>`
}

function paths() {
  const made: Record<string, Record<string, { 'x-actions': Record<string, unknown> }>> = {}
  for (const name of callNames) {
    const row = rowOf(name)
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    const method = row.method.toLowerCase()
    const operation = ((made[path] ??= {})[method] ??= { 'x-actions': {} })
    Object.assign(operation, {
      operationId: operation['x-actions'] && Object.keys(operation['x-actions']).length ? `${method}:${path}` : name,
      responses: { 200: { description: 'Done' }, default: { description: '{status:false, refused}' } },
    })
    operation['x-actions'][name] = {
      action: row.action ?? null,
      ...(row.means && { means: row.means }),
      roles: row.roles,
      offline: row.offline,
      refusals: row.refusals,
      input: inputOf(row),
      reply: toJsonSchema(row.reply, SOFT),
    }
  }
  // a row and a route of files may share an address
  const files = filePaths()
  return {
    ...made,
    ...Object.fromEntries(Object.entries(files).map(([path, its]) => [path, { ...made[path], ...its }])),
  }
}

/** What has to be sent: the id of a new record need not be, from outside (`asRowTakes`). */
function inputOf({ input }: Call) {
  const schema = toJsonSchema(input, SOFT)
  const { entries = {} } = input as { readonly entries?: Readonly<Record<string, GenericSchema>> }
  const required = schema.required?.filter((name) => !isNewRecord(entries[name]!))
  return { ...schema, ...(required && { required }) }
}

/** Files go beside the loop (contract/file.ts): bodies in parts instead of JSON, and one answer that is a picture. */
function filePaths() {
  const made: Record<string, Record<string, object>> = {}
  for (const [name, { method, path, roles, files, fields, reply }] of Object.entries(fileRoutes)) {
    const part = { type: 'string', format: 'binary' }
    const { properties = {}, required = [] } = toJsonSchema(fields, SOFT)
    const body = files
      ? {
          type: 'object',
          properties: {
            ...properties,
            [files]: files !== 'files' ? part : { type: 'array', items: part, maxItems: MOST_FILES },
          },
          required: [...required, files],
        }
      : toJsonSchema(fields, SOFT)
    const done = reply ? { 'application/json': { schema: toJsonSchema(reply, SOFT) } } : { 'image/*': { schema: part } }
    const written = path.replace(/:(\w+)/g, '{$1}')
    made[written] = {
      ...made[written],
      [method.toLowerCase()]: {
        operationId: `file.${name}`,
        'x-roles': roles,
        ...(method !== 'POST' && {
          parameters: Object.entries(properties).map(([query, schema]) => ({
            name: query,
            in: 'query',
            required: required.includes(query),
            schema,
          })),
        }),
        ...(method === 'PUT' && {
          requestBody: { required: true, content: { 'application/octet-stream': { schema: part } } },
        }),
        ...(method === 'POST' && {
          requestBody: {
            required: true,
            content: { [files ? 'multipart/form-data' : 'application/json']: { schema: body } },
          },
        }),
        responses: { 200: { description: 'Done', content: done }, default: { description: '{status:false, refused}' } },
      },
    }
  }
  return made
}

/** Checks that JSON Schema has no word for (well-formed text, days that exist) are left out; the server still makes them. */
const SOFT = { errorMode: 'ignore', typeMode: 'input' } as const
