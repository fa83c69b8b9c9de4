import { expect, test } from 'vitest'
import { callNames, rowOf } from '../../contract/calls.ts'
import { fileRoutes } from '../../contract/file.ts'
import { openapi } from './openapi.ts'
import { openapiPage } from './openapi/page.ts'

const written = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const paths: Readonly<Record<string, object>> = openapi().paths

test('DONE.md API: it has every call of the contract, by address and method', () => {
  for (const name of callNames) {
    const { method, path } = rowOf(name)
    expect(paths[written(path)]).toHaveProperty([method.toLowerCase(), 'x-actions', name])
  }
})

test.each(Object.entries(fileRoutes))(
  'it has the file route %s, with the part it takes',
  (_, { method, path, files }) => {
    const part = ['requestBody', 'content', 'multipart/form-data', 'schema', 'properties', files ?? '']
    expect(paths[written(path)]).toHaveProperty([method.toLowerCase(), ...(files ? part : ['operationId'])])
  },
)

test('a picture route answers with a picture', () =>
  expect(paths['/api/file/{id}']).toHaveProperty(['get', 'responses', '200', 'content', 'image/*']))

test('the explorer page has a section for every call and every file route', () => {
  const page = openapiPage()
  for (const name of callNames)
    expect(page).toContain(`<code>${rowOf(name).method} ${rowOf(name).path}</code> ${name}</h2>`)
  for (const [name, { method, path }] of Object.entries(fileRoutes))
    expect(page).toContain(`<code>${method} ${path}</code> file.${name}</h2>`)
  expect(page).toContain('Multipart fields: type, doctor, files')
})
