import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callNames, rowOf, type CallName } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { spread } from '../../contract/kernel/wire.ts'
import { cleanUp } from '../../server/jobs/clean-up.ts'
import { cleanUpFiles } from '../../server/jobs/clean-up-files.ts'
import { forgetOld } from '../../server/jobs/forget-old.ts'
import { expirePayments } from '../../server/jobs/expire-payments.ts'
import { tendMoney } from '../support/tend-money.ts'
import { readCalendars } from '../../server/jobs/read-calendars.ts'
import { remindOnline } from '../../server/jobs/remind-online.ts'
import { remindToClose } from '../../server/jobs/remind-to-close.ts'
import { sendMessages } from '../../server/jobs/send-messages.ts'
import { sendPushes } from '../../server/jobs/send-pushes.ts'
import { tellDay } from '../../server/jobs/tell-day.ts'
import { runImports } from '../../server/jobs/run-imports.ts'
import { tellInvited } from '../../server/areas/invitation/tell.ts'
import { settleRequests } from '../../server/areas/session/settle-requests.ts'
import { optionsOf } from '../../tools/bench/options.ts'
import { attempts, tries, type Try } from '../api/attempts.ts'
import { gather, refreshLimits, type Actor, type Cast } from '../api/cast.ts'
import { expected } from '../api/policy.ts'
import { startTestPostgres } from '../support/database-server.ts'
import { openGuest } from '../support/guest.ts'
import { startServer, type TestServer } from '../support/server.ts'

/**
 * Issue 38, 8: an index that nothing reads costs each change and serves no one. PostgreSQL logs the plan of each
 * statement of every call and job; sequential scans are off, so that a few rows use the indexes that many rows would.
 */
let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let server: TestServer
let cast: Cast
let make: Try
let log: string
beforeAll(async () => {
  postgres = await startTestPostgres({
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_nested_statements': 'on',
    enable_seqscan: 'off',
    autovacuum: 'off',
    log_line_prefix: '%u ',
  })
  server = await startServer({}, postgres.url)
  cast = await gather(server)
  make = tries(server, cast.places)
  const [place] = (await server.watch.query<{ data_directory: string }>('show data_directory')).rows
  log = join(dirname(place!.data_directory), 'postgres.log')
  await server.watch.query('vacuum (analyze)')
  await server.watch.query('alter system set auto_explain.log_min_duration = 0')
  await server.watch.query('select pg_reload_conf()')
}, 240_000)
afterAll(async () => {
  await server.stop()
  await postgres.end()
})

const ACTORS = ['deskPublic', 'superadmin', 'doctorPublic', 'patientPublic'] as const satisfies readonly Actor[]

/**
 * Indexes that a small table does not use: the part of the product that each is for, where its statement is, and an
 * equivalent statement.
 */
const FOR_MORE_ROWS: Readonly<
  Record<
    string,
    {
      readonly in: string
      readonly says?: string
      readonly sql: string
      readonly values: readonly unknown[]
      /** Of a partitioned table: the index of one partition. */
      readonly part?: string
    }
  >
> = {
  patient_phone_search: {
    in: 'server/db/migrations/0018_patient_gaps.sql',
    says: `where t.phone like '%' || digits || '%'`,
    sql: `select id from patient t where t.phone like '%' || $1 || '%'`,
    values: ['5321'],
  },
  // beside three other keys of a person: with the test's few people one index answers for all
  person_held_email: {
    in: 'server/db/migrations/0111_indexes_without_a_reader.sql',
    says: 'or lower(held_email) = lower(login) and held_until > now()',
    sql: 'select id from person where lower(held_email) = lower($1)',
    values: ['a@test.example'],
  },
  person_held_phone: {
    in: 'server/db/migrations/0111_indexes_without_a_reader.sql',
    says: 'or held_phone = login and held_until > now()',
    sql: 'select id from person where held_phone = $1',
    values: ['+905321234567'],
  },
  article_group: {
    in: 'server/areas/article/store.ts',
    sql: 'select group_id as "group" from article where id = $1 or group_id = $1 limit 1',
    values: ['01a1fe40-2a75-7541-81a4-979355279929'],
  },
  guest_booking_browser: {
    in: 'server/areas/guest/guest-booking.ts',
    says: 'from guest_booking where browser_hash = $1 and expires_at > $2',
    sql: 'select data from guest_booking where browser_hash = $1',
    values: ['a hash'],
  },
  audit_at: {
    in: 'server/db/migrations/0147_audit_by_month.sql',
    says: 'or exists (select from %1$I where at >= $1)',
    sql: 'select from audit_s1 where at >= $1',
    values: [new Date()],
    part: 'audit_s1_at_idx',
  },
}

