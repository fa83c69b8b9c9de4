// first of all imports: Dexie looks for IndexedDB when it is loaded
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

/** `npm run soak` asks for more (TRUST G5: 50,000). */
const SOAK = Number(process.env['BEDSIDE_SOAK'] ?? 1)
const CHANGES = 1000 * SOAK

/** A seeded draw, printed with a failure, so that the same faults come again. */
function drawsFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test(
  'G5, I2, I3: changes of two hands by the thousand over a line that drops requests and answers: none lost, none doubled',
  async () => {
    const seed = Date.now() % 1_000_000
    const draw = drawsFrom(seed)
    const { doctorKuzey, patientKuzey, deskKuzey } = server.world.people
    const visits = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        server.world.visit(doctorKuzey.id, patientKuzey.id, server.world.clinics.kuzey, server.world.slot(-1, n)),
      ),
    )
    const devices: Device[] = [
      openDevice(server, await server.signIn('doctorKuzey'), doctorKuzey),
      openDevice(server, await server.signIn('deskKuzey', 'kuzey.localhost'), deskKuzey),
    ]
    for (const device of devices) await device.sync()
    const intents: { readonly device: Device; readonly id: string }[] = []
    for (let made = 0; made < CHANGES; made++) {
      const device = devices[Math.floor(draw() * devices.length)]!
      device.network.fault = () => (draw() < 0.15 ? 'drop' : draw() < 0.15 ? 'lose-answer' : null)
      const visit = visits[Math.floor(draw() * visits.length)]!
      const which = draw()
      const id =
        which < 0.6
          ? await device.change('appointment.update', { id: visit, note: `${seed} ${made}` })
          : await device.change(which < 0.8 ? 'appointment.arrive' : 'appointment.unarrive', { id: visit })
      intents.push({ device, id })
      if (draw() < 0.2) await device.sync()
      server.clock.now += Math.floor(draw() * 5000)
    }
    for (const device of devices) device.network.fault = () => null
    for (let round = 0; round < 5; round++)
      for (const device of devices) {
        server.clock.now += 120_000
        await device.sync()
      }

    const { rows } = await server.pool.query<{ key: string; status: number }>('select key, status from idempotency')
    const answered = new Map(rows.map((row) => [row.key, row.status]))
    const effects = await server.pool.query<{ n: number }>(
      `select count(*)::int as n from audit where outcome = 'done' and action like 'appointment.%'`,
    )
    const open = new Set<string>()
    for (const { db } of devices) for (const entry of await db.outbox.toArray()) open.add(`${entry.state} ${entry.id}`)
    // an edit that melted into an unsent one shares its id: each id ends once, with the server's yes or waiting for a person
    const ends = new Set(intents.map(({ id }) => id))
    for (const id of ends) {
      const end = answered.get(id) === 200 ? 'applied' : open.has(`parked ${id}`) ? 'attention' : 'waits behind'
      expect([seed, id, end === 'waits behind' ? open.has(`ready ${id}`) : true]).toEqual([seed, id, true])
    }
    expect([seed, effects.rows[0]!.n]).toEqual([seed, [...answered.values()].filter((status) => status === 200).length])
    for (const device of devices) await device.close()
  },
  120_000 * SOAK,
)
