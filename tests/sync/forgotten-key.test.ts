// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedCalls, type Input } from '../../contract/calls.ts'
import { KEY_KEPT_DAYS } from '../../contract/sync/sync.ts'
import { parkForgotten } from '../../src/sync/forgotten.ts'
import { openDevice } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openStage, shown } from './support/scene.ts'

let server: TestServer
let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  server = await startServer()
  stage = await openStage(server)
}, 120_000)
afterAll(() => server.stop())

test.each(queuedCalls)(
  '%s: applied, its reply lost, and sent again when the server has forgotten the key after 180 days: it is not done twice, and its person is asked (I1, I2)',
  async (call) => {
    const { device, client, who, input } = await stage.scene(call)
    device.network.online = true
    device.network.fault = () => 'lose-answer'
    const key = await device.change(call, input)
    await device.send()
    device.network.fault = () => null
    const { rows: kept } = await server.pool.query('select status from idempotency where actor = $1 and key = $2', [
      who,
      key,
    ])
    expect(kept).toEqual([{ status: 200 }])
    const fresh = async () => {
      const its = openDevice(server, client, { id: who, name: '' })
      expect(await its.sync()).toBe('done')
      const rows = await shown(its, call, input)
      await its.close()
      return rows
    }
    const once = await fresh()
    const counted = await counts()
    await server.pool.query('delete from idempotency where actor = $1 and key = $2', [who, key])
    const made = server.clock.now
    server.clock.now = made + (KEY_KEPT_DAYS + 1) * 86_400_000
    await device.send()
    server.clock.now = made
    expect(await counts()).toEqual(counted)
    const waiting = await device.db.outbox.toArray()
    expect(waiting).toMatchObject([{ state: 'parked', problem: { kind: 'refused', code: 'key_forgotten' } }])
    expect(await fresh()).toEqual(once)
    // and a waiting change is not shown as the server's
    expect(await device.pull()).toBe('done')
    expect(await shown(device, call, input)).toEqual(once)
    await device.close()
  },
)

/**
 * How many rows each table has: records, ledger lines, letters, pushes and notifications. The tables that count
 * requests themselves are left out.
 */
async function counts(): Promise<Record<string, number>> {
  const { rows: names } = await server.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1) order by 1`,
    [['audit', 'idempotency', 'feed', 'session', 'rate_limit', 'bucket_set', 'bucket_sum']],
  )
  const found: Record<string, number> = {}
  for (const { name } of names) {
    const { rows } = await server.pool.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
    found[name] = rows[0]!.n
  }
  return found
}

test('a change that certainly never reached the server is sent at any age', async () => {
  const { device, who, input } = await stage.scene('patient.addNote')
  device.network.online = false
  await device.change('patient.addNote', input as Input<'patient.addNote'>)
  await parkForgotten(device.db, who, server.clock.now + (KEY_KEPT_DAYS + 1) * 86_400_000)
  device.network.online = true
  expect(await device.send()).toBe('empty')
  expect(await device.db.outbox.count()).toBe(0)
  await device.close()
})
