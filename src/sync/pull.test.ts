// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { PullPage } from '../../contract/sync/sync.ts'
import type { Send } from '../api/http.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import { plain } from '../db/row.ts'
import { KEY_BYTES, sealOf } from '../db/seal.ts'
import { change } from './change.ts'
import { applyPage, pullAll } from './pull.ts'

/**
 * The server's feed for a few records in a few buckets, page by page; each record comes with its whole list of buckets.
 */
const IDS = Array.from({ length: 4 }, () => newId())
const BUCKETS = ['a', 'b', 'c'] as const
const some = fc.uniqueArray(fc.constantFrom(...BUCKETS), { minLength: 1 })
const row = fc.record({ id: fc.constantFrom(...IDS), version: fc.integer({ min: 1, max: 9 }), _b: some })
const page = fc
  .record({
    rows: fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 4 }),
    gone: fc.array(fc.tuple(fc.constantFrom(...BUCKETS), fc.constantFrom(...IDS)), { maxLength: 3 }),
    drop: fc.uniqueArray(fc.constantFrom(...BUCKETS), { maxLength: 1 }),
    more: fc.boolean(),
  })
  // a page is consistent: what has left a bucket is not in it
  .map(({ rows, gone, drop, more }) => {
    const kept = rows.flatMap((each) => {
      const _b = each._b.filter((bucket) => !drop.includes(bucket))
      return _b.length ? [{ ...each, _b }] : []
    })
    const isIn = (bucket: string, id: string) =>
      kept.some((each) => each.id === id && each._b.some((b) => b === bucket))
    return { rows: kept, gone: gone.filter(([bucket, id]) => !isIn(bucket, id)), drop, more }
  })
type Page = typeof page extends fc.Arbitrary<infer P> ? P : never
type Row = Page['rows'][number]

/** The rule in its simplest form: removals before rows, only a higher version replaces, a row in no bucket is gone. */
function lawful(held: ReadonlyMap<string, Row>, { rows, gone, drop }: Page): Map<string, Row> {
  const next = new Map(held)
  const leave = (id: string, bucket: string) => {
    const had = next.get(id)
    if (!had) return
    const _b = had._b.filter((each) => each !== bucket)
    if (_b.length) next.set(id, { ...had, _b })
    else next.delete(id)
  }
  for (const bucket of drop) for (const id of IDS) leave(id, bucket)
  for (const [bucket, id] of gone) leave(id, bucket)
  for (const { id, version, _b } of rows)
    next.set(id, { id, version: Math.max(version, next.get(id)?.version ?? 0), _b })
  return next
}

const wordOf = (version: number) => [{ lang: 'tr' as const, value: `v${version}` }]
const pageOf = ({ rows, gone, drop, more }: Page, cursor = 'c'): PullPage => ({
  status: true,
  cursor,
  more,
  gone: { branch: gone },
  rows: {
    branch: rows.map(({ id, version, _b }) => ({ id, version, name: wordOf(version), onlineCalls: false, _b })),
  },
  drop,
})

/** Time for dozens of databases on two shared cores, ms. */
const SLOW = 60_000

const opened: Database[] = []
afterEach(async () => void (await Promise.all(opened.splice(0).map((db) => db.delete()))))
const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
const deviceOf = (sealed: boolean) => () => {
  const id = newId()
  const db = openDatabase(id, sealed ? sealOf(id, key) : null)
  opened.push(db)
  return db
}
/** The server's rows that the device holds, below the waiting changes. */
async function heldBy(db: Database) {
  const bases = new Map((await db.base.toArray()).map(({ id, row: base }) => [id, base]))
  const stored = new Map((await rowsIn(db, 'branch').toArray()).map((each) => [each.id, each]))
  return Object.fromEntries(
    IDS.flatMap((id) => {
      const its = bases.has(id) ? bases.get(id) : stored.get(id)
      return its ? [[id, { version: its.version, _b: its._b.toSorted(), name: plain('branch', its).name }]] : []
    }),
  )
}
const asHeld = (law: ReadonlyMap<string, Row>) =>
  Object.fromEntries(
    IDS.flatMap((id) => {
      const its = law.get(id)
      return its ? [[id, { version: its.version, _b: its._b.toSorted(), name: wordOf(its.version) }]] : []
    }),
  )

