import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findPostgresBinaries, postgresUser, type RunPostgres } from './postgres-binaries.ts'

/** The embedded database's part of a data folder, created and checked. */
export type DataFolder = {
  dataDir: string
  /** PostgreSQL's own folder, always complete: it is made under another name and then renamed. */
  cluster: string
  log: string
  password: string
  /** The last port it listened on; 0 if it never ran. */
  port: number
  run: RunPostgres
}

/** Why the embedded database cannot be used. `message` is one line for the person who started the server. */
export class EmbeddedPostgresError extends Error {
  constructor(name: EmbeddedPostgresFault, message: string) {
    super(message)
    this.name = name
  }
}

export type EmbeddedPostgresFault =
  | 'BinariesMissing'
  | 'RootRefused'
  | 'DataFolderUnusable'
  | 'DataFolderCorrupt'
  | 'DataFolderVersion'
  | 'PasswordLost'
  | 'DidNotStart'
  | 'InUse'
  | 'DiskFull'
  | 'CopyDiffers'

/**
 * Opens a data folder, creating it and a new cluster in it if there is none. Does not touch an existing cluster.
 * @throws {EmbeddedPostgresError}
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const dataDir = resolve(path)
  const cluster = join(dataDir, 'postgres')
  const log = join(dataDir, 'postgres.log')
  await makeWritable(dataDir, log)
  const run = await findRunner(cluster)
  await endUpgrade(dataDir)
  await sweepWrittenOut(dataDir)
  if (!(await isThere(cluster))) await makeSecret(dataDir)
  const secret = await readSecret(dataDir)
  if (!(await isThere(cluster))) await makeCluster(cluster, secret.password, run)
  await checkVersion(cluster)
  return { dataDir, cluster, log, run, ...secret }
}

/** Records the port, so that the next start uses it again. */
export async function keepPort(folder: DataFolder, port: number) {
  if (port === folder.port) return
  const file = secretFile(folder.dataDir)
  const beside = `${file}.${process.pid}`
  await writeFile(beside, secretText({ password: folder.password, port }), { mode: 0o600 })
  const { uid, gid } = await stat(file)
  await chown(beside, uid, gid) // a start as root must not lock its owner out
  await rename(beside, file)
}

type Secret = Pick<DataFolder, 'password' | 'port'>

/** The major version of PostgreSQL in this build. */
export const VERSION = '18'

/**
 * Where an upgraded cluster is, complete, between the moment the old one is moved aside and the moment it takes its
 * place (`upgrade.ts`).
 */
export const upgradedIn = (dataDir: string) => join(dataDir, 'postgres.upgraded')

/**
 * Finishes an upgrade that was interrupted at that moment: the old cluster has its version in its name, and the new one
 * takes its place.
 */
export async function endUpgrade(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  if ((await isThere(cluster)) || !(await isThere(upgradedIn(dataDir)))) return
  await rename(upgradedIn(dataDir), cluster).catch(async (error: unknown) => {
    if (!(await isThere(cluster))) throw error // otherwise another start has finished it
  })
}

const LOG_LIMIT_BYTES = 10_000_000

/**
 * Names sort and fold by ICU's root collation. The character type must still be a UTF-8 one: under plain C, pg_trgm
 * treats only ASCII as letters and finds no Cyrillic name.
 */
const initArguments = [
  '--username=bedside',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
  '--locale-provider=icu',
  '--icu-locale=und',
  '--data-checksums',
  '--no-instructions',
]

async function makeWritable(dataDir: string, log: string) {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(log, '', { flag: 'a', mode: 0o600 })
    if ((await stat(log)).size > LOG_LIMIT_BYTES) await truncate(log)
  } catch (error) {
    const code = isSystemError(error) ? error.code : 'unknown'
    throw new EmbeddedPostgresError('DataFolderUnusable', `cannot write to the data folder ${dataDir} (${code})`)
  }
}

/**
 * PostgreSQL's programs, run as a user whom the cluster accepts: this build's, or those of another major that npm has
 * put into `installedIn`. @throws {EmbeddedPostgresError}
 */
