import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepSame } from './keep-same.ts'

const rows = () => [
  { id: 'a', version: 1, pending: 'none', name: { tr: 'Ağ' }, tags: ['x'] },
  { id: 'b', version: 4, pending: 'none', name: { tr: 'Bu' }, tags: [] },
  { id: 'c', version: 2, pending: 'none', name: null, tags: ['y', 'z'] },
]

test('a query result without changes is the previous object', () => {
  const before = rows()
  expect(keepSame(before, rows())).toBe(before)
  const map = new Map(rows().map((row) => [row.id, row]))
  expect(keepSame(map, new Map(rows().map((row) => [row.id, row])))).toBe(map)
})

test('if one row changed, came or went, the others stay the same objects, even with the same version', () => {
  const before = rows()
  const after = rows().with(1, { ...rows()[1]!, pending: 'waiting' })
  const kept = keepSame(before, after)
  expect(kept).toEqual(after)
  expect(kept.map((row, i) => row === before[i])).toEqual([true, false, true])
  const fewer = keepSame(before, rows().slice(1))
  expect(fewer.map((row, i) => row === before[i + 1])).toEqual([true, true])
  const turned = keepSame(before, rows().toReversed())
  expect([turned.map(({ id }) => id), turned[0] === before[2]]).toEqual([['c', 'b', 'a'], true])
})

test('a map in another order is a different one', () => {
  const before = new Map(rows().map((row) => [row.id, row]))
  const turned = keepSame(
    before,
    new Map(
      rows()
        .toReversed()
        .map((row) => [row.id, row]),
    ),
  )
  expect([...turned.keys()]).toEqual(['c', 'b', 'a'])
})

test('a missing field differs from an undefined one; sets, dates and bytes are compared correctly', () => {
  expect(Object.keys(keepSame({ a: undefined }, { b: undefined } as object))).toEqual(['b'])
  for (const make of [() => new Set([1]), () => new Date(0), () => new Uint8Array(2)]) {
    const now = make()
    expect(keepSame<unknown>(make(), now)).toBe(now)
  }
})

test('whatever was read before, the result equals what was read now', () => {
  const row = fc.record({ id: fc.constantFrom('a', 'b', 'c'), version: fc.nat(2), its: fc.jsonValue({ maxDepth: 3 }) })
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(row, { maxLength: 4 }),
    fc.array(fc.tuple(fc.string(), row)).map((pairs) => new Map(pairs)),
  )
  // the generator makes some values without a prototype, which no read does
  const plain = value.map((its) => structuredClone(its))
  fc.assert(
    fc.property(plain, plain, (before, now) => {
      const [copyOfBefore, copyOfNow] = [structuredClone(before), structuredClone(now)]
      expect(keepSame<unknown>(before, now)).toStrictEqual(copyOfNow)
      expect([before, now]).toStrictEqual([copyOfBefore, copyOfNow])
      expect(keepSame(before, structuredClone(before))).toBe(before)
    }),
    { numRuns: 500 },
  )
})
