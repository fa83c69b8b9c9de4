import { expect, test } from 'vitest'
import { instantOf } from '../../../contract/kernel/time.ts'
import { ownTimeAt } from './own-time.ts'

const ZONE = 'Europe/Istanbul'
const at = (time: number, date = 20_261_123) => instantOf({ date, time }, ZONE)!
const iso = (epoch: number) => new Date(epoch).toISOString()
const NOW = at(800)
const hours = {
  id: 'h',
  clinicId: 'c',
  type: 'physical',
  status: 'active',
  zone: ZONE,
  startDate: 20_261_101,
  endDate: 20_261_231,
  startTime: 900,
  endTime: 1700,
  days: [1, 2, 3, 4, 5] as number[],
  period: 20,
  price: 15_000,
  currency: 'try',
} as const
const wish = { start: at(1020), minutes: 20, type: 'face-to-face', clinicId: 'c' } as const
const none = { visits: [], busy: [] }
const visit = { id: 'v', start: iso(at(1020)), end: iso(at(1040)) }
const needed = (...asked: Parameters<typeof ownTimeAt>) => ownTimeAt(...asked)?.needed

test('the device names the same rules as the server (decision 0138)', () => {
  expect(ownTimeAt(wish, [hours], none, NOW)).toEqual({
    slot: {
      start: iso(at(1020)),
      end: iso(at(1040)),
      availabilityId: 'h',
      clinicId: 'c',
      zone: ZONE,
      type: 'face-to-face',
      price: 15_000,
      currency: 'try',
    },
    needed: [],
  })
  expect(needed({ ...wish, start: at(1027) }, [hours], { ...none, visits: [visit] }, NOW)).toEqual(['squeeze_in'])
  expect(needed({ ...wish, exceptVisit: 'v' }, [hours], { ...none, visits: [visit] }, NOW)).toEqual([])
  expect(needed({ ...wish, minutes: 40 }, [hours], none, NOW)).toEqual(['longer'])
  expect(needed({ ...wish, start: at(1650) }, [hours], none, NOW)).toEqual(['off_hours'])
  // a Sunday
  expect(needed({ ...wish, start: at(1020, 20_261_129) }, [hours], none, NOW)).toEqual(['off_hours'])
  expect(needed(wish, [{ ...hours, status: 'passive' }], none, NOW)).toEqual(['off_hours'])
  expect(needed(wish, [hours], none, at(1040))).toEqual(['past'])
})

test('a day off counts as outside the hours, and hours past midnight include the night after their day (decisions 0114, 0136)', () => {
  expect(needed(wish, [{ ...hours, off: [{ from: 20_261_120, to: 20_261_123 }] }], none, NOW)).toEqual(['off_hours'])
  const night = { ...hours, startTime: 2200, endTime: 600 }
  const asked = (time: number, date: number) => needed({ ...wish, start: at(time, date) }, [night], none, NOW)
  expect([asked(2350, 20_261_123), asked(20, 20_261_124), asked(550, 20_261_124)]).toEqual([[], [], ['off_hours']])
  // the first hours of Saturday belong to Friday; those of Sunday belong to no hours
  expect([asked(20, 20_261_128), asked(20, 20_261_129)]).toEqual([[], ['off_hours']])
  expect(needed({ ...wish, start: at(2340) }, [{ ...hours, endTime: 2400 }], none, NOW)).toEqual([])
})

test('another clinic’s closed hour does not count here; the doctor’s own does', () => {
  const busy = (clinicId: string | null) => ({ ...none, busy: [{ start: visit.start, end: visit.end, clinicId }] })
  expect(needed(wish, [hours], busy('other'), NOW)).toEqual([])
  expect(needed(wish, [hours], busy('c'), NOW)).toEqual(['off_hours'])
  expect(needed(wish, [hours], busy(null), NOW)).toEqual(['off_hours'])
})

test('outside all hours the price is that of the nearest active ones; for another type or place there is none', () => {
  const before = { ...hours, id: 'b', endDate: 20_261_110, price: 9000 }
  const ended = { ...hours, id: 'e', status: 'passive', price: 1 } as const
  const late = { ...wish, start: at(1900) }
  expect(ownTimeAt(late, [ended, before, hours], none, NOW)?.slot.price).toBe(15_000)
  expect(ownTimeAt(late, [ended, before], none, NOW)?.slot.price).toBe(9000)
  expect(ownTimeAt({ ...wish, type: 'online' }, [hours], none, NOW)).toBeNull()
  expect(ownTimeAt({ ...wish, clinicId: null }, [hours], none, NOW)).toBeNull()
})
