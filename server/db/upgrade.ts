import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { SESSION_LOCKS } from './advisory.ts'
import { copyDatabase } from './copy-database.ts'
import { startCluster } from './embedded.ts'
import {
  EmbeddedPostgresError,
  endUpgrade,
  findRunner,
  initCluster,
  isThere,
  nameBeside,
  readSecret,
  sweepKilledRuns,
  upgradedIn,
  VERSION,
  versionOf,
  type DataFolder,
} from './embedded-folder.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { createPool } from './pool.ts'

export type Upgrade = {
  /** Where npm has put the programs of an older major; null where there are none of it for us. */
  readonly olderPostgres: (version: string) => Promise<string | null>
  /** One line for the operator, before each step. */
  readonly say: (line: string) => void
  /** Bytes that may still be written to the disk a folder is on. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/**
 * Brings a data folder's cluster to the major of PostgreSQL that this build brings: a new cluster is made beside, the migrations that have run
 * on the old one make its tables, the rows are copied and counted, and only then do the two change names. Until that the old cluster is where
 * it was, and afterwards it lies beside as `postgres-17`. The next start stamps the feed anew, as after any restore from a dump.
 *
 * @returns where the old cluster lies; null where there was nothing to do
 * @throws {EmbeddedPostgresError}
 */
export async function upgradeFolder(path: string, upgrade: Upgrade): Promise<string | null> {
  const { say } = upgrade
  const dataDir = resolve(path)
  const cluster = join(dataDir, 'postgres')
  await endUpgrade(dataDir)
  const version = await versionOf(cluster)
  if (version === VERSION) return null
  const installedIn = Number(version) < Number(VERSION) ? await upgrade.olderPostgres(version) : null
  if (installedIn === null)
    throw new EmbeddedPostgresError(
      'DataFolderVersion',
      `${cluster} is of PostgreSQL ${version}, which this Bedside cannot bring to ${VERSION}`,
    )
  const run = await findRunner(cluster)
  await sweepKilledRuns(
    dataDir,
    async (made) => void (await run('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', made])),
  )
  await rm(upgradedIn(dataDir), { recursive: true, force: true })
  await checkDisk(cluster, upgrade.freeBytes ?? freeBytes)

  const { password, port } = await readSecret(dataDir)
  const old = {
    dataDir,
    cluster,
    log: join(dataDir, 'postgres.log'),
    password,
    port,
    run: await findRunner(cluster, installedIn),
  }
  const beside = nameBeside(cluster)
  const made = { ...old, cluster: beside, log: `${beside}.log`, port: 0, run }
  try {
    say(`making a cluster of PostgreSQL ${VERSION} beside`)
    await initCluster(beside, password, run)
    await fill(made, old, say)
    say('changing places')
    return await changePlaces(dataDir, beside, version)
  } finally {
    for (const left of [beside, made.log, dumpsOf(beside)]) await rm(left, { recursive: true, force: true })
  }
}

const dumpsOf = (beside: string) => `${beside}.dump`

/** Both run meanwhile; the old one is held, so that no Bedside starts on it, and is only read. */
async function fill(made: DataFolder, old: DataFolder, say: Upgrade['say']) {
  const source = await startCluster(old)
  let isOurs = !source.joined
  try {
    const from = await hold(source.url)
    // what a killed upgrade left running, or a killed Bedside
    isOurs = true
    const target = await startCluster(made, LOADING)
    try {
      await makeTables(from, target.url, say)
      const to = await connect(target.url)
      say('copying')
      const { tables, rows } = await copyDatabase(from, to, dumpsOf(made.cluster), say)
      await to.query(
        `update meta set value = pg_database_collation_actual_version(d.oid) from pg_database d
          where name = 'collation' and d.datname = current_database() and pg_database_collation_actual_version(d.oid) is not null`,
      )
      await to.query('analyze')
      await to.end()
      say(`${rows} rows of ${tables} tables are copied and counted`)
    } finally {
      // writes everything to the disk
      await target.stop()
      await from.end()
    }
  } finally {
    if (isOurs) await source.stop()
  }
}

/** Durable all the same: a stop writes all there is. The tables are emptied in the transaction that fills them, so no log of it is needed. */
const LOADING = { synchronous_commit: 'off', wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' }

/** The migrations that have run on the old one, and no others: the next start runs what is new. */
async function makeTables(from: pg.Client, url: string, say: Upgrade['say']) {
  const { rows } = await from.query<{ name: string; sha: string }>('select name, sha from migration')
  const ran = new Map(rows.map(({ name, sha }) => [name, sha]))
  const known = (await readMigrations()).filter(({ name, sha }) => ran.get(name) === sha)
  if (known.length !== ran.size)
    throw new EmbeddedPostgresError(
      'DataFolderVersion',
      'the database was migrated by another Bedside than this one: upgrade with the one it ran with last',
    )
  const owner = createPool(url, 1)
  try {
    await migrate(owner, say, known)
  } finally {
    await owner.end()
  }
}

/** A connection that has the lock of whoever runs on a database. */
async function hold(url: string): Promise<pg.Client> {
  const client = await connect(url)
  const { rows } = await client.query<{ is_ours: boolean; others: number }>(
    `select pg_try_advisory_lock($1) as is_ours,
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as others`,
    [SESSION_LOCKS.app],
  )
  if (rows[0]!.is_ours && rows[0]!.others === 0) return client
  await client.end()
  throw new EmbeddedPostgresError('InUse', 'another process runs on this data folder: stop it first')
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined) // told by whatever is asked of it
  await client.connect()
  return client
}

/** The new cluster, as large as the old one at most, and beside it the dump of its largest table, whose text may be as large again. */
async function checkDisk(cluster: string, free: (folder: string) => Promise<number>) {
  const needed = 2 * (await bytesOf(cluster)) + SPARE_BYTES
  const there = await free(cluster)
  if (there >= needed) return
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`
  throw new EmbeddedPostgresError(
    'DiskFull',
    `the upgrade needs ${megabytes(needed)} of free disk beside ${cluster}, and there are ${megabytes(there)}`,
  )
}

const SPARE_BYTES = 256 * 2 ** 20

const freeBytes = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return bytes
}

/** Three steps; `endUpgrade` takes the last one at the next start where only it is missing. */
async function changePlaces(dataDir: string, made: string, version: string): Promise<string> {
  const cluster = join(dataDir, 'postgres')
  let kept = join(dataDir, `postgres-${version}`)
  for (let n = 2; await isThere(kept); n++) kept = join(dataDir, `postgres-${version}-${n}`)
  await rename(made, upgradedIn(dataDir))
  await written(dataDir)
  await rename(cluster, kept)
  await written(dataDir)
  await rename(upgradedIn(dataDir), cluster)
  await written(dataDir)
  return kept
}

/** A change of names has reached the disk. */
async function written(folder: string) {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
