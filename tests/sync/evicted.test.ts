// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { openDevice } from '../support/device.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/** A browser that silently evicts the contents of one store, or of several (issue 28, "The proof grows"). */
let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = await server.signIn('deskKuzey')
  const { doctorKuzey, patientKuzey } = server.world.people
  for (let n = 0; n < 6; n++)
    await server.world.visit(doctorKuzey.id, patientKuzey.id, server.world.clinics.kuzey, server.world.slot(3, n))
})
afterAll(() => server.stop())

const OWN = ['base', 'settled', 'replies', 'facts', 'drafts'] as const

test.each<[string, readonly string[]]>([
  ...OWN.map((store) => [store, [store]] as [string, readonly string[]]),
  ['appointment', ['appointment']],
  ['patient', ['patient']],
  ['all records', TABLE_NAMES],
  ['all but the queue', [...TABLE_NAMES, ...OWN]],
])(
  'I1, I2, I5, I12: without %s waiting changes arrive once, and the device matches the server again',
  async (_, stores) => {
    const desk = server.world.people.deskKuzey
    const device = openDevice(server, client, desk)
    await device.sync()
    const visits = (await device.db.table('appointment').toArray()).map(({ id }) => String(id))
    expect(visits.length).toBeGreaterThan(5)
    const patientId = server.world.people.patientKuzey.id
    const note = newId()
    device.network.online = false
    await device.change('appointment.update', { id: visits[0]!, note: `after ${stores.length} of ${stores[0]}` })
    await device.change('patient.addNote', { id: note, patientId, text: 'kept' }, { authorId: desk.id })
    for (const store of stores) await device.db.table(store).clear()
    device.network.online = true
    await device.sync()
    expect(await device.db.outbox.toArray()).toEqual([])
    const { rowCount } = await server.pool.query(
      `select from audit where action = 'patient.addNote' and object_id = $1 and outcome = 'done'`,
      [note],
    )
    expect(rowCount).toBe(1)
    // checksums, which are compared once a day, find a silent eviction
    await device.db.facts.delete('checkedAt')
    await device.sync()
    const fresh = openDevice(server, client, desk)
    expect(await fresh.sync()).toBe('done')
    expect(await device.holdings()).toEqual(await fresh.holdings())
    expect(await device.row('appointment', visits[0]!)).toMatchObject({
      note: `after ${stores.length} of ${stores[0]}`,
      pending: 'none',
    })
    await Promise.all([device.close(), fresh.close()])
  },
)
