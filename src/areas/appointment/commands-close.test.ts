// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { aVisit } from '../../../tests/support/visit.ts'
import { openDatabase, rowsIn } from '../../db/database.ts'
import { store } from '../../db/row.ts'
import type { Device } from '../../screen/device.ts'
import { eligible } from '../../sync/eligible.ts'
import { closeVisit, type Closed } from './commands-close.ts'
import type { ShownVisit } from './queries.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const db = openDatabase(newId())
afterAll(() => db.delete())
const doctor = newId()
const aVisitRow = { ...aVisit, doctorId: doctor }
const visit: ShownVisit = { ...aVisitRow, pending: 'none' }
// the fields of a device that the commands use
const device = {
  db,
  person: { id: doctor, name: 'Dr. X' },
  session: { clinicId: visit.clinicId },
  now: () => NOW,
  kick: () => {},
} as unknown as Device
// the host on which a change is made
vi.stubGlobal('location', { host: 'kuzey.localhost' })
const lines = [{ drug: 'Parol 500 mg', dose: '1', times: '3 × 1', days: 5, note: '' }]

test('three changes in order, with the completion waiting for the note; a retry writes nothing twice', async () => {
  await rowsIn(db, 'appointment').put(store('appointment', aVisitRow, { _b: [], pending: 0 }))
  const closed: Closed = {}
  const written = { note: 'Seen', lines, doctorName: 'Dr. X' }
  const { last, all } = await closeVisit(device, visit, written, closed)
  const entries = (await db.outbox.toArray()).toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  expect(entries.map(({ call }) => call)).toEqual(['appointment.update', 'recipe.add', 'appointment.complete'])
  expect(entries.map(({ id }) => id)).toEqual(all)
  expect(all.at(-1)).toBe(last)
  // the advice is a record of its own: it blocks nothing, and nothing blocks it (rule 82)
  expect(eligible(entries, NOW, 10).map(({ call }) => call)).toEqual(['appointment.update', 'recipe.add'])

  await closeVisit(device, visit, written, closed)
  const again = (await db.outbox.toArray()).map(({ call }) => call)
  expect(again.filter((call) => call === 'recipe.add')).toHaveLength(1)
  expect(again.filter((call) => call === 'appointment.update')).toHaveLength(1)
})

test('without a note and advice it is only completed', async () => {
  await db.outbox.clear()
  const { last, all } = await closeVisit(
    device,
    visit,
    { note: visit.note ?? null, lines: [], doctorName: 'Dr. X' },
    {},
  )
  expect(all).toEqual([last])
  expect(await db.outbox.count()).toBe(1)
})
