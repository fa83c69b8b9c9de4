import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'

/** `node --import ./typescript-5.ts generate.ts document.json folder`: the types of openapi-typescript, and the client of @hey-api/openapi-ts. */
const [document = '', folder = ''] = process.argv.slice(2)
await writeFile(join(folder, 'types.ts'), astToString(await openapiTS(pathToFileURL(document))))
await createClient({
  input: document,
  output: { path: join(folder, 'sdk'), postProcess: [] },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
})
