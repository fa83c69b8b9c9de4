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
  const name = names.get(text) ?? `kept_${names.size}`
  names.set(text, name)
  return { name, text, values }
}

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

/** TRUST D12: bounded waits, so that one slow statement never holds a request or a lock for long. Queries do not wait for each other's answers, and one whose connection is gone ends. */
export function createPool(url: string, size: number, sealer: SealerBox = { its: null }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types: openingTypes(sealer),
    pipeline: true,
    connectionTimeoutMillis: 5000,
    options:
      '-c statement_timeout=10000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000 -c synchronous_commit=on -c timezone=UTC -c client_connection_check_interval=250',
  })
  // A connection that breaks is replaced by the pool, and whoever asks it next is told. While it lies idle, or is held between two statements,
  // nobody asks, and without a listener Node would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    sealWhatIsSent(client, sealer)
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

/** The other way: parameters go through `sealParameters`, of `query(text, values)` and `query({ text, values })` alike. */
function sealWhatIsSent(client: pg.PoolClient, sealer: SealerBox) {
  // looked up at each call: whoever watches what all clients ask finds these too
  const query = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, args)
  const sealed = (...[what, ...more]: unknown[]) => {
    const [values] = more
    if (Array.isArray(values)) return query(what, sealParameters(sealer.its, values), ...more.slice(1))
    if (typeof what === 'object' && what !== null && 'values' in what && Array.isArray(what.values))
      return query({ ...what, values: sealParameters(sealer.its, what.values) }, ...more)
    return query(what, ...more)
  }
  client.query = sealed as typeof client.query // as it was called
}
