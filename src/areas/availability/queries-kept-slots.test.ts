import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { openDatabase } from '../../db/database.ts'
import { keepSlots } from './queries-kept-slots.ts'

const NOW = Date.UTC(2026, 10, 22, 9)
const DAY = 86_400_000

test('old replies about free times are deleted; a starred patient’s history and the server’s settings stay at any age', async () => {
  const db = openDatabase(newId())
  const doctor = newId()
  const input = { doctor, start: '20261122', end: '20261123', type: 'physical' } as const
  const ofOctober = { ...input, start: '20261022', end: '20261023' } as const
  await keepSlots(db, ofOctober, [], NOW - 8 * DAY)
  await db.replies.bulkPut([
    { key: 'setting', at: NOW - 30 * DAY, reply: {} },
    { key: `kept ${newId()}`, at: NOW - 30 * DAY, reply: [] },
  ])
  await keepSlots(db, input, [], NOW)
  const keys = (await db.replies.toArray()).map(({ key }) => key.split(' ')[0])
  expect(keys.toSorted()).toEqual(['availability.get', 'kept', 'setting'])
  db.close()
})
