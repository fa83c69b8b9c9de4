import { createHash } from 'node:crypto'
import pg from 'pg'
import { sealParameters, type SealerBox } from './sealing.ts'

/** What a query needs: a pool or one of its clients. */
export type Db = Pick<pg.PoolClient, 'query'>

// Money and totals are bigint in SQL and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A statement that every connection keeps parsed and planned after its first use, for what runs with every change and
 * every pull: under row-level security planning takes longer than running. Only for SQL whose best plan is the same for
 * all values.
 */
export function kept(text: string, values: unknown[]): pg.QueryConfig {
  const name = names.get(text) ?? nameOf(text)
  names.set(text, name)
  return { name, text, values }
}

/**
 * Derived from the text: two processes, of two builds, that share a connection through a pooler mean the same by one
 * name.
 */
const nameOf = (text: string) => `kept_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`

/** As many as there are such texts in the source. */
const names = new Map<string, string>()

/**
 * Sends several statements of a transaction at once: they run in order, without a round trip between them. Waits for
 * all of them even if one fails, so that nothing runs on a connection that someone else has by then. Throws the first
 * failure, since within a transaction everything after it fails as well.
 */
export async function together<T extends readonly unknown[]>(
  ...args: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const errors: unknown[] = []
  const values = await Promise.all(args.map((each) => Promise.resolve(each).catch((error) => void errors.push(error))))
  if (errors.length) throw errors[0]
  return values as { -readonly [K in keyof T]: Awaited<T[K]> } // each in its place
}

/**
 * The settings of each connection for requests or the server's own work (TRUST D12): bounded waits, so that a slow
 * statement never holds a request or a lock for long; and a statement whose connection is gone ends.
 */
export const CONNECTION = {
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '15s',
  synchronous_commit: 'on',
  timezone: 'UTC',
  client_connection_check_interval: '250ms',
} as const

/**
 * How a pool reaches its database. `pooled`: through a pooler that assigns a connection per transaction (pgbouncer in
 * transaction mode). Then no statement is prepared, since the next transaction would not find it, and the role holds
 * the connection's settings (decision 0118).
 */
export type Way = 'straight' | 'pooled'

/**
 * Queries do not wait for each other's answers; this works through a pooler too, which leaves a transaction its
 * connection until it ends.
 */
export function createPool(
  url: string,
  size: number,
  sealer: SealerBox = { current: null },
  way: Way = 'straight',
): pg.Pool {
  const isStraight = way === 'straight'
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types: openingTypes(sealer),
    pipeline: true,
    connectionTimeoutMillis: 5000,
    ...(isStraight && {
      options: Object.entries(CONNECTION)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
  })
  // The pool replaces a broken connection, and the next query on it fails. While it is idle, or held between two
  // statements, there is no query, and without a listener Node would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepare(client, sealer, isStraight)
  })
  return pool
}

/**
 * Decrypts an encrypted column where its text is read, so that lists, pulls, PDFs and exports need not know of it
 * (decision 0097).
 */
function openingTypes(sealer: SealerBox): pg.CustomTypesConfig {
  const openText = (text: string) => sealer.current?.open(text) ?? text
  const openJson = (text: string): unknown => (sealer.current ? sealer.current.openJson(text) : JSON.parse(text))
  const opening = new Map<number, (text: string) => unknown>([
    [pg.types.builtins.TEXT, openText],
    [pg.types.builtins.VARCHAR, openText],
    [pg.types.builtins.JSON, openJson],
    [pg.types.builtins.JSONB, openJson],
  ])
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      (format !== 'binary' && opening.get(oid)) ||
      pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser, // one function of two overloads
  }
}

/**
 * Outgoing statements: parameters go through `sealParameters`, for `query(text, values)` and `query({ text, values })`,
 * and a statement is prepared if possible.
 */
function prepare(client: pg.PoolClient, sealer: SealerBox, mayKeep: boolean) {
  // looked up at each call, so that tests that watch all clients see these too
  const query = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args)
  const sealed = (...[what, ...more]: unknown[]) => {
    const [values] = more
    if (Array.isArray(values)) return query(what, sealParameters(sealer.current, values), ...more.slice(1))
    if (typeof what === 'object' && what !== null && 'values' in what && Array.isArray(what.values))
      return query(
        { ...what, values: sealParameters(sealer.current, what.values), ...(!mayKeep && { name: undefined }) },
        ...more,
      )
    return query(what, ...more)
  }
  client.query = sealed as typeof client.query // as it was called
}
