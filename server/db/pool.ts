import { createHash } from 'node:crypto'
import pg from 'pg'
import { sealParameters, type SealerBox } from './sealing.ts'

/** What a query needs: a pool or one client of it. */
export type Db = Pick<pg.PoolClient, 'query'>

// Money and totals are bigint in SQL and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A statement that every connection keeps parsed and planned from its first use on, for what runs with every change and every pull: under
 * row-level security planning takes longer than running. Only for SQL whose best plan is the same for all values.
 */
export function kept(text: string, values: unknown[]): pg.QueryConfig {
  const name = names.get(text) ?? nameOf(text)
  names.set(text, name)
  return { name, text, values }
}

/** By what the text says: two processes, of two builds, that share a connection through a pooler mean the same by one name. */
const nameOf = (text: string) => `kept_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`

/** As many as there are such texts in the source. */
const names = new Map<string, string>()

/**
 * What a transaction asks for at once: it goes out at once and runs in the order it was asked for, and nothing waits for the way there and back
 * between. Waits for all of it, also where one fails, so that nothing is asked of a connection that somebody else has by then; throws what failed
 * first, since in a transaction all that comes after it fails as well.
 */
export async function together<T extends readonly unknown[]>(
  ...asked: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const errors: unknown[] = []
  const values = await Promise.all(asked.map((each) => Promise.resolve(each).catch((error) => void errors.push(error))))
  if (errors.length) throw errors[0]
  return values as { -readonly [K in keyof T]: Awaited<T[K]> } // each in its place
}

/**
 * What holds for each connection of a request or of the server's own work (TRUST D12): bounded waits, so that one slow statement never holds a
 * request or a lock for long; and a statement whose connection is gone ends.
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
 * How a pool reaches its database. `pooled`: through a pooler that gives a connection to each transaction anew (pgbouncer in transaction mode). There no
 * statement is kept, since the next transaction would not find it, and what holds for a connection stands with its role (decision 0118).
 */
export type Way = 'straight' | 'pooled'

/** Queries do not wait for each other's answers; through a pooler too, which leaves a transaction its connection until it ends. */
export function createPool(
  url: string,
  size: number,
  sealer: SealerBox = { its: null },
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
  // A connection that breaks is replaced by the pool, and whoever asks it next is told. While it lies idle, or is held between two statements,
  // nobody asks, and without a listener Node would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepare(client, sealer, isStraight)
  })
  return pool
}

/** What a sealed column holds is opened where its text is read, so that lists, pulls, papers and exports need not know of it (decision 0097). */
function openingTypes(sealer: SealerBox): pg.CustomTypesConfig {
  const openText = (text: string) => sealer.its?.open(text) ?? text
  const openJson = (text: string): unknown => (sealer.its ? sealer.its.openJson(text) : JSON.parse(text))
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

/** What is sent: parameters go through `sealParameters`, of `query(text, values)` and `query({ text, values })` alike, and a statement is kept where it can be. */
function prepare(client: pg.PoolClient, sealer: SealerBox, mayKeep: boolean) {
  // looked up at each call: whoever watches what all clients ask finds these too
  const query = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args)
  const sealed = (...[what, ...more]: unknown[]) => {
    const [values] = more
    if (Array.isArray(values)) return query(what, sealParameters(sealer.its, values), ...more.slice(1))
    if (typeof what === 'object' && what !== null && 'values' in what && Array.isArray(what.values))
      return query(
        { ...what, values: sealParameters(sealer.its, what.values), ...(!mayKeep && { name: undefined }) },
        ...more,
      )
    return query(what, ...more)
  }
  client.query = sealed as typeof client.query // as it was called
}
