import pg from 'pg'

/**
 * The superuser's connections to a test's or a bench's database. `end()` does not wait until they are closed, so that
 * dropping the database or stopping its server may end one of them first: without a listener that would end the
 * process.
 */
export function superuserPool(url: string, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  pool.on('error', () => {})
  return pool
}
