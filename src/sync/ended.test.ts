// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { ended, remember, strike } from './ended.ts'

const entry = (id: number) => ({ id: String(id), call: 'appointment.update', input: {} }) as unknown as Entry

test.each([1, 60, 2000])(
  '%i that ended together are processed within one transaction, which continues afterwards',
  async (n) => {
    const db = openDatabase(newId())
    const entries = Array.from({ length: n }, (_, id) => entry(id))
    for (const end of ['sent', 'sent', 'discarded'] as const) await remember(db, entries, end, 0)
    await db.transaction('rw', db.settled, db.facts, async () => {
      await strike(db, ({ end }) => end === 'discarded')
      await db.facts.put({ name: 'after', value: true })
    })
    expect((await db.settled.toArray()).map(({ end }) => end)).toEqual(['sent', 'sent'])
    expect(await db.facts.count()).toBe(1)
    await db.delete()
  },
)

test('whatever ends together and is cleared, the last fifty are kept, newest first, and cleared ones are deleted from disk', async () => {
  const step = fc.oneof(
    fc.record({ ends: fc.integer({ min: 1, max: 70 }) }),
    fc.record({ ends: fc.constant(1) }),
    fc.record({ strikes: fc.integer({ min: 2, max: 5 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const db = openDatabase(newId())
      let made = 0
      const struck = new Set<number>()
      for (const each of steps)
        if ('ends' in each) {
          await remember(
            db,
            Array.from({ length: each.ends }, () => entry(made++)),
            'sent',
            0,
          )
        } else {
          const isStruck = (id: number) => id % each.strikes === 0
          for (let id = 0; id < made; id++) if (isStruck(id)) struck.add(id)
          await strike(db, (its) => isStruck(Number(its.entry.id)))
        }
      const kept = (await ended(db)).map((its) => Number(its.entry.id))
      const newestFirst = Array.from({ length: made }, (_, i) => made - 1 - i).filter((id) => !struck.has(id))
      expect(kept).toEqual(newestFirst.slice(0, kept.length))
      expect(kept.length).toBeGreaterThanOrEqual(newestFirst.filter((id) => id >= made - 50).length)
      expect(kept.length).toBeLessThanOrEqual(50)
      const onDisk = JSON.stringify(await db.settled.toArray())
      for (const id of struck) expect(onDisk).not.toContain(`"id":"${id}"`)
      await db.delete()
    }),
    { numRuns: 60 },
  )
})
