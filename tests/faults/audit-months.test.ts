import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardAudit } from '../../server/jobs/audit/guard.ts'
import { freshKey, startServer, type TestServer } from '../support/server.ts'
import { neighboursEnded } from '../support/neighbours.ts'

/**
 * Issue 29.8: the audit is partitioned by month, and an old month is dropped whole; the chain of the rest still
 * verifies (decision 0147).
 */
const SLICE = 10_000_000
const anchor = join(tmpdir(), `bedside-months-${freshKey()}`)
let server: TestServer
let guard: ReturnType<typeof guardAudit>
beforeAll(async () => {
  server = await startServer()
  guard = guardAudit(anchor, 6)
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(anchor, { force: true })
})

const one = async <T>(sql: string) => (await server.pool.query<{ it: T }>(`select ${sql} as it`)).rows[0]!.it
const slices = () => one<number[]>('array(select audit_slices())')
const lines = () => one<number>('(select count(*)::int from audit)')
/** Writes lines of years ago, as a server wrote them then. */
const wrote = (action: string, many: number, ago: string) =>
  server.pool.query(
    `insert into audit (at, action, outcome) select clock_timestamp() - $1::interval, $2, 'done' from generate_series(1, $3)`,
    [ago, action, many],
  )
/** Runs the guard as the job does, until everything written is settled. */
async function minutes(n: number) {
  let look = null
  for (let i = 0; i < n; i++) {
    server.clock.now += 60_000
    await neighboursEnded(server.pool)
    look = await guard(server.deps)
  }
  return look!
}
async function night() {
  server.clock.now += 86_400_000
  return (await guard(server.deps))!
}

test('space is created ahead; each slice is accessible only through the parent, from which no one may delete', async () => {
  expect(await slices()).toEqual([0, 1, 2, 3])
  const { rows } = await server.pool.query<{ name: string; closed: boolean; triggers: string[]; indexes: number }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as closed,
            array(select tgname::text from pg_trigger where tgrelid = c.oid order by 1) as triggers,
            (select count(*)::int from pg_inherits n join pg_index i on i.indexrelid = n.inhrelid where i.indrelid = c.oid) as indexes
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit'::regclass order by 1`,
  )
  expect(rows.map(({ closed }) => closed)).toEqual([true, true, true, true])
  expect(new Set(rows.map(({ triggers }) => triggers.join()))).toEqual(new Set(['append_only,belongs']))
  expect(new Set(rows.map(({ indexes }) => indexes))).toEqual(new Set([4]))
  for (const slice of ['audit_s0', 'audit_s1']) {
    for (const firstSeq of [server.deps.requests, server.deps.pool])
      for (const sql of [
        `insert into ${slice} (seq, action, outcome) values (5, 'x', 'done')`,
        `delete from ${slice}`,
        `update ${slice} set outcome = 'x'`,
        `drop table ${slice}`,
      ])
        await expect(firstSeq.query(sql)).rejects.toMatchObject({ code: '42501' })
    await expect(server.deps.requests.query(`select from ${slice}`)).rejects.toMatchObject({ code: '42501' })
  }
  for (const sql of [
    'audit_drop_old(6)',
    'audit_make_room(1)',
    'audit_begin_month()',
    'audit_old(6)',
    'audit_unlink(1)',
  ])
    await expect(server.deps.requests.query(`select ${sql}`)).rejects.toMatchObject({ code: '42501' })
})

test('a month begins with its own slice, once; a month with more than a slice continues in the next', async () => {
  await wrote('of years ago', 40, '7 years')
  await minutes(1)
  expect(await one<number>(`nextval('audit_seq_seq')::float8`)).toBe(SLICE)
  await wrote('of this month', 10, '0')
  await minutes(2)
  expect(Math.floor((await one<number>(`nextval('audit_seq_seq')::float8`)) / SLICE)).toBe(1)
  expect(await slices()).toEqual([0, 1, 2, 3])
  // ten million numbers later
  await server.pool.query(`select setval('audit_seq_seq', ${2 * SLICE - 5})`)
  await wrote('flows over', 10, '0')
  expect(await one<number>(`(select count(*)::int from audit_s2)`)).toBe(6)
  await minutes(1)
  expect(await slices()).toEqual([0, 1, 2, 3, 4, 5])
})

