// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Appointment } from '../../contract/appointment/appointment.ts'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import { show, store } from '../db/row.ts'
import { change } from './change.ts'
import { ended } from './ended.ts'
import { applyPage } from './pull.ts'
import { discard, settle, settleAll } from './settle.ts'
import { aVisit } from '../../tests/support/visit.ts'

const ID = newId()
const NOW = Date.UTC(2026, 10, 21, 9)
const maker = { person: newId(), name: 'Dr. A', host: 'test', now: NOW }
const visit = { ...aVisit, id: ID }

let db: Database
beforeEach(async () => {
  db = openDatabase(newId())
  await rowsIn(db, 'appointment').put(store('appointment', visit, { _b: ['x'], pending: 0 }))
})
afterEach(() => db.delete())

const queue = () => db.outbox.orderBy('seq').toArray()
const row = async () => show('appointment', (await rowsIn(db, 'appointment').get(ID))!)
const yes = (appointment: Partial<Appointment>) => ({
  status: 200,
  body: { status: true, appointment: { ...visit, ...appointment } },
})
/** Marks a change as under way, as `sendAll` does: what has been sent is frozen. */
const sent = async () => {
  const [first] = await queue()
  await db.outbox.update(first!.seq!, { state: 'sending', attempts: 1 })
  return { ...first!, attempts: 1 }
}

