import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { makeBackup } from '../../server/backup/make.ts'
import { restoreBackup } from '../../server/backup/restore.ts'
import { startPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { loginUrl } from '../../server/db/logins.ts'
import { createPool } from '../../server/db/pool.ts'
import { createFolderStore, folderPlace } from '../../server/ports/files/store-folder.ts'
import { createVault } from '../../server/ports/vault.ts'
import type { Deps } from '../../server/http/handler.ts'
import { createApp } from '../../server/app/create-app.ts'
import { openSockets, type Sockets } from '../../server/http/sockets.ts'
import { settleEpoch } from '../../server/sync/epoch.ts'
import { testNow } from './day.ts'
import { TEST_SEALER, testDeps } from './deps.ts'
import { startReplica } from './replica.ts'
import { signIn, type Client } from './server.ts'
import { openLogins } from './database-server.ts'
import { superuserPool } from './superuser-pool.ts'
import { buildWorld, type World } from './world.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/**
 * The real server on a PostgreSQL in its own data folder, which can be stopped, copied, restored and followed by a
 * replica, as an operator does at night. `listens`: devices reach it over HTTP instead of by call.
 */
export async function openCluster({ listens = false } = {}) {
  const root = await mkdtemp(join(tmpdir(), 'bedside-cluster-'))
  const clock = { now: testNow() }
  const files = createFolderStore(join(root, 'files'), Buffer.alloc(32, 7))
  const vault = createVault(Buffer.alloc(32, 7))
  let folder = join(root, 'data')
  let postgres: EmbeddedPostgres | null = null
  let running: {
    readonly pools: readonly [pg.Pool, ...pg.Pool[]]
    readonly app: FastifyInstance
    readonly deps: Deps
    readonly sockets: Sockets | null
  } | null
  running = null
  const extra: EmbeddedPostgres[] = []
  await up()
  // queries go to whichever database runs, since the world is filled after restarts too
  const lasting = { query: (...statement: Parameters<pg.Pool['query']>) => running!.pools[0].query(...statement) }
  const world: World = await buildWorld(lasting as pg.Pool, clock.now)

  async function up() {
    if (running) return
    postgres ??= await startPostgres(folder, QUICK)
    const superuser = superuserPool(postgres.url, 2)
    await migrate(superuser)
    await settleEpoch(superuser)
    await openLogins(superuser, postgres.url)
    await superuser.end()
    // decrypts, as the server does
    const owner = createPool(postgres.url, 2, TEST_SEALER)
    const [pool, requests] = [
      createPool(loginUrl(postgres.url, 'server'), 4, TEST_SEALER),
      createPool(loginUrl(postgres.url, 'requests'), 6, TEST_SEALER),
    ]
    const deps = testDeps({ pool, requests }, clock, { files, vault, poke: (rooms) => sockets?.poke(rooms) })
    const app = await createApp(deps, { log: false, trustProxy: [], dist: null })
    const sockets = listens ? openSockets(app, deps) : null
    await (listens ? app.listen({ port: 0, host: '127.0.0.1' }) : app.ready())
    running = { pools: [owner, pool, requests], app, deps, sockets }
  }

  /**
   * Like kill -9 on the server: callers are cut off, and its open transactions are rolled back. Its database keeps
   * running.
   */
  async function kill() {
    if (!running) return
    const { pools, app, sockets } = running
    running = null
    sockets?.close()
    app.server.closeAllConnections()
    await pools[0].query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await Promise.allSettled([app.close(), ...pools.map((pool) => pool.end())])
  }

  async function down() {
    await kill()
    await postgres?.stop()
    postgres = null
  }

  const sql = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await running!.pools[0].query<T>(text, values)).rows

  return {
    clock,
    world,
    files,
    vault,
    up,
    kill,
    isUp: () => running !== null,
    sql,
    /** The owner's connections to the database as it runs now. */
    pool: () => running!.pools[0],
    deps: () => running!.deps,
    /** Where it listens; another one after each start. */
    port: () => (running?.app.server.address() as { port: number } | undefined)?.port ?? NOBODY, // listens on TCP
    signIn: (who: keyof World['people'], host = 'localhost'): Promise<Client> =>
      // the server that runs at that moment
      signIn({ inject: ((request: object) => running!.app.inject(request)) as never }, world.people[who], host),
    /** A cold copy, as an operator makes it: the server is stopped meanwhile. */
    copy: async (): Promise<string> => {
      const copy = join(root, `copy-${crypto.randomUUID()}`)
      await down()
      await copyFolder(folder, copy)
      await up()
      return copy
    },
    /** Replaces the data folder with the copy. */
    putBack: async (copy: string) => {
      await down()
      await rm(folder, { recursive: true, force: true })
      await copyFolder(copy, folder)
      await up()
    },
    /** As `npm run backup` makes it, while the server runs; returns its folder. */
    backUp: async (): Promise<string> => {
      const client = new pg.Client({ connectionString: postgres!.url })
      await client.connect()
      const to = join(root, 'backups')
      const made = await makeBackup({ client, place: folderPlace(join(root, 'files')), key: KEY, to, keep: null })
      await client.end()
      return made.folder
    },
    /** The machine is lost with everything on it, and the backup is restored on another. */
    restoreElsewhere: async (backup: string) => {
      await down()
      for (const lost of [folder, join(root, 'files')]) await rm(lost, { recursive: true, force: true })
      folder = join(root, `machine-${crypto.randomUUID()}`)
      postgres = await startPostgres(folder, QUICK)
      const place = folderPlace(join(root, 'files'))
      await restoreBackup({ folder: backup, url: postgres.url, place, key: KEY, say: () => {} })
      await up()
    },
    /**
     * Streams to a replica until it has everything, loses the primary, and promotes the replica. Only the primary gets
     * what happens `meanwhile`: the replica lags.
     */
    failOver: async (meanwhile?: () => Promise<void>) => {
      const replica = join(root, 'replica')
      let standby = await startReplica(postgres!.url, folder, replica, QUICK)
      // once the primary is gone, it answers nothing that the replica does not get
      if (!meanwhile) await kill()
      await caughtUp(standby.url, await writtenTo(postgres!.url))
      if (meanwhile) {
        await standby.stop()
        await meanwhile()
      }
      await down()
      if (meanwhile) standby = await startPostgres(replica, QUICK)
      extra.push(standby)
      const client = new pg.Client({ connectionString: standby.url })
      await client.connect()
      await client.query('select pg_promote(true, 30)')
      await client.end()
      folder = replica
      await up()
    },
    close: async () => {
      await down()
      for (const each of extra) await each.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

async function writtenTo(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  await client.end()
  return rows[0]!.lsn
}

async function caughtUp(url: string, lsn: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let n = 0; n < 300; n++) {
    const { rows } = await client.query<{ there: boolean }>(`select pg_last_wal_replay_lsn() >= $1::pg_lsn as there`, [
      lsn,
    ])
    if (rows[0]?.there) return client.end()
    await sleep(100)
  }
  throw new Error('the replica does not catch up')
}

const KEY = 'of this cluster'

/** A port on which nothing of ours listens. */
const NOBODY = 9

/** Copies are made of stopped folders: what PostgreSQL has written need not have reached the disk. */
const QUICK = { fsync: 'off', full_page_writes: 'off' }
