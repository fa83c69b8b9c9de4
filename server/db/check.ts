import type pg from 'pg'

/** Something about the database that its operator must mend; `message` is the one line to print. */
export class DatabaseProblem extends Error {}

const ONE_APP = 7_201_127

/**
 * Reaches the database, refuses one that is too old, and takes the lock that lets one app run on it: a second start says so and
 * ends (TRUST G20). The lock lives as long as the returned client, and falls with the process.
 */
export async function checkDatabase(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseProblem(
      `The database cannot be reached: ${error instanceof Error ? firstLine(error) : 'unknown reason'}. Check DATABASE_URL.`,
    )
  })
  try {
    const { rows } = await client.query<{ version: number; locked: boolean }>(
      `select current_setting('server_version_num')::int as version, pg_try_advisory_lock($1) as locked`,
      [ONE_APP],
    )
    if (rows[0]!.version < 150_000) throw new DatabaseProblem('The database is older than PostgreSQL 15.')
    if (!rows[0]!.locked)
      throw new DatabaseProblem(
        'Bedside is running on this data already. Stop it first, or set BEDSIDE_DATA to another folder.',
      )
    return client
  } catch (error) {
    // a pool waits in its end for what was taken from it
    client.release(true)
    throw error
  }
}

/** Row-level security must hold for the role people act under (TRUST R42). Called after the migrations have made it. */
export async function checkRole(pool: pg.Pool) {
  const { rows } = await pool.query<{ bypasses: boolean }>(
    `select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = 'bedside_app'`,
  )
  if (rows[0]?.bypasses !== false)
    throw new DatabaseProblem(
      'The role bedside_app may pass over row-level security. Take SUPERUSER and BYPASSRLS from it.',
    )
}

const firstLine = (error: Error & { code?: unknown }) =>
  typeof error.code === 'string' ? error.code : error.message.split('\n')[0]