describe.each([
  ['plain', false],
  ['sealed', true],
])('SYNC “Apply a pull page”, %s', (_, sealed) => {
  const device = deviceOf(sealed)
  test(
    'I6, I9: whatever pages arrive, the device holds what the model says, also under waiting changes',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(page, { maxLength: 5 }), fc.subarray(IDS), async (pages, edited) => {
          const db = device()
          const maker = { person: newId(), name: 'A', host: 'test', now: 1 }
          let law: ReadonlyMap<string, Row> = new Map()
          for (const [n, each] of pages.entries()) {
            await applyPage(db, pageOf(each), n)
            law = lawful(law, each)
            expect(await heldBy(db)).toEqual(asHeld(law))
            // I5: an edit made between two pages stays on top of all that follow
            for (const id of edited)
              if (n === 0 && law.has(id)) await change(db, maker, 'branch.update', { id, onlineCalls: true })
            const waiting = await db.outbox.toArray()
            for (const { input } of waiting.filter((entry) => law.has(String(entry.input['id']))))
              expect(await rowsIn(db, 'branch').get(String(input['id']))).toMatchObject({
                pending: 1,
                body: { onlineCalls: true },
              })
          }
        }),
        { numRuns: 30 },
      )
    },
    SLOW,
  )

  test(
    'I3: a page received twice has the effect of one',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(page, { maxLength: 3 }), page, async (before, twice) => {
          const db = device()
          for (const each of before) await applyPage(db, pageOf(each), 1)
          await applyPage(db, pageOf(twice), 1)
          const once = await heldBy(db)
          await applyPage(db, pageOf({ ...twice, more: false }), 1)
          expect(await heldBy(db)).toEqual(once)
        }),
        { numRuns: 20 },
      )
    },
    SLOW,
  )

  test(
    'the rows of one page in any order, or over several pages, give the same device',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(page, { maxLength: 2 }), page, fc.nat(4), async (before, last, cut) => {
          const [whole, parts] = [device(), device()]
          for (const db of [whole, parts]) for (const each of before) await applyPage(db, pageOf(each), 1)
          await applyPage(whole, pageOf({ ...last, more: false }), 1)
          await applyPage(parts, pageOf({ ...last, rows: last.rows.toReversed().slice(0, cut), more: true }), 1)
          await applyPage(
            parts,
            pageOf({ rows: last.rows.toReversed().slice(cut), gone: [], drop: [], more: false }),
            1,
          )
          expect(await heldBy(parts)).toEqual(await heldBy(whole))
        }),
        { numRuns: 20 },
      )
    },
    SLOW,
  )

  test('I8: rows and cursor are stored together or not at all', async () => {
    const db = device()
    const put = [{ id: IDS[0]!, version: 1, _b: ['a' as const] }]
    await applyPage(db, pageOf({ rows: put, gone: [], drop: [], more: false }, 'first'), 1)
    const fail = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    db.facts.hook('updating').subscribe(fail)
    const next = [{ id: IDS[0]!, version: 2, _b: ['a' as const] }]
    await expect(applyPage(db, pageOf({ rows: next, gone: [], drop: [], more: false }, 'second'), 1)).rejects.toThrow(
      'full',
    )
    db.facts.hook('updating').unsubscribe(fail)
    expect(await heldBy(db)).toMatchObject({ [IDS[0]!]: { version: 1 } })
    expect((await db.facts.get('cursor'))?.value).toBe('first')
  })

  test('I8: the next page is requested while one is applied; if that fails the cursor stays and it is requested again', async () => {
    const db = device()
    const row_ = (n: number) => ({ id: IDS[n]!, version: 1, _b: ['a' as const] })
    const requests: string[] = []
    const heldThen: number[] = []
    const send: Send = async ({ url }) => {
      const cursor = new URL(url, 'http://server').searchParams.get('cursor')
      requests.push(cursor ?? '-')
      heldThen.push(await rowsIn(db, 'branch').count())
      const n = Number(cursor ?? 0)
      const its = pageOf({ rows: [row_(n)], gone: [], drop: [], more: n < 3 }, String(n + 1))
      return { kind: 'answer', status: 200, body: { ...its }, retryAfter: null }
    }
    const fail = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    // the third page does not fit on the disk
    let puts = 0
    const third = () => void (++puts > 2 && fail())
    rowsIn(db, 'branch').hook('creating').subscribe(third)
    await expect(pullAll(db, send, () => 1)).rejects.toThrow('full')
    expect((await db.facts.get('cursor'))?.value).toBe('2')
    expect(requests).toEqual(['-', '1', '2', '3'])
    // when each page was requested, the page before it was not stored yet
    expect(heldThen.every((count, n) => count < Math.max(n, 1))).toBe(true)
    rowsIn(db, 'branch').hook('creating').unsubscribe(third)
    expect(await pullAll(db, send, () => 1)).toBe('done')
    expect(Object.keys(await heldBy(db))).toHaveLength(IDS.length)
  })

  test('I5, I6: a record that came and left while its creation is unanswered is not drawn again as it was created', async () => {
    const db = device()
    const id = IDS[0]!
    const held = () => rowsIn(db, 'branch').get(id)
    const none = { rows: [], gone: [], drop: [], more: false }
    await applyPage(db, pageOf(none), 1)
    await change(db, { person: newId(), name: 'A', host: 'test', now: 1 }, 'branch.add', {
      id,
      name: wordOf(1),
      onlineCalls: false,
    })
    expect(await held()).toMatchObject({ version: 1, pending: 1 })
    // its answer was lost; others' version of it arrives, and then becomes invisible
    await applyPage(db, pageOf({ ...none, rows: [{ id, version: 2, _b: ['a'] }] }), 1)
    expect(await held()).toMatchObject({ version: 2, pending: 1 })
    await applyPage(db, pageOf({ ...none, gone: [['a', id]] }), 1)
    expect(await held()).toBeUndefined()
    expect(await db.outbox.count()).toBe(1)
    await applyPage(db, pageOf({ ...none, rows: [{ id, version: 3, _b: ['b'] }] }), 1)
    expect(await held()).toMatchObject({ version: 3, pending: 1 })
    await applyPage(db, pageOf({ ...none, drop: ['b'] }), 1)
    expect(await held()).toBeUndefined()
    // a restored database may lack it: what was made here waits until the server has it
    await applyPage(db, { ...pageOf(none), reset: true }, 1)
    expect(await held()).toMatchObject({ version: 1, pending: 1 })
    await applyPage(db, pageOf({ ...none, rows: [{ id, version: 2, _b: ['a'] }] }), 1)
    await applyPage(db, { ...pageOf(none), reset: true }, 1)
    expect(await held()).toMatchObject({ version: 1, pending: 1 })
  })

  test(
    'a reset keeps returning records, accepts older versions of a new epoch, and deletes the rest at the end',
    async () => {
      await fc.assert(
        fc.asyncProperty(page, page, async (before, after) => {
          const db = device()
          await applyPage(db, pageOf({ ...before, more: false }), 1)
          await applyPage(db, { ...pageOf({ ...after, gone: [], drop: [], more: false }), reset: true }, 1)
          expect(await heldBy(db)).toEqual(asHeld(new Map(after.rows.map((each) => [each.id, each]))))
        }),
        { numRuns: 20 },
      )
    },
    SLOW,
  )
})
