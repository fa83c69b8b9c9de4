import { stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../server/db/embedded.ts'
import { BackupProblem } from '../../server/backup/problem.ts'
import { bucketOf, readSettings, type Settings } from '../../server/app/settings.ts'
import { folderPlace } from '../../server/ports/files/store-folder.ts'
import { s3Place } from '../../server/ports/files/store-s3.ts'

/**
 * Aborted when the process is told to end, by a signal or by the end of the server that started it. Everything begun is
 * then undone, and nothing is left behind.
 */
export const ending = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
process.on('disconnect', () => ending.abort())
process.channel?.unref()

/** The settings as a start would read them. Throws `BackupProblem` with a line for each invalid one. */
export function settingsNow(): Settings {
  const read = readSettings(process.env)
  if ('problems' in read) throw new BackupProblem('place', read.problems.join('\n'))
  return read.settings
}

/** Where the encrypted files are stored. */
export function placeOf(settings: Settings) {
  const bucket = bucketOf(settings)
  return bucket ? s3Place(bucket, Date.now) : folderPlace(join(settings.BEDSIDE_DATA, 'files'))
}

export const hasDatabase = async ({ DATABASE_URL, BEDSIDE_DATA }: Settings) =>
  DATABASE_URL !== undefined ||
  stat(join(BEDSIDE_DATA, 'postgres')).then(
    () => true,
    () => false,
  )

/**
 * Runs the work on the database that a start would use. An embedded one is started if needed and stopped again; one
 * that was running keeps running.
 */
export async function onDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  const embedded = settings.DATABASE_URL ? null : await startPostgres(settings.BEDSIDE_DATA)
  try {
    ending.signal.throwIfAborted()
    return await work(settings.DATABASE_URL ?? embedded!.url)
  } finally {
    // a database that was already running belongs to a server
    if (embedded && !embedded.joined) await embedded.stop()
  }
}

export async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'bedside backup',
  })
  client.on('error', () => undefined) // every query reports it
  // whoever waits for its answer gets the error
  ending.signal.addEventListener('abort', () => hangUp(client))
  await client.connect()
  try {
    ending.signal.throwIfAborted()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined) // its server may be what failed
  }
}

/** The driver has no public way to disconnect during a statement. */
const hangUp = (client: pg.Client) =>
  (client as pg.Client & { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()
