import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { checkAudit } from '../../server/jobs/audit/check.ts'
import { guardAudit } from '../../server/jobs/audit/guard.ts'
import { HASHED } from '../../server/jobs/audit/line.ts'
import { linkLines } from '../../server/jobs/audit/link.ts'
import { createVault } from '../../server/ports/vault.ts'
import { freshKey, startServer, type TestServer } from '../support/server.ts'
import { neighboursEnded } from '../support/neighbours.ts'

/** TRUST G22: whoever owns the database rewrites the audit, without the server's key. */
let server: TestServer
let anchor: string
let guard: ReturnType<typeof guardAudit>
const servers: TestServer[] = []
afterAll(async () => {
  for (const each of servers) await each.stop()
})

beforeEach(async () => {
  server = await startServer()
  servers.push(server)
  anchor = join(tmpdir(), `bedside-anchor-${freshKey()}`)
  guard = guardAudit(anchor, 6)
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  for (let i = 0; i < 6; i++) await desk.call('patient.list', { limit: i + 1 })
  await minutes(4)
}, 60_000)

afterEach(() => rm(anchor, { force: true, recursive: true }))

/** Runs the guard as the job does. */
async function minutes(n: number, isOneOpen = false) {
  let look = null
  for (let i = 0; i < n; i++) {
    server.clock.now += 60_000
    if (!isOneOpen) await neighboursEnded(server.pool)
    look = await guard(server.deps)
  }
  return look!
}
async function night() {
  server.clock.now += 86_400_000
  return (await guard(server.deps))!
}
/** The owner of the database, who may do anything in it. */
const owner = (sql: string) =>
  server.pool.query(
    `alter table audit disable trigger user; alter table audit_link disable trigger user; ${sql}; alter table audit enable trigger user`,
  )
const someSeq = async () =>
  (
    await server.pool.query<{ seq: number }>(
      `select seq from audit where action = 'patient.list' order by seq limit 1 offset 2`,
    )
  ).rows[0]!.seq

async function notices() {
  const { body } = await (await server.signIn('superadmin')).call('notification.list', { limit: 100 })
  return (body['notifies'] as { kind: string; args: string[] }[]).filter(({ kind }) => kind === 'audit_broken')
}

test('an untouched log is verified night after night, and every line is covered', async () => {
  expect((await minutes(2)).faults).toEqual([])
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  await desk.call('patient.list', { limit: 2 })
  await minutes(1)
  const look = await night()
  const { rows } = await server.pool.query<{ n: number }>('select count(*)::int as n from audit')
  expect(look.faults).toEqual([])
  expect(look.lines).toBe(rows[0]!.n)
  expect(await notices()).toEqual([])
  const { rows: columns } = await server.pool.query<{ name: string }>(
    `select column_name::text as name from information_schema.columns where table_name = 'audit' order by ordinal_position`,
  )
  expect(columns.map(({ name }) => name)).toEqual([...HASHED])
})

test.each(HASHED.filter((column) => column !== 'seq'))('a line whose %s was changed is detected', async (column) => {
  const seq = await someSeq()
  const other = {
    at: `at + interval '1 microsecond'`,
    made_at: 'now()',
    actor: 'gen_random_uuid()',
    clinic_id: 'gen_random_uuid()',
    object_id: 'gen_random_uuid()',
    fields: `'{x}'`,
    changes: `'{"records": [null, 99]}'`,
  }[column as string]
  await owner(`update audit set ${column} = ${other ?? `coalesce(${column}, '') || 'x'`} where seq = ${seq}`)
  expect((await night()).faults).toEqual([{ kind: 'changed', seq }])
  expect(await notices()).toHaveLength(1)
  expect((await notices())[0]!.args).toEqual(['1', `#${seq}`])
})

test('a removed line is detected; reported once, though found each night', async () => {
  const seq = await someSeq()
  await owner(`delete from audit where seq = ${seq}`)
  expect((await night()).faults).toEqual([{ kind: 'removed', seq }])
  expect((await night()).faults).toEqual([{ kind: 'removed', seq }])
  expect(await notices()).toHaveLength(1)
})

test('a line removed together with its link is detected', async () => {
  const seq = await someSeq()
  await owner(`delete from audit where seq = ${seq}; delete from audit_link where seq = ${seq}`)
  const { faults } = await night()
  expect(faults).toContainEqual({ kind: 'removed', seq: null })
})

