import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPool } from '../../server/db/pool.ts'
import { toColumn } from '../../server/db/sealed-columns.ts'
import { createSealer, type SealerBox } from '../../server/db/sealing.ts'
import { readKeyFile } from '../../server/ports/key-file.ts'
import { openKeys, rotateKeys } from '../../server/ports/keys.ts'
import { createVault } from '../../server/ports/vault.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import { buildWorld } from '../support/world.ts'

/** D16: the master key is lost, wrong, or changed while the server runs. */
let database: TestDatabase
let folder: string
let data: string
let key: string
const sealer: SealerBox = { current: null }
let pool: ReturnType<typeof createPool>
const keys = () => openKeys(pool, { BEDSIDE_DATA: data }, () => {})

beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'bedside-keys-'))
  data = join(folder, 'data')
  key = `${data}.key`
  pool = createPool(database.url, 4, sealer)
  const child = await startServerProcess(`http://127.0.0.1:${await freePort()}`, data, { DATABASE_URL: database.url })
  child.kill('SIGTERM')
  await once(child, 'exit')
}, 60_000)
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  sealer.current = createSealer((await keys()).records)
})

/** A start that should fail: its exit code and its output. */
async function start(script = 'server/app/main.ts', args: string[] = []) {
  const child = spawn(process.execPath, [script, ...args], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      BEDSIDE_DATA: data,
      BEDSIDE_DEMO: '0',
      DATABASE_URL: database.url,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: output }
}
const lastLine = (output: string) => output.trim().split('\n').at(-1)

test('a new server’s key lies beside its data folder, and another start finds the same keys', async () => {
  expect(await readKeyFile(key)).toHaveLength(32)
  expect(await keys()).toEqual(await keys())
  const { rows } = await pool.query<{ wrapped: string }>('select wrapped from wrapped_key')
  const { secrets, records } = await keys()
  expect(rows).toHaveLength(2)
  for (const { wrapped } of rows)
    for (const secret of [secrets, records]) expect(wrapped).not.toContain(secret.toString('base64url').slice(0, 12))
})

test.each(['lost', 'wrong'] as const)(
  'a key that is %s: one line, exit code 1, and no other key is made',
  async (how) => {
    await rename(key, `${key}.kept`)
    if (how === 'wrong') await writeFile(key, `${Buffer.alloc(32, 1).toString('base64')}\n`, { mode: 0o600 })
    for (const [script, args] of [
      ['server/app/main.ts', []],
      ['tools/keys/main.ts', ['rotate']],
    ] as const) {
      const { code, said: output } = await start(script, [...args])
      expect([script, code]).toEqual([script, 1])
      expect(lastLine(output)).toMatch(
        how === 'lost' ? /^The master key is not there: .*BEDSIDE_KEY_FILE/ : /^The key in .* is not the one/,
      )
      expect(output).not.toMatch(/^\s+at /m)
    }
    expect((await readKeyFile(key)) === null).toBe(how === 'lost')
    await rename(`${key}.kept`, key)
    expect((await keys()).records).toHaveLength(32)
  },
  60_000,
)

