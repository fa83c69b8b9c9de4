// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { LONGEST_VISIT_MINUTES, SHORTEST_VISIT_MINUTES, TO_CLOSE_HOURS } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { aVisit } from '../../../tests/support/visit.ts'
import { openDatabase, rowsIn } from '../../db/database.ts'
import { store } from '../../db/row.ts'
import { countToClose } from './queries.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const MINUTE = 60_000
const db = openDatabase(newId())
afterAll(() => db.delete())
beforeEach(() => rowsIn(db, 'appointment').clear())

const visit = fc.record({
  // around the two bounds: a day ago, and a day and the longest visit ago
  start: fc.integer({ min: -(TO_CLOSE_HOURS * 60 + LONGEST_VISIT_MINUTES + 90), max: 90 }),
  duration: fc.constantFrom(SHORTEST_VISIT_MINUTES, 30, LONGEST_VISIT_MINUTES - 1, LONGEST_VISIT_MINUTES),
  status: fc.constantFrom('waiting' as const, 'completed' as const),
  noShow: fc.boolean(),
})

test('rule 29: visits still open a day after their end are counted, however long they took; a no-show is closed by its mark', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { maxLength: 30 }), async (visits) => {
      await rowsIn(db, 'appointment').clear()
      await rowsIn(db, 'appointment').bulkPut(
        visits.map(({ start, duration, status, noShow }) => {
          const [from, until] = [NOW + start * MINUTE, NOW + (start + duration) * MINUTE].map((at) =>
            new Date(at!).toISOString(),
          )
          const row = {
            ...aVisit,
            id: newId(),
            start: from!,
            end: until!,
            duration,
            status,
            noShowAt: noShow ? from! : null,
          }
          return store('appointment', row, { _b: ['x'], pending: 0 })
        }),
      )
      const wanted = visits.filter(
        ({ start, duration, status, noShow }) =>
          status === 'waiting' && !noShow && start + duration < -TO_CLOSE_HOURS * 60,
      )
      expect(await countToClose(db, NOW)).toBe(wanted.length)
    }),
    { numRuns: 60 },
  )
})
