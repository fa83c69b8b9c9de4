import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { roomForAudit } from './audit-room.ts'
import { source, tablesOf, type Sequence, type Table } from './dump.ts'
import { EmbeddedPostgresError } from './embedded-folder.ts'

/**
 * Copies all rows and all sequences from one database into another with the same tables (our migrations made both),
 * through a dump of each table in PostgreSQL's text form in `dumps`, a folder that both servers can read and write.
 * Existing rows there are deleted. All of it is read in one snapshot and written in one transaction, and the rows are
 * counted on both sides. Both logins are superusers.
 *
 * @throws {EmbeddedPostgresError} `CopyDiffers`: tables or counts differ. Then nothing has been written.
 */
export async function copyDatabase(
  from: pg.Client,
  to: pg.Client,
  dumps: string,
  say: (line: string) => void,
): Promise<{ readonly tables: number; readonly rows: number }> {
  await from.query('begin isolation level repeatable read read only')
  await to.query('begin')
  try {
    // no trigger, no foreign key: the rows are copied as they are, with all that triggers once made of them
    await to.query(`set local session_replication_role = replica; set local statement_timeout = 0`)
    const standing = await sequencesOf(from)
    await roomForAudit(to, standing)
    const tables = await sameTables(from, to)
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    let rows = 0
    for (const table of tables) {
      const count = await copyTable(from, to, table, dumps)
      rows += count
      if (count >= WORTH_A_LINE) say(`${table.name}: ${count} rows`)
    }
    for (const { name, last } of standing) await to.query('select setval($1::regclass, $2)', [name, last])
    await to.query('commit')
    return { tables: tables.length, rows }
  } catch (error) {
    await to.query('rollback').catch(() => undefined) // its server may be what failed
    throw error
  } finally {
    await from.query('rollback').catch(() => undefined)
  }
}

const WORTH_A_LINE = 100_000

/** Largest last: where there is no room, that is known before an hour has gone by. */
async function sameTables(from: pg.Client, to: pg.Client): Promise<Table[]> {
  const [old, made] = [await tablesOf(from), await tablesOf(to)]
  const shapes = (tables: readonly Table[]) => new Map(tables.map(({ name, shape }) => [name, shape]))
  const [was, is] = [shapes(old), shapes(made)]
  const differing = [...new Set([...was.keys(), ...is.keys()])].find((name) => was.get(name) !== is.get(name))
  if (differing) throw differs(`table ${differing} is not the one its migrations make`)
  return old
}

async function copyTable(from: pg.Client, to: pg.Client, table: Table, dumps: string): Promise<number> {
  const { name, columns, key } = table
  await mkdir(dumps, { recursive: true, mode: 0o700 })
  const file = join(dumps, 'rows')
  await from.query(`copy ${source(table)} to ${from.escapeLiteral(file)}`)
  // frozen: index-only scans need no vacuum first; rows that go to parts cannot come so
  await to.query(`copy ${name} (${columns}) from ${to.escapeLiteral(file)} ${key ? '' : 'with (freeze)'}`)
  await rm(file, { force: true })
  const count = async (side: pg.Client) =>
    Number((await side.query<{ n: string }>(`select count(*) as n from ${name}`)).rows[0]!.n)
  const [was, is] = [await count(from), await count(to)]
  if (was !== is) throw differs(`${name} has ${is} rows and had ${was}`)
  return is
}

async function sequencesOf(from: pg.Client) {
  const { rows } = await from.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return rows
}

const differs = (what: string) =>
  new EmbeddedPostgresError('CopyDiffers', `the copy is not what was copied: ${what}; nothing has been changed`)
