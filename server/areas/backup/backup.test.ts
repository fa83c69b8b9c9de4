import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const made = (kind: string, hoursAgo: number, fault: string | null, rows = 0) =>
  server.pool.query(
    `insert into backup (id, kind, began_at, ended_at, fault, rows, files, bytes)
     values (gen_random_uuid(), $1, now() - ($2 + 0.01) * interval '1 hour', now() - $2 * interval '1 hour', $3, $4, 3, 5000000000)`,
    [kind, hoursAgo, fault, rows],
  )

test('a superadmin sees the last successful backup, even if more have failed since than are listed', async () => {
  await made('backup', 60, null, 900)
  await made('backup', 50, null, 1000)
  await made('drill', 49, null, 1000)
  for (let n = 0; n < 25; n++) await made('backup', 40 - n, 'disk_full')
  const { status, body } = await (await server.signIn('superadmin')).call('backup.list', {})
  expect(status).toBe(200)
  expect(body['last']).toEqual([
    expect.objectContaining({ kind: 'backup', rows: 1000, files: 3, bytes: 5_000_000_000, seconds: 36, fault: null }),
    expect.objectContaining({ kind: 'drill', fault: null }),
  ])
  const lines = body['backups'] as { fault: string }[]
  expect(lines).toHaveLength(20)
  expect(new Set(lines.map(({ fault }) => fault))).toEqual(new Set(['disk_full']))
})

test('no one else sees it', async () => {
  for (const who of ['admin', 'deskKuzey', 'doctorKuzey', 'patientKuzey'] as const)
    expect((await (await server.signIn(who)).call('backup.list', {})).status).toBe(403)
})
