import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MARK } from '../../server/db/sealing.ts'
import { SEALED } from '../../server/db/sealed-columns.ts'
import { startServer, type TestServer } from '../support/server.ts'

/**
 * Issue 27 F: the first start after an upgrade encrypts the existing words, and the machine loses power in the middle
 * of it, again and again.
 */
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  const { pool, world } = server
  await pool.query(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by,
                              status, note, patient_note, cancel_reason)
     select gen_random_uuid(), $1, $2, $3, 'x', t, t + interval '1 hour', 'UTC', 'online', 1, 'try', 'x', 'x',
            'cancelled', 'note ' || n, case when n % 3 = 0 then 'of a patient ' || n end, ''
       from generate_series(1, 1200) n cross join lateral (select timestamptz '2020-01-01' + n * interval '2 hours' as t) its`,
    [world.clinics.kuzey, world.people.doctorKuzey.id, world.people.patientKuzey.id],
  )
  await pool.query(
    `insert into patient_note (id, patient_id, clinic_id, author_id, author_name, text)
     select gen_random_uuid(), $1, $2, $3, 'x', case when n % 50 = 0 then '' else 'line ' || n end from generate_series(1, 6000) n`,
    [world.people.patientKuzey.id, world.clinics.kuzey, world.people.doctorKuzey.id],
  )
  await pool.query(
    `insert into recipe (id, patient_id, clinic_id, doctor_id, doctor_name, lines, note)
     select gen_random_uuid(), $1, $2, $3, 'x', jsonb_build_array(jsonb_build_object('name', 'drug ' || n)), '' from generate_series(1, 1200) n`,
    [world.people.patientKuzey.id, world.clinics.kuzey, world.people.doctorKuzey.id],
  )
}, 120_000)
afterAll(() => server.stop())

type Seen = { readonly id: string; readonly text: string | null }
/**
 * Every word of the list as it is in the database, read by connections that decrypt nothing, or as the server reads it.
 */
async function words(pool: TestServer['pool']) {
  const all: Record<string, readonly Seen[]> = {}
  for (const [table, { columns }] of Object.entries(SEALED))
    for (const [column, kind] of Object.entries(columns)) {
      const { rows } = await pool.query<{ id: string; text: unknown }>(
        `select id, ${column} as text from ${table} order by id`,
      )
      all[`${table}.${column}`] = rows.map(({ id, text }) => ({
        id,
        text: kind === 'json' ? JSON.stringify(text) : (text as string | null), // the value of a text column
      }))
    }
  return all
}
const asTheyLie = () => words(server.watch)
const sealedAmong = (seen: readonly Seen[]) => seen.filter(({ text }) => text?.includes(MARK)).length
const fillable = (seen: readonly Seen[]) => seen.filter(({ text }) => text && text !== '[]').length
const notes = async () =>
  (await server.watch.query<{ n: number }>(`select count(*)::int as n from patient_note where text like '${MARK}%'`))
    .rows[0]!.n

/** Starts encrypting and kills the process once `isEnough`; false if it finished earlier. */
async function sealUntil(isEnough: (notesSealed: number) => boolean): Promise<boolean> {
  const script = join(import.meta.dirname, '../support/seal-process.ts')
  const child = spawn(process.execPath, [script, server.url], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  while (child.exitCode === null && child.signalCode === null && !isEnough(await notes())) await sleep(2)
  const wasKilled = child.kill('SIGKILL')
  await ended
  // wait until its open transaction is rolled back
  await expect
    .poll(
      async () =>
        (
          await server.watch.query(
            `select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'patient_note' and l.mode = 'RowExclusiveLock'`,
          )
        ).rowCount,
    )
    .toBe(0)
  return wasKilled
}

test('killed three times midway, it continues: everything is encrypted once, nothing is lost, and no device is notified', async () => {
  const { rows: constraints } = await server.watch.query<{ its: string; name: string }>(
    `select conrelid::regclass::text as its, conname::text as name from pg_constraint where conname like '%\\_sealed'`,
  )
  expect(constraints).toEqual([])
  const before = await asTheyLie()
  expect(
    Object.values(before)
      .map(sealedAmong)
      .every((n) => n === 0),
  ).toBe(true)
  const newestChange = await server.watch.query('select max(xid)::text as newest, count(*)::int as n from feed')
  const versions = 'select sum(version)::int as n from patient_note'
  const versionsBefore = (await server.watch.query(versions)).rows

  let last = 0
  for (const part of [1, 2500, 4500]) {
    expect(await sealUntil((n) => n >= part)).toBe(true)
    const now = await notes()
    // in the middle: more than before, not all, and the database is not marked as done
    expect([now > last, now < 5880]).toEqual([true, true])
    expect(
      (await server.watch.query(`select from pg_constraint where conname = 'patient_note_text_sealed'`)).rowCount,
    ).toBe(0)
    last = now
  }
  expect(await sealUntil(() => false)).toBe(false)

  const after = await asTheyLie()
  for (const [place, seen] of Object.entries(after)) {
    expect([place, sealedAmong(seen)]).toEqual([place, fillable(before[place]!)])
    expect([place, seen.length]).toEqual([place, before[place]!.length])
  }
  // one decryption gives the original words: a word encrypted twice would still be encrypted
  const { 'person.identity': _, 'person.identity_claimed': __, ...opened } = await words(server.pool)
  for (const [place, seen] of Object.entries(opened)) expect(seen).toEqual(before[place])
  expect((await server.watch.query('select max(xid)::text as newest, count(*)::int as n from feed')).rows).toEqual(
    newestChange.rows,
  )
  expect((await server.watch.query(versions)).rows).toEqual(versionsBefore)
  const { rows } = await server.watch.query<{ n: number }>(
    `select count(*)::int as n from pg_constraint where conname like '%\\_sealed' and convalidated`,
  )
  expect(rows[0]!.n).toBe(Object.values(SEALED).flatMap(({ columns }) => Object.keys(columns)).length)
}, 180_000)
