import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres, type EmbeddedPostgres, type PostgresSettings } from '../../server/db/embedded.ts'

/** A second PostgreSQL that streams from the one at `url`; its data is in `folder`. */
export async function startReplica(
  url: string,
  folder: string,
  replica: string,
  settings: PostgresSettings = {},
): Promise<EmbeddedPostgres> {
  await copyRunning(url, folder, replica)
  return startPostgres(replica, { ...settings, primary_conninfo: conninfoOf(url) })
}

/** How a replica reaches its primary; a restart uses it again. */
export function conninfoOf(url: string): string {
  const { port, username, password } = new URL(url)
  return `host=127.0.0.1 port=${port} user=${username} password=${password}`
}

/** Copies a running database as pg_basebackup does, which the embedded PostgreSQL does not include. */
async function copyRunning(url: string, folder: string, replica: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  // files that are removed during the copy are removed in the log as well
  await promisify(execFile)('cp', ['-a', folder, replica]).catch(() => {})
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  const cluster = join(replica, 'postgres')
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await writeFile(join(cluster, 'backup_label'), rows[0]!.labelfile)
  await writeFile(join(cluster, 'standby.signal'), '')
}