test('rotation on a running server: no request fails, a restart uses the new key, and the old one opens nothing', async () => {
  const world = await buildWorld(pool, Date.now())
  const id = await world.visit(
    world.people.doctorKuzey.id,
    world.people.patientKuzey.id,
    world.clinics.kuzey,
    world.slot(2, 1),
  )
  await pool.query('update appointment set note = $2 where id = $1', [
    id,
    toColumn('appointment', 'note', { id, clinic: world.clinics.kuzey }, 'kanarya'),
  ])
  const base = `http://127.0.0.1:${await freePort()}`
  let child = await startServerProcess(base, data, { DATABASE_URL: database.url })
  const call = async (path: string, token = '', body?: object) => {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(token && { authorization: token }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const list = (by: string) => call('/api/appointment/list', by, { id })
  const enter = async () => {
    const { session } = (await call('/api/session')).body
    const { username } = world.people.deskKuzey
    const { status, body } = await call('/api/auth/admin', '', { session, username, password: 'Correct-horse-9' })
    expect([status, body['refused']]).toEqual([200, undefined])
    return body['token']!
  }
  const token = await enter()
  const shown = async (by: string) => JSON.stringify((await list(by)).body)
  expect(await shown(token)).toContain('kanarya')
  const before = await readFile(key, 'utf8')
  const statuses = new Set<number>()
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) statuses.add((await list(token)).status)
  })()
  for (let i = 0; i < 2; i++) expect(await start('tools/keys/main.ts', ['rotate'])).toMatchObject({ code: 0 })
  over.abort()
  await asking
  expect([...statuses]).toEqual([200])
  expect(await readFile(key, 'utf8')).not.toBe(before)
  child.kill('SIGTERM')
  await once(child, 'exit')
  child = await startServerProcess(base, data, { DATABASE_URL: database.url })
  expect(await shown(await enter())).toContain('kanarya')
  child.kill('SIGTERM')
  await once(child, 'exit')
  // the discarded key decrypts nothing of the present database
  await rename(key, `${key}.new`)
  await writeFile(key, before, { mode: 0o600 })
  await expect(keys()).rejects.toThrow('is not the one')
  await rename(`${key}.new`, key)
}, 120_000)

test.each(['made', 'wrapped', 'replaced'] as const)(
  'a rotation killed when its key was %s: a start finds its keys, and the next call completes it',
  async (step) => {
    const was = await keys()
    const killed = rotateKeys(pool, key, (at) => {
      if (at === step) throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await keys()).toEqual(was)
    await rotateKeys(pool, key)
    expect(await keys()).toEqual(was)
    const { rows } = await pool.query('select from wrapped_key')
    expect(rows).toHaveLength(2)
    expect(await readKeyFile(`${key}.next`)).toBe(null)
  },
)

test('a server of an older build: its master key becomes the key of its secrets, and a wrong one is reported there too', async () => {
  const older = await freshDatabase()
  const olderPool = createPool(older.url, 1)
  const place = { BEDSIDE_DATA: join(folder, 'older') }
  const master = Buffer.alloc(32, 5)
  await olderPool.query(`insert into push_key (public_key, sealed, made_at) values ('x', $1, now())`, [
    createVault(master).seal('push', 'secret'),
  ])
  const file = `${place.BEDSIDE_DATA}.key`
  await expect(openKeys(olderPool, place, () => {})).rejects.toThrow('is not there')
  await writeFile(file, Buffer.alloc(32, 6).toString('base64'), { mode: 0o600 })
  await expect(openKeys(olderPool, place, () => {})).rejects.toThrow('is not the one')
  await writeFile(file, master.toString('base64'), { mode: 0o600 })
  const { secrets, records } = await openKeys(olderPool, place, () => {})
  expect(secrets).toEqual(master)
  expect(records).not.toEqual(master)
  await olderPool.end()
  await older.drop()
})

test.each(['a master key that is there', 'no master key yet'])(
  'several first starts at one moment have the same keys: %s',
  async (which) => {
    const fresh = await freshDatabase()
    const pools = Array.from({ length: 4 }, () => createPool(fresh.url, 1))
    const place = { BEDSIDE_DATA: join(folder, which.replaceAll(' ', '-')) }
    if (which.startsWith('a '))
      await writeFile(`${place.BEDSIDE_DATA}.key`, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 })
    // connected before, so that all of them ask at once
    await Promise.all(pools.map((each) => each.query('select 1')))
    const [first, ...others] = await Promise.all(pools.map((each) => openKeys(each, place, () => {})))
    for (const other of others) expect(other).toEqual(first)
    expect(await openKeys(pools[0]!, place, () => {})).toEqual(first)
    for (const each of pools) await each.end()
    await fresh.drop()
  },
)