export async function findRunner(cluster: string, installedIn?: string): Promise<RunPostgres> {
  const binaries = await findPostgresBinaries(installedIn)
  if (!binaries) {
    const machine = `${process.platform}-${process.arch}`
    throw new EmbeddedPostgresError(
      'BinariesMissing',
      `no embedded PostgreSQL is installed for ${machine}; set DATABASE_URL`,
    )
  }
  const run = await postgresUser(cluster, binaries)
  if (run) return run
  throw new EmbeddedPostgresError(
    'RootRefused',
    'PostgreSQL cannot run as root here; start as another user, or set DATABASE_URL',
  )
}

/** Of two first starts at the same moment one makes it, and both read that one. */
async function makeSecret(dataDir: string) {
  const secret = { password: randomBytes(32).toString('base64url'), port: 0 }
  try {
    await writeFile(secretFile(dataDir), secretText(secret), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error
  }
}

export async function readSecret(dataDir: string): Promise<Secret> {
  try {
    // our own file; the next line checks what is used of it
    const secret = JSON.parse(await readFile(secretFile(dataDir), 'utf8')) as Partial<Secret>
    if (secret.password) return { password: secret.password, port: secret.port ?? 0 }
  } catch {
    // missing, unreadable and damaged are the same to the caller
  }
  const file = secretFile(dataDir)
  throw new EmbeddedPostgresError(
    'PasswordLost',
    `${file} cannot be read or is damaged, and the database needs the password in it`,
  )
}

const secretFile = (dataDir: string) => join(dataDir, 'postgres.json')
const secretText = (secret: Secret) => `${JSON.stringify(secret, null, 2)}\n`

async function makeCluster(cluster: string, password: string, run: RunPostgres) {
  await sweepKilledRuns(dirname(cluster))
  const beside = nameBeside(cluster)
  try {
    await initCluster(beside, password, run)
    await rename(beside, cluster)
  } catch (error) {
    if (!(await isThere(cluster))) throw error // otherwise another first start was faster, and its cluster is as good
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

/** A name for a cluster in the making; if its process is killed, the next process that makes one removes it. */
export const nameBeside = (cluster: string) => `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`

/** Makes an empty cluster. @throws {EmbeddedPostgresError} */
export async function initCluster(cluster: string, password: string, run: RunPostgres): Promise<void> {
  const passwordFile = `${cluster}.password`
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    const made = await run('initdb', [`--pgdata=${cluster}`, `--pwfile=${passwordFile}`, ...initArguments])
    if (made.code === 0) return
    const lines = made.output.trim().split('\n')
    const reason = lines.find((line) => /error:|FATAL:/.test(line)) ?? lines.at(-1)
    throw new EmbeddedPostgresError('DataFolderUnusable', `cannot make a database in ${cluster}: ${reason}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/**
 * Removes the rows that a killed upgrade had dumped, and its log: no copy of all data may be left behind (decision
 * 0091).
 */
async function sweepWrittenOut(dataDir: string): Promise<void> {
  for (const name of await leftByKilled(dataDir))
    if (/\.(?:dump|log)$/.test(name)) await rm(join(dataDir, name), { recursive: true, force: true })
}

/**
 * Removes what killed processes were making in a data folder; calls `end` for each first, since its PostgreSQL may
 * still run.
 */
export async function sweepKilledRuns(
  dataDir: string,
  end: (path: string) => Promise<void> = async () => {},
): Promise<void> {
  for (const name of await leftByKilled(dataDir)) {
    await end(join(dataDir, name))
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Names given by `nameBeside` to processes that no longer exist. */
async function leftByKilled(dataDir: string): Promise<readonly string[]> {
  return (await readdir(dataDir)).filter((name) => {
    const pid = Number(/^postgres\.new-(\d+)/.exec(name)?.[1])
    return pid > 0 && !isAlive(pid)
  })
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM'
  }
}

/** The major version of a cluster. @throws {EmbeddedPostgresError} */
export async function versionOf(cluster: string): Promise<string> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) {
    throw new EmbeddedPostgresError('DataFolderCorrupt', `${cluster} is not a PostgreSQL folder (no PG_VERSION in it)`)
  }
  return version.trim()
}

async function checkVersion(cluster: string) {
  const found = await versionOf(cluster)
  if (found === VERSION) return
  const next = Number(found) < Number(VERSION) ? '; npm run upgrade-db brings it over' : ''
  throw new EmbeddedPostgresError(
    'DataFolderVersion',
    `${cluster} is of PostgreSQL ${found}, this Bedside brings ${VERSION}${next}`,
  )
}

export function isThere(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error
}