describe('SYNC “Own later edits”', () => {
  test('a second edit made while the first is in flight takes the version of its reply: it cannot conflict with oneself', async () => {
    await change(db, maker, 'appointment.update', { id: ID, note: 'first' })
    const first = await sent()
    await change(db, maker, 'appointment.update', { id: ID, note: 'second' })
    await settle(db, first, yes({ version: 5, note: 'first' }), NOW)
    expect(await queue()).toMatchObject([{ base: 5, input: { note: 'second' } }])
    expect(await row()).toMatchObject({ version: 5, note: 'second', pending: 'waiting' })
  })

  test('it keeps its base if someone else’s change came in between: the server decides', async () => {
    await change(db, maker, 'appointment.update', { id: ID, note: 'first' })
    const first = await sent()
    await change(db, maker, 'appointment.update', { id: ID, note: 'second', patientNote: 'mine' })
    await settle(db, first, yes({ version: 6, note: 'first', patientNote: 'theirs' }), NOW)
    expect(await queue()).toMatchObject([{ base: 4 }])
  })

  test('however many there are, of any fields, each has the newest version that its own replies brought', async () => {
    const field = fc.constantFrom('note' as const, 'patientNote' as const, 'meetingLink' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            field,
            fc.string({ minLength: 1, maxLength: 4 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
          ),
          { minLength: 2, maxLength: 5 },
        ),
        async (edits) => {
          db = openDatabase(newId())
          await rowsIn(db, 'appointment').put(store('appointment', visit, { _b: ['x'], pending: 0 }))
          const server: Record<string, unknown> = { ...visit }
          for (const [name, value] of edits) {
            await change(db, maker, 'appointment.update', { id: ID, [name]: value })
            // each is sent before the next is made, so that none merges into another
            const last = (await queue()).at(-1)!
            await db.outbox.update(last.seq!, { attempts: 0, state: 'sending' })
          }
          for (let next = (await queue())[0]; next; next = (await queue())[0]) {
            await db.outbox.where('seq').aboveOrEqual(0).modify({ state: 'ready' })
            expect(next.base).toBe(server['version'])
            const { id: _, ...fields } = next.input
            Object.assign(server, fields, { version: (server['version'] as number) + 1 })
            await settle(
              db,
              { ...next, attempts: 1 },
              { status: 200, body: { status: true, appointment: { ...server } } },
              NOW,
            )
          }
          expect(await row()).toEqual({ ...server, pending: 'none' })
          await db.delete()
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('I2, I5, I6: what a reply does to queue and view', () => {
  test.each([400, 403, 404, 409, 410, 412, 413, 422])(
    '%i: parked with the reason, the view as on the server, nothing lost',
    async (status) => {
      await change(db, maker, 'appointment.update', { id: ID, note: 'mine' })
      await settle(db, await sent(), { status, body: { status: false, refused: 'already_cancelled' } }, NOW)
      expect(await queue()).toMatchObject([
        { state: 'parked', input: { note: 'mine' }, problem: { status, code: 'already_cancelled' } },
      ])
      expect(await row()).toMatchObject({ note: 'as it was', version: 4 })
    },
  )

  test.each([408, 425, 429, 500, 502, 503])('%i: it waits and is sent again, still shown', async (status) => {
    await change(db, maker, 'appointment.update', { id: ID, note: 'mine' })
    await settle(db, await sent(), { status, body: null, retryAfter: 9 }, NOW)
    expect(await queue()).toMatchObject([{ state: 'ready', nextTry: NOW + 9000 }])
    expect(await row()).toMatchObject({ note: 'mine', pending: 'waiting' })
  })

  test.each([
    [401, 'signed-out'],
    [426, 'app-too-old'],
  ] as const)('%i: everything stops, everything is kept', async (status, because) => {
    await change(db, maker, 'appointment.update', { id: ID, note: 'mine' })
    expect(await settle(db, await sent(), { status, body: { status: false } }, NOW)).toBe(because)
    expect(await queue()).toMatchObject([{ state: 'ready', nextTry: 0, input: { note: 'mine' } }])
  })

  test('an older row never replaces a newer one, whether it comes by pull or by reply', async () => {
    const page = (version: number, note: string) => ({
      status: true as const,
      cursor: 'c',
      more: false,
      gone: {},
      rows: { appointment: [{ ...visit, version, note, _b: ['x'] }] },
    })
    await applyPage(db, page(7, 'seven'), NOW)
    await applyPage(db, page(6, 'six'), NOW)
    expect(await row()).toMatchObject({ version: 7, note: 'seven' })
    await change(db, maker, 'appointment.update', { id: ID, meetingLink: 'https://x.example' })
    await settle(db, await sent(), yes({ version: 5, note: 'five' }), NOW)
    expect(await row()).toMatchObject({ version: 7, note: 'seven' })
  })

  test('a pull never overwrites waiting changes, and discarding them shows what the pull brought', async () => {
    await change(db, maker, 'appointment.update', { id: ID, note: 'mine' })
    await applyPage(
      db,
      {
        status: true,
        cursor: 'c',
        more: false,
        gone: {},
        rows: { appointment: [{ ...visit, version: 9, note: 'theirs', patientNote: 'knee', _b: ['x'] }] },
      },
      NOW,
    )
    expect(await row()).toMatchObject({ note: 'mine', patientNote: 'knee', version: 9, pending: 'waiting' })
    await discard(db, await queue(), NOW)
    expect(await row()).toMatchObject({ note: 'theirs', version: 9, pending: 'none' })
    expect(await ended(db)).toMatchObject([{ end: 'discarded', entry: { input: { note: 'mine' } } }])
  })
})

describe('replies to a batch', () => {
  test('I10: a reply that cannot be applied does not hold up the others; it stays, and its error is reported', async () => {
    const other = newId()
    await rowsIn(db, 'appointment').put(store('appointment', { ...visit, id: other }, { _b: ['x'], pending: 0 }))
    await change(db, maker, 'appointment.update', { id: ID, note: 'mine' })
    await change(db, maker, 'appointment.update', { id: other, note: 'mine too' })
    const [first, second] = await queue()
    const broken = { status: 200, body: { status: true, appointment: { ...visit, id: null } } }
    const taken = {
      status: 200,
      body: { status: true, appointment: { ...visit, id: other, version: 5, note: 'mine too' } },
    }
    await expect(
      settleAll(
        db,
        [
          [first!, broken],
          [second!, taken],
        ],
        NOW,
      ),
    ).rejects.toThrow('Data provided')
    expect(await queue()).toMatchObject([{ input: { note: 'mine' } }])
    expect(await rowsIn(db, 'appointment').get(other)).toMatchObject({ version: 5, pending: 0 })
  })

  test('a reply that says stop is obeyed, and the others are applied', async () => {
    const other = newId()
    await rowsIn(db, 'appointment').put(store('appointment', { ...visit, id: other }, { _b: ['x'], pending: 0 }))
    await change(db, maker, 'appointment.update', { id: ID, note: 'mine' })
    await change(db, maker, 'appointment.update', { id: other, note: 'mine too' })
    const [first, second] = await queue()
    const answers = [
      [first!, { status: 401, body: { status: false } }],
      [second!, { status: 200, body: { status: true, appointment: { ...visit, id: other, version: 5 } } }],
    ] as const
    expect(await settleAll(db, answers, NOW)).toBe('signed-out')
    expect(await queue()).toMatchObject([{ state: 'ready', input: { note: 'mine' } }])
  })

  test('applied together or one by one, the result is the same', async () => {
    const answer = fc.constantFrom('yes', 'older', 'none of its records', 'no', 'busy', 'answered already' as const)
    const visits = fc.array(fc.record({ answer, edited: fc.boolean(), later: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(visits, async (drawn) => {
        const left: unknown[] = []
        for (const together of [true, false]) {
          const database = openDatabase(newId())
          const answers: [Parameters<typeof settle>[1], Parameters<typeof settle>[2]][] = []
          for (const [n, { answer: given, edited, later }] of drawn.entries()) {
            const mine = { ...visit, id: `${ID.slice(0, -2)}${10 + n}` }
            await rowsIn(database, 'appointment').put(store('appointment', mine, { _b: ['x'], pending: 0 }))
            await change(database, maker, 'appointment.update', { id: mine.id, note: 'mine' })
            const entry = (await database.outbox.orderBy('seq').last())!
            await database.outbox.update(entry.seq!, { state: 'sending', attempts: 1 })
            if (edited)
              await change(database, maker, 'appointment.update', { id: mine.id, meetingLink: 'https://x.example' })
            if (later) await change(database, maker, 'appointment.complete', { id: mine.id })
            if (given === 'answered already') await database.outbox.delete(entry.seq!)
            const brought = { ...mine, version: given === 'older' ? 3 : 5, note: 'mine' }
            const body = given === 'none of its records' ? { status: true } : { status: true, appointment: brought }
            const status = given === 'no' ? 422 : given === 'busy' ? 503 : 200
            answers.push([
              { ...entry, attempts: 1 },
              status === 200 ? { status, body } : { status, body: { status: false, refused: 'too_early' } },
            ])
          }
          if (together) await settleAll(database, answers, NOW)
          else for (const [entry, each] of answers) await settle(database, entry, each, NOW)
          left.push({
            rows: await rowsIn(database, 'appointment').toArray(),
            base: await database.base.toArray(),
            outbox: (await database.outbox.orderBy('seq').toArray()).map(({ id: _, nextTry, ...entry }) => [
              nextTry > 0,
              entry,
            ]),
            settled: (await ended(database))
              .map(({ end, at, entry }) => JSON.stringify([end, at, entry.input]))
              .toSorted(),
          })
          await database.delete()
        }
        expect(left[0]).toEqual(left[1])
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  test('the last fifty that ended are kept for reading, however many ended together', async () => {
    for (const { from, many } of [
      { from: 0, many: 30 },
      { from: 30, many: 60 },
      { from: 90, many: 7 },
    ]) {
      const answers: [Parameters<typeof settle>[1], Parameters<typeof settle>[2]][] = []
      for (let n = from; n < from + many; n++) {
        const database = { ...visit, id: newId() }
        await rowsIn(db, 'appointment').put(store('appointment', database, { _b: ['x'], pending: 0 }))
        await change(db, maker, 'appointment.update', { id: database.id, note: `${n}` })
        const entry = (await db.outbox.orderBy('seq').last())!
        answers.push([
          { ...entry, attempts: 1 },
          { status: 200, body: { status: true, appointment: { ...database, version: 5, note: `${n}` } } },
        ])
      }
      await settleAll(db, answers, NOW)
      const end = from + many
      expect((await ended(db)).map(({ entry }) => Number(entry.input['note']))).toEqual(
        Array.from({ length: Math.min(end, 50) }, (_, i) => end - 1 - i),
      )
    }
    expect(await queue()).toEqual([])
  })
})
