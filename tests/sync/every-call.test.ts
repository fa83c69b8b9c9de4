// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedCalls, rowOf } from '../../contract/calls.ts'
import { requestHash } from '../../server/http/idempotency.ts'
import { openDatabase } from '../../src/db/database.ts'
import { discard } from '../../src/sync/settle.ts'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openStage, PLAYERS, shown, type Scene } from './support/scene.ts'

let server: TestServer
let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  server = await startServer()
  stage = await openStage(server)
}, 120_000)
afterAll(() => server.stop())

/** Closes and opens the device, as a reload does. */
async function reload({ device, client, who }: Scene): Promise<Device> {
  const { name } = device.db
  device.db.close()
  return openDevice(server, client, { id: who, name: '' }, openDatabase(name.replace(/^bedside-/, '')))
}

/**
 * Every refusal that parks a change (SYNC "Answers"), from the real server: a key that was used for something else
 * (422), refusals that it remembers for this very change, and a withdrawn right (403).
 */
const NOES = [
  [422, 'key_reused'],
  [409, 'in_use'],
  [404, 'record_not_found'],
  [412, 'changed_since'],
  [403, 'unauthorized'],
] as const

test.each(queuedCalls)(
  '%s: made offline, reloaded; if refused, the view is as before and the change is kept until its person gives it up; if sent, the view is the server’s',
  async (call) => {
    const first = await stage.scene(call)
    const { input, who } = first
    let { device } = first
    const before = await shown(device, call, input)
    const others = Object.entries(PLAYERS).filter(([role]) => !(rowOf(call).roles as readonly string[]).includes(role))
    for (const [status, code] of NOES) {
      if (status === 403 && !others.length) continue
      // removing what is already gone succeeds
      if (status === 404 && rowOf(call).writes?.removes) continue
      device.network.online = false
      const id = await device.change(call, input)
      const mine = await shown(device, call, input)
      const [entry] = await device.db.outbox.toArray()
      const { hash } = requestHash({ call, base: entry!.base, input: null, sent: entry!.input })
      if (status !== 403)
        await server.pool.query(
          'insert into idempotency (actor, key, request_hash, status, refused, details) values ($1, $2, $3, $4, $5, $6)',
          [who, id, status === 422 ? 'of something else' : hash, status, code, { fields: [] }],
        )
      device = await reload({ ...first, device, ...(status === 403 && { client: stage.cast.clients[others[0]![1]] }) })
      expect(await shown(device, call, input)).toEqual(mine)
      expect(await device.send()).toBe('empty')
      expect(await device.db.outbox.toArray()).toMatchObject([{ id, call, state: 'parked', problem: { status, code } }])
      expect([status, await shown(device, call, input)]).toEqual([status, before])
      const [parked] = await device.db.outbox.toArray()
      expect(await discard(device.db, [parked!], device.now())).toBe(true)
      expect([status, await shown(device, call, input)]).toEqual([status, before])
    }

    device.network.online = false
    await device.change(call, input)
    const mine = await shown(device, call, input)
    const again = await reload({ ...first, device })
    expect(await shown(again, call, input)).toEqual(mine)
    expect(await again.db.outbox.toArray()).toMatchObject([{ call, state: 'ready', attempts: 0 }])
    expect(await again.sync()).toBe('done')
    const left = await again.db.outbox.toArray()
    expect(left.map(({ problem }) => problem)).toEqual([])
    const sent = await shown(again, call, input)
    // a device that never had the change and gets everything from the server
    const fresh = openDevice(server, first.client, { id: first.who, name: '' })
    expect(await fresh.sync()).toBe('done')
    expect(sent).toEqual(await shown(fresh, call, input))
    expect(await again.db.base.toArray()).toEqual([])
    await Promise.all([again.close(), fresh.close()])
  },
)