test('an inserted line is detected, and an old one that appears now', async () => {
  const seq = await someSeq()
  // a sequence number that a rolled-back transaction used up
  await server.pool.query(`select nextval('audit_seq_seq')`)
  await server.pool.query(`insert into audit (action, outcome) values ('between', 'done')`)
  await minutes(5)
  const { rows } = await server.pool.query<{ seq: number }>(`select seq - 1 as seq from audit where action = 'between'`)
  const gap = rows[0]!.seq
  await owner(
    `insert into audit (seq, at, action, outcome) overriding system value values (${gap}, now(), 'patient.list', 'done');
     insert into audit (at, action, outcome) values (now() - interval '3 days', 'patient.list', 'done')`,
  )
  await minutes(2)
  const { faults } = await night()
  expect(faults).toEqual([
    { kind: 'inserted', seq: expect.any(Number) },
    { kind: 'inserted', seq: gap },
  ])
  expect(faults[0]!.seq).toBeGreaterThan(gap)
  expect(seq).toBeLessThan(gap)
})

test('recomputing all hashes fails at the chain’s head', async () => {
  const seq = await someSeq()
  await owner(`update audit set outcome = 'refused' where seq = ${seq}`)
  // the attacker's program computes the chain over the new lines
  await owner('delete from audit_link; delete from audit_head')
  await linkLines(server.pool, createVault(Buffer.alloc(32, 9)), 0)
  expect((await minutes(1)).faults.map(({ kind }) => kind)).toEqual(['cut', 'head'])
  expect(await notices()).toHaveLength(1)
})

test('a truncated end is detected within a minute, also when an older head was restored', async () => {
  const { rows } = await server.pool.query<{ n: number; hash: Buffer; settled: number; newest: Date; mac: string }>(
    'select n, hash, settled, newest, mac from audit_head',
  )
  const old = rows[0]!
  await (await server.as('deskKuzey', 'kuzey.localhost')).call('patient.list', { limit: 3 })
  await minutes(1)
  await owner(
    `delete from audit where seq in (select seq from audit_link where n > ${old.n}); delete from audit_link where n > ${old.n}`,
  )
  await server.pool.query('update audit_head set n = $1, hash = $2, settled = $3, newest = $4, mac = $5', [
    old.n,
    old.hash,
    old.settled,
    old.newest,
    old.mac,
  ])
  // another process detects it too: what the guard has seen is in a file
  guard = guardAudit(anchor, 6)
  expect((await minutes(1)).faults).toEqual([{ kind: 'cut', seq: null }])
  expect(await notices()).toHaveLength(1)
  // a restore looks the same, and is reported once
  expect((await night()).faults).toEqual([])
})

test('a chain that was deleted as a whole to hide a changed line is not silently restarted', async () => {
  await owner(
    `update audit set outcome = 'x' where seq = ${await someSeq()}; delete from audit_link; delete from audit_head; delete from audit_check`,
  )
  expect((await minutes(1)).faults).toContainEqual({ kind: 'cut', seq: null })
})

test('lines that arrive late and out of order are linked, and nothing is settled too early', async () => {
  const late = await server.pool.connect()
  await late.query('begin')
  await late.query(`insert into audit (action, outcome) values ('late', 'done')`)
  await server.pool.query(`insert into audit (action, outcome) values ('soon', 'done')`)
  await minutes(6, true)
  await late.query('commit')
  late.release()
  await minutes(6)
  const look = await night()
  const { rows } = await server.pool.query<{ n: number; settled: number; most: number }>(
    'select (select count(*)::int from audit) as n, (select settled from audit_head) as settled, (select max(seq) from audit) as most',
  )
  expect([look.faults, look.lines, rows[0]!.settled]).toEqual([[], rows[0]!.n, rows[0]!.most])
})

test('the login of the server’s own work adds links and changes none; people reach none of them', async () => {
  for (const sql of [
    'update audit_link set hash = hash',
    'delete from audit_link',
    'delete from audit',
    'update audit set outcome = outcome',
  ])
    await expect(server.deps.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
  for (const table of ['audit_link', 'audit_head', 'audit_check'])
    await expect(server.deps.requests.query(`select from ${table}`)).rejects.toMatchObject({ code: '42501' })
})

test('verification goes page by page and finds one changed line among thousands', async () => {
  await server.pool.query(
    `insert into audit (action, outcome) select 'many ' || g, 'done' from generate_series(1, 5000) g`,
  )
  await minutes(1)
  expect((await night()).faults).toEqual([])
  await owner(`update audit set outcome = 'x' where action = 'many 4321'`)
  const { rows } = await server.pool.query<{ seq: number }>(`select seq from audit where action = 'many 4321'`)
  expect((await checkAudit(server.deps.pool, server.deps.vault, null)).faults).toEqual([
    { kind: 'changed', seq: rows[0]!.seq },
  ])
  await rm(anchor)
})
