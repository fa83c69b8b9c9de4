import pg from 'pg'

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
export function createPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    connectionTimeoutMillis: 5000,
    options:
      '-c statement_timeout=10000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000 -c synchronous_commit=on -c timezone=UTC -c client_connection_check_interval=250',
  })
  // A connection that breaks is replaced by the pool, and whoever asks it next is told. While it lies idle, or is held between two statements,
  // nobody asks, and without a listener Node would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
