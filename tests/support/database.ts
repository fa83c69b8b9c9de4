import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, TEMPLATE } from './database-server.ts'

export type TestDatabase = {
  /** Superuser on a database of this caller's own, migrated and otherwise empty. */
  url: string
  /** Ends its sessions and removes it. What is not dropped goes with the whole server at the end of the run. */
  drop(): Promise<void>
}

/** A copy of the migrated template (tens of milliseconds): one per test file, or per test that must not see another's rows. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${TEMPLATE}`)
  return {
    url: databaseUrl(inject('postgresUrl'), name),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  }
}

async function administer(sql: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