test('a slice with one younger line stays, whatever its last one says, and six years are the minimum', async () => {
  await server.pool.query(`insert into audit (seq, action, outcome) values (${SLICE - 2}, 'of today', 'done')`)
  const { rows } = await server.pool.query<{ n: number | null }>('select audit_drop_old(0) as n')
  expect(rows[0]!.n).toBeNull()
  // what an attacker with the server's login could write, to have all lines dropped
  await server.deps.pool.query(
    `insert into audit (seq, at, action, outcome) values (${SLICE - 1}, clock_timestamp() - interval '9 years', 'false', 'done')`,
  )
  expect((await server.deps.pool.query<{ n: number | null }>('select audit_drop_old(6) as n')).rows[0]!.n).toBeNull()
  expect(await slices()).toContain(0)
})

test('an old month is dropped as a whole in the night after it was verified, with its links; the rest verifies, and a cut does not', async () => {
  // all lines so far were written seven years ago, at the border of two months
  await server.pool.query(
    `alter table audit disable trigger user; update audit set at = at - interval '7 years' where at > now() - interval '1 year';
     delete from audit where action = 'false'; delete from audit_link; delete from audit_head; delete from audit_check; alter table audit enable trigger user`,
  )
  await rm(anchor, { force: true })
  guard = guardAudit(anchor, 6)
  // a line of the old month is linked after the new month has begun
  const late = await one<number>(`(select max(seq)::float8 from audit where seq < ${SLICE - 1})`)
  await server.pool.query(
    `create table kept as select * from audit where seq = ${late}; alter table audit disable trigger user; delete from audit where seq = ${late}; alter table audit enable trigger user`,
  )
  await minutes(1)
  await server.pool.query('insert into audit overriding system value select * from kept; drop table kept')
  await wrote('after it', 5, '0')
  const all = await lines()
  const old = await one<number>(`(select count(*)::int from audit where seq < ${SLICE})`)
  // settled: lines whose number was drawn half a minute ago have arrived
  await minutes(4)
  expect((await night()).faults).toEqual([])
  expect(await slices()).not.toContain(0)
  expect(await lines()).toBe(all - old)

  await wrote('and on', 3, '0')
  await minutes(4)
  const look = await night()
  expect([look.faults, look.lines]).toEqual([[], all - old + 3])
  // a link stays as long as its line is after the beginning
  expect(await one<number[]>(`array(select seq::float8 from audit_link where seq < ${SLICE})`)).toEqual([late])
  expect(await one<number>('(select n from audit_base)')).toBeGreaterThan(30)

  // the owner of the database deletes a remaining line, and claims that it was dropped with its month
  const firstSeq = await one<number>(`(select min(seq)::float8 from audit where action = 'and on')`)
  await server.pool.query(
    `alter table audit disable trigger user; delete from audit where seq = ${firstSeq}; alter table audit enable trigger user;
     update audit_base set beyond = beyond || jsonb_build_object('${firstSeq}', 'aa')`,
  )
  expect((await night()).faults.map(({ kind }) => kind)).toEqual(['head', 'changed'])
})

test('a backup of slices is restored, each line into its slice', async () => {
  const { openCluster } = await import('../support/cluster.ts')
  const cluster = await openCluster()
  try {
    await cluster.sql(`insert into audit (action, outcome) values ('at first', 'done')`)
    await cluster.sql(`select setval('audit_seq_seq', ${7 * SLICE})`)
    await cluster.sql('select audit_make_room(last_value) from audit_seq_seq')
    await cluster.sql(`insert into audit (action, outcome) select 'far on ' || g, 'done' from generate_series(1, 50) g`)
    const told = () => cluster.sql('select tableoid::regclass::text as slice, seq, action from audit order by seq')
    const before = await told()
    await cluster.restoreElsewhere(await cluster.backUp())
    expect(await told()).toEqual(before)
    expect(new Set(before.map(({ slice }) => String(slice)))).toEqual(new Set(['audit_s0', 'audit_s7']))
  } finally {
    await cluster.close()
  }
}, 120_000)
