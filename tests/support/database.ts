import pg from 'pg'
import { inject } from 'vitest'
import { loginUrl } from '../../server/db/logins.ts'
import { databaseUrl, OWNER, TEMPLATE } from './database-server.ts'

export type TestDatabase = {
  /** The address of the owner, who is no superuser, of the caller's own database, migrated and otherwise empty. */
  url: string
  /** The login that requests use: the restricted role itself (issue 38). */
  requestUrl: string
  /** The login of the server's own work, which sees all rows and owns nothing. */
  serverUrl: string
  /** Sees what other logins do. */
  superuserUrl: string
  /**
   * Ends its sessions and drops it. A database that is not dropped disappears with the whole server at the end of the
   * run.
   */
  drop(): Promise<void>
}

/**
 * A copy of the migrated template (tens of milliseconds): one for each test file, or for each test that must not see
 * another's rows. `cluster` is the superuser's address of its PostgreSQL: by default the run's, which all files share,
 * or a file's own.
 */
export async function freshDatabase(cluster = inject('postgresUrl')): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(cluster, `create database ${name} template ${TEMPLATE} strategy file_copy owner ${OWNER}`)
  const url = databaseUrl(cluster, name)
  return {
    url,
    requestUrl: loginUrl(url, 'requests'),
    serverUrl: loginUrl(url, 'server'),
    superuserUrl: Object.assign(new URL(cluster), { pathname: name }).href,
    drop: () => administer(cluster, `drop database if exists ${name} with (force)`),
  }
}

async function administer(cluster: string, sql: string) {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
