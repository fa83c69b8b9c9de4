import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openapi } from '../../server/app/openapi.ts'
import { onSdk, onTypes } from '../support/clients/programs.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

const root = join(import.meta.dirname, '../..')
const { typescript } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies
const run = promisify(execFile)
let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'bedside-clients-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(openapi()))
  await writeFile(join(folder, 'on-types.ts'), onTypes)
  await writeFile(join(folder, 'on-sdk.ts'), onSdk)
  const clients = join(root, 'tests/support/clients')
  await run(process.execPath, [
    '--import',
    pathToFileURL(join(clients, 'typescript-5.ts')).href,
    join(clients, 'generate.ts'),
    join(folder, 'openapi.json'),
    folder,
  ])
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('33 1: what two generators make of the document compiles, and so does code written against it', async () => {
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2024',
    allowImportingTsExtensions: true,
    types: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts', 'sdk'] }))
  // version 5, which only the generators have, installs a program with the same name
  expect((await run(join(root, 'node_modules/.bin/tsc'), ['--version'])).stdout).toContain(typescript)
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
})

test.each(['on-types.ts', 'on-sdk.ts'])('a client on %s signs in, books, moves and cancels', async (file) => {
  const program: { run: (asked: object) => Promise<Readonly<Record<string, unknown>>> } = await import(
    join(folder, file)
  )
  const { world } = server
  const day = world.slot(3, 0).slice(0, 10).replaceAll('-', '')
  const did = await program.run({
    base: `http://localhost:${(server.app.server.address() as AddressInfo).port}`, // it listens on a port
    username: world.people.deskKuzey.username,
    password: PASSWORD,
    doctor: world.people.doctorKuzey.id,
    patient: world.people.patientKuzey.id,
    clinic: world.clinics.kuzey,
    from: day,
    to: day,
  })
  expect(did).toMatchObject({
    booked: did['first'],
    moved: did['second'],
    cancelled: 'cancelled',
    refused: 'already_cancelled',
  })
  expect(did['listed']).toContain(did['id'])
  const { rows } = await server.pool.query('select status, starts_at from appointment where id = $1', [did['id']])
  expect(rows).toEqual([{ status: 'cancelled', starts_at: new Date(String(did['second'])) }])
})
