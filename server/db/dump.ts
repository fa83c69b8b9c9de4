import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** A table as it was written: PostgreSQL's text form, one row per line. */
export type DumpedTable = {
  readonly name: string
  /** The order of a row's values, without computed columns. */
  readonly columns: string
  /** Names and types of all columns: a table that receives the rows must have the same. */
  readonly shape: string
  readonly rows: number
  readonly sum: Sum
}

/** Length of a text in bytes, and its SHA-256 in hex. */
export type Sum = { readonly bytes: number; readonly sha256: string }

export type Sequence = { readonly name: string; readonly last: string }

export type Dump = { readonly tables: readonly DumpedTable[]; readonly sequences: readonly Sequence[] }

/**
 * Writes all rows of our schema in one snapshot, while others keep writing. `fileOf` names the compressed file of a
 * table's rows, and `within` may run more queries in the same snapshot. The connection is the owner's, or a
 * superuser's. It takes no lock that a running server waits for.
 */
export async function dumpDatabase(
  client: pg.Client,
  fileOf: (table: string) => string,
  within: () => Promise<void>,
): Promise<Dump> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(PLAIN)
    const tables: DumpedTable[] = []
    for (const { key, ...table } of await tablesOf(client))
      tables.push({ ...table, ...(await writeTable(client, { ...table, key }, fileOf(table.name))) })
    await within()
    const { rows: sequences } = await client.query<Sequence>(
      `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    )
    return { tables, sequences }
  } finally {
    await client.query('rollback').catch(() => undefined) // the server may be what failed
  }
}

/** What a table's rows come to as they are now, written nowhere; within the caller's transaction. */
export async function sumTable(client: pg.Client, table: Table) {
  const stream = client.query(copyTo(`copy ${source(table)} to stdout`))
  const counted = countedBytes()
  await pipeline(stream, counted, nowhere())
  return { rows: stream.rowCount, sum: counted.sum() }
}

/**
 * The sum of a compressed file's content. Throws the error of disk or decompression: a truncated file does not
 * decompress.
 */
export async function sumPacked(file: string): Promise<Sum> {
  const counted = countedBytes()
  await pipeline(createReadStream(file), createGunzip(), counted, nowhere())
  return counted.sum()
}

/** The same text for the same rows in physical order, whoever reads and wherever. */
export const PLAIN = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0`

/** A table of ours. `key`: the column by which it lies in parts, which are not named apart; null where it lies in one. */
export type Table = Pick<DumpedTable, 'name' | 'columns' | 'shape'> & { readonly key: string | null }

/** What is copied out: rows of parts in one order, however they are parted. */
export const source = ({ name, columns, key }: Table) =>
  key ? `(select ${columns} from ${name} order by ${key})` : `${name} (${columns})`

/** All that belong to us, the largest last: where there is no room, that is known before an hour has gone by. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES)
  return rows
}

/** For each table its columns that are not computed, ordered by name, which no later migration changes. */
const TABLES = `select c.oid::regclass::text as name,
    string_agg(quote_ident(a.attname), ', ' order by a.attname collate "C") filter (where a.attgenerated = '') as columns,
    string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || a.attgenerated::text, ', ' order by a.attname collate "C") as shape,
    (select quote_ident(k.attname) from pg_partitioned_table p join pg_attribute k on k.attrelid = p.partrelid and k.attnum = p.partattrs[0]
      where p.partrelid = c.oid) as key
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
 group by c.oid order by (select sum(pg_total_relation_size(relid)) from pg_partition_tree(c.oid)), pg_total_relation_size(c.oid), 1`

async function writeTable(client: pg.Client, table: Table, file: string) {
  const stream = client.query(copyTo(`copy ${source(table)} to stdout`))
  const counted = countedBytes()
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  await pipeline(stream, counted, gzip, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  return { rows: stream.rowCount, sum: counted.sum() }
}

/** Passes a text through and computes its sum. */
function countedBytes() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return Object.assign(through, { sum: (): Sum => ({ bytes, sha256: hash.digest('hex') }) })
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