test('each index is read by a statement of the product, or enforces a rule of the data', async () => {
  const from = (await readFile(log)).length
  for (const call of callNames) for (const actor of ACTORS) await askAs(actor, call)
  for (const actor of ACTORS)
    for (const url of ['/api/sync', '/api/profile/data']) await cast.clients[actor].request('GET', url)
  // published content is not read on behalf of a person (decision 0137)
  const { doctorKuzey } = server.world.people
  const reader = server.nobody('kuzey.localhost')
  for (const path of [
    '',
    '/doctors',
    `/doctors/${doctorKuzey.id.slice(-12)}`,
    '/articles',
    `/articles/${newId().slice(-12)}`,
    '/specialties',
  ])
    await reader.request('GET', `/tr${path}`)
  await reader.request('GET', '/sitemap-doctors-1.xml')
  // a browser chooses one time and then another (decision 0155)
  const guest = openGuest(server)
  for (const slot of (await guest.times(doctorKuzey.id)).slice(0, 2)) await guest.choose(doctorKuzey.id, slot)
  // registrations planted by the attempts are incomplete: the job sets them aside and logs it
  const deps = { ...server.deps, log: { ...server.deps.log, error: () => {}, warn: () => {} } } as typeof server.deps
  for (const job of JOBS) await job(deps)

  const readers = readersIn((await readFile(log)).subarray(from).toString())
  const { rows: indexes } = await server.watch.query<{ name: string; parts: string[]; of_reference: boolean }>(INDEXES)
  expect(indexes.length).toBeGreaterThan(70)
  const unread = indexes.filter(
    ({ name, parts, of_reference }) => ![name, ...parts].some((each) => readers.has(each)) && !of_reference,
  )
  expect(unread.map(({ name }) => name).filter((name) => !(name in FOR_MORE_ROWS))).toEqual([])
  // proves that the product itself read it
  expect(readers.get('feed_tail')).toMatch(/feed/)
}, 600_000)

test('statements that need more rows than a test has belong to the product, and can be answered by their index', async () => {
  const client = await server.watch.connect()
  await client.query('set enable_indexscan = off; set enable_indexonlyscan = off')
  for (const [name, { in: file, sql, says = sql, values, part = name }] of Object.entries(FOR_MORE_ROWS)) {
    expect(await readFile(join(import.meta.dirname, '../..', file), 'utf8')).toContain(says)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...values])
    expect([name, rows.some((row) => row['QUERY PLAN'].includes(`on ${part} `))]).toEqual([name, true])
  }
  client.release()
})

test('an unused index is reported, a used one is not', () => {
  const plan = (index: string) =>
    `bedside_server LOG:  duration: 0.1 ms  plan:\n\tQuery Text: select 1\n\tIndex Scan using ${index} on t  (cost=0.1..2 rows=1 width=4)\n`
  expect([...readersIn(plan('a_key')).keys()]).toEqual(['a_key'])
  // statements of the test do not count as readers, lookups of a foreign key do
  expect([...readersIn(plan('a_key').replace('bedside_server', 'bedside_owner')).keys()]).toEqual([])
  expect([
    ...readersIn(
      plan('b_key').replace('bedside_server', 'bedside_owner').replace('select 1', 'DELETE FROM ONLY x'),
    ).keys(),
  ]).toEqual(['b_key'])
})

const JOBS = [
  cleanUp,
  cleanUpFiles,
  expirePayments,
  forgetOld,
  tendMoney,
  readCalendars,
  remindOnline,
  remindToClose,
  sendMessages,
  sendPushes,
  tellDay,
  tellInvited,
  runImports,
  settleRequests,
] as const

/** The attempt that succeeds and, for a read, the call without choices and with each of its choices alone. */
async function askAs(actor: Actor, call: CallName) {
  if (expected(call, actor, 'own') !== 200) return
  const row = rowOf(call)
  const place = cast.placeFor(actor, 'own')
  const ask = async (input: unknown, as = cast.clients[actor]) => {
    refreshLimits(server)
    const { url, body } = spread(row, input as Record<string, unknown>) // every input is an object
    return as.request(row.method, url, body)
  }
  refreshLimits(server)
  // some belong to one actor, and others have no attempt for them
  const tried = await attempts[call](make, actor, place).catch(() => null)
  if (!tried) return
  if (!row.writes && !call.startsWith('session.'))
    for (const more of [{}, ...(actor === 'patientPublic' ? [] : choices(row.input, Object.values(place)))])
      if (v.safeParse(row.input, more).success) await ask(more)
  await ask(tried.input, tried.as)
}

/** Each field of an input alone, with the first few values that it accepts. */
function choices(schema: v.GenericSchema, ids: readonly string[]): Record<string, unknown>[] {
  const entries = 'entries' in schema ? (schema.entries as Readonly<Record<string, v.GenericSchema>>) : {}
  return Object.entries(entries).flatMap(([name, field]) =>
    [...optionsOf(field), true, false, 'Test', 'ACDEFG', '0123456789ab', '2026-01-01', 20260101, ...ids]
      .filter((one) => v.safeParse(field, one).success)
      .slice(0, 3)
      .map((one) => ({ [name]: one })),
  )
}

/**
 * Without those of constraints and of other rules ("one of these only"). The columns that a reference to another table
 * begins with are read when a row there is deleted.
 */
const INDEXES = `select i.indexrelid::regclass::text as name,
    array(select n.inhrelid::regclass::text from pg_inherits n where n.inhparent = i.indexrelid) as parts,
    exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = i.indrelid and f.conkey[1] = i.indkey[0]) as of_reference
  from pg_index i join pg_class t on t.oid = i.indrelid
 where t.relnamespace = 'public'::regnamespace and not t.relispartition and not i.indisunique
   and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
 order by 1`

/**
 * The indexes in the plans of a log, each with a statement that used it; without what the test itself planted as the
 * owner.
 */
function readersIn(text: string): ReadonlyMap<string, string> {
  const readers = new Map<string, string>()
  for (const entry of text.split(/^(?=\S)/m)) {
    const isPlanted = /^bedside(_owner)? /.test(entry) && !/FOR KEY SHARE|DELETE FROM ONLY|UPDATE ONLY/.test(entry)
    const at = entry.indexOf('Query Text:')
    if (isPlanted || at < 0) continue
    for (const [, name = ''] of entry.matchAll(
      /(?:Index (?:Only )?Scan(?: Backward)? using|Bitmap Index Scan on) "?(\w+)"?/g,
    ))
      if (!readers.has(name)) readers.set(name, entry.slice(at))
  }
  return readers
}
