import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLACE, placeOf, readSeen } from './seen.ts'

/** A snapshot as PostgreSQL gives it: its lower end is the lowest running transaction. */
const snapshots = fc
  .record({
    from: fc.bigInt({ min: 3n, max: 2n ** 62n }),
    gaps: fc.array(fc.bigInt({ min: 1n, max: 5000n }), { maxLength: 60 }),
    above: fc.bigInt({ min: 1n, max: 2n ** 33n }),
  })
  .map(({ from, gaps, above }) => {
    const running = gaps.length ? gaps.slice(1).reduce((list, gap) => [...list, list.at(-1)! + gap], [from]) : []
    const until = (running.at(-1) ?? from) + (running.length ? above : 0n)
    return { running, until, from, text: `${from}:${until}:${running.join(',')}` }
  })

test('I8: a transaction still open in a snapshot is unseen, and while few run everything else is seen', () => {
  fc.assert(
    fc.property(snapshots, fc.bigInt({ min: -3n, max: 300_000n }), ({ running, until, from, text }, offset) => {
      const place = placeOf(text)
      expect(place).toMatch(PLACE)
      const read = readSeen(place)
      const isUnseen = (xid: bigint) => xid >= read.until || read.open.includes(xid)
      const hasEnded = (xid: bigint) => xid < until && !running.includes(xid)
      const probes = [from + offset, until, until - 1n, ...running]
      expect(probes.filter((xid) => !hasEnded(xid) && !isUnseen(xid))).toEqual([])
      const isExact = running.length <= 32 && place.includes('.')
      expect(probes.filter((xid) => isExact && hasEnded(xid) && isUnseen(xid))).toEqual([])
    }),
  )
})

test('a cursor does not grow while nothing runs, and by a few characters per open transaction', () => {
  expect(placeOf('1000:1000:')).toBe('1000')
  expect(placeOf('1000:1001:1000')).toBe('1000')
  expect(placeOf('1000:1300:1000,1036')).toBe('1000.8c.10')
})
