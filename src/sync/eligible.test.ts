import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../db/entry.ts'
import { dependants, eligible } from './eligible.ts'

const entry = (seq: number, fields: Partial<Entry>): Entry => ({
  seq,
  id: `entry-${seq}`,
  call: 'appointment.update',
  payload: 1,
  input: {},
  base: 1,
  was: null,
  keys: [],
  state: 'ready',
  attempts: 0,
  nextTry: 0,
  problem: null,
  person: 'p',
  host: 'h',
  build: 1,
  madeAt: '2026-11-21T09:00:00.000Z',
  by: 'x',
  facts: {},
  ...fields,
})
const NOW = 1000

/** Queues over a few records with every kind of dependency, in any order, as Dexie may return them. */
const queues = fc
  .array(
    fc.record({
      keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 3 }),
      state: fc.constantFrom('ready', 'ready', 'sending', 'parked'),
      nextTry: fc.constantFrom(0, 0, NOW, NOW + 1),
    }),
    { maxLength: 15 },
  )
  .map((parts) => parts.map((part, i) => entry(i + 1, part as Partial<Entry>))) // the states are the literals above
  .chain((entries) => fc.shuffledSubarray(entries, { minLength: entries.length }))

const share = (a: Entry, b: Entry) => a.keys.some((key) => b.keys.includes(key))
const isBefore = (a: Entry, b: Entry) => a.seq! < b.seq!

describe('I7, I10: which changes may be sent', () => {
  test('no two share a record, and none has an earlier one on the same record, in any state', () => {
    fc.assert(
      fc.property(queues, fc.integer({ min: 1, max: 20 }), (entries, most) => {
        const chosen = eligible(entries, NOW, most)
        for (const one of chosen) {
          expect(entries.filter((other) => isBefore(other, one) && share(other, one))).toEqual([])
          expect([one.state === 'parked', one.nextTry > NOW]).toEqual([false, false])
        }
        for (const [i, one] of chosen.entries())
          expect(chosen.slice(i + 1).filter((other) => share(one, other))).toEqual([])
      }),
    )
  })

  test('in order of creation, as many as requested, independent of the input order', () => {
    fc.assert(
      fc.property(queues, fc.nat(20), (entries, most) => {
        const chosen = eligible(entries, NOW, most)
        expect(chosen.map(({ seq }) => seq)).toEqual(chosen.map(({ seq }) => seq!).toSorted((a, b) => a - b))
        expect(chosen.length).toBeLessThanOrEqual(most)
        expect(eligible([...entries].reverse(), NOW, most)).toEqual(chosen)
        expect(eligible(entries, NOW, 99).slice(0, most)).toEqual(chosen)
      }),
    )
  })

  test('I3, I7: what is sent next to others depends on none of them; two that create one record are never in flight together', () => {
    fc.assert(
      fc.property(queues, fc.nat(6), fc.array(fc.nat(14)), (queued, most, making) => {
        const entries = queued.map((one) =>
          making.includes(one.seq!) ? { ...one, call: 'appointment.book' as const } : one,
        )
        const underWay = eligible(entries, NOW, most)
        const beside = eligible(entries, NOW, 99, underWay)
        const makes = ({ call }: Entry) => call === 'appointment.book'
        for (const one of beside) {
          expect(underWay.filter((other) => other.id === one.id || share(other, one))).toEqual([])
          expect(entries.filter((other) => isBefore(other, one) && share(other, one))).toEqual([])
        }
        // the same together as alone, except where two would make records with the same parent
        const together = new Set([...underWay, ...beside])
        const left = eligible(entries, NOW, 99).filter((one) => !together.has(one))
        expect(left).toEqual(underWay.some(makes) ? left.filter(makes) : [])
        expect(beside.filter(makes).length && underWay.filter(makes).length).toBe(0)
      }),
    )
  })

  test('no eligible change is left out', () => {
    fc.assert(
      fc.property(queues, (entries) => {
        const chosen = eligible(entries, NOW, 99)
        const could = entries.filter(
          (one) =>
            one.state !== 'parked' &&
            one.nextTry <= NOW &&
            !entries.some((other) => isBefore(other, one) && share(other, one)),
        )
        expect(chosen.map(({ seq }) => seq)).toEqual(could.map(({ seq }) => seq!).toSorted((a, b) => a - b))
      }),
    )
  })

  test('I10: answered round by round, the queue empties except for parked changes and their dependants', () => {
    fc.assert(
      fc.property(queues, (entries) => {
        let waiting = entries.map((one) => ({ ...one, nextTry: 0 }))
        const kept = (one: Entry): boolean =>
          one.state === 'parked' || entries.some((other) => isBefore(other, one) && share(other, one) && kept(other))
        for (let round = 0; round <= entries.length; round++) {
          const gone = new Set(eligible(waiting, NOW, 3).map(({ seq }) => seq))
          waiting = waiting.filter(({ seq }) => !gone.has(seq))
        }
        // with three at a time, more rounds than entries would mean that one round did nothing
        while (eligible(waiting, NOW, 3).length) {
          const gone = new Set(eligible(waiting, NOW, 3).map(({ seq }) => seq))
          waiting = waiting.filter(({ seq }) => !gone.has(seq))
        }
        expect(waiting.map(({ seq }) => seq).toSorted()).toEqual(
          entries
            .filter(kept)
            .map(({ seq }) => seq)
            .toSorted(),
        )
      }),
    )
  })
})

describe('the dependants of a change', () => {
  test('every later one that shares a record with it or with a dependant; nothing earlier, nothing else', () => {
    fc.assert(
      fc.property(queues, fc.nat(14), (entries, at) => {
        const one = entries[at % Math.max(1, entries.length)]
        if (!one) return
        const stands = (other: Entry, keys: ReadonlySet<string>) => other.keys.some((key) => keys.has(key))
        const keys = new Set(one.keys)
        const right: number[] = []
        for (const other of entries.toSorted((a, b) => a.seq! - b.seq!)) {
          if (!isBefore(one, other) || !stands(other, keys)) continue
          right.push(other.seq!)
          for (const key of other.keys) keys.add(key)
        }
        expect(dependants(one, entries).map(({ seq }) => seq)).toEqual(right)
      }),
    )
  })

  test('what remains after a change and its dependants are removed shares nothing with it', () => {
    fc.assert(
      fc.property(queues, (entries) => {
        const first = entries.toSorted((a, b) => a.seq! - b.seq!)[0]
        if (!first) return
        const gone = [first, ...dependants(first, entries)]
        expect(entries.filter((other) => !gone.includes(other) && share(other, first))).toEqual([])
      }),
    )
  })
})
