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
  /** Where npm has put the programs of an older major; null if there are none for this machine. */
  readonly olderPostgres: (version: string) => Promise<string | null>
  /** Prints one line for the operator before each step. */
  readonly say: (line: string) => void
  /** Bytes available on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/**
 * Upgrades a data folder's cluster to this build's major of PostgreSQL. It makes a new cluster beside the old one,
 * creates its tables with the migrations that have run on the old one, copies and counts the rows, and only then
 * renames the two. Until then the old cluster is untouched; afterwards it is kept as `postgres-17`. The next start
 * stamps the feed again, as after any restore from a dump.
 *
 * @returns where the old cluster is; null if there was nothing to do @throws {EmbeddedPostgresError}
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

/** Both run meanwhile. The old one is locked, so that no Bedside starts on it, and is only read. */
async function fill(made: DataFolder, old: DataFolder, say: Upgrade['say']) {
  const source = await startCluster(old)
  let isOurs = !source.joined
  try {
    const from = await hold(source.url)
    // left running by a killed upgrade, or by a killed Bedside
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

/**
 * Still durable: stopping writes everything. The tables are emptied in the transaction that fills them, so it needs no
 * log.
 */
const LOADING = { synchronous_commit: 'off', wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' }

/** Only the migrations that have run on the old one: the next start runs the new ones. */
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

/** A connection that holds the lock of a running app. */
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
  client.on('error', () => undefined) // every query reports it
  await client.connect()
  return client
}

/** The new cluster needs at most as much as the old one, and the dump of its largest table as much again. */
async function checkDisk(cluster: string, free: (folder: string) => Promise<number>) {
  const needed = 2 * (await bytesOf(cluster)) + SPARE_BYTES
  const isRunning = await free(cluster)
  if (isRunning >= needed) return
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`
  throw new EmbeddedPostgresError(
    'DiskFull',
    `the upgrade needs ${megabytes(needed)} of free disk beside ${cluster}, and there are ${megabytes(isRunning)}`,
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

/** Three steps; `endUpgrade` does the last one at the next start if only it is missing. */
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

/** Makes a rename durable on the disk. */
async function written(folder: string) {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
