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

/** TRUST D12: bounded waits, so that one slow statement never holds a request or a lock for long. */
export function createPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    options:
      '-c statement_timeout=10000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000 -c synchronous_commit=on -c timezone=UTC',
  })
  // An idle connection that breaks is replaced by the pool; without a listener Node would end the process.
  pool.on('error', () => {})
  return pool
}
