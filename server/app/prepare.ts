import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { keyRecoveryCodes } from '../areas/session/factor.ts'
import { checkRole } from '../db/check.ts'
import { openClock } from '../db/clock.ts'
import { followCollation } from '../db/collation.ts'
import { checkLogin, checkPooled, openLogin, type Login } from '../db/logins.ts'
import { migrate } from '../db/migrate.ts'
import { sealExisting } from '../db/seal-existing.ts'
import { createSealer, type SealerBox } from '../db/sealing.ts'
import { createFolderStore } from '../ports/files/store-folder.ts'
import { createS3Store } from '../ports/files/store-s3.ts'
import { openKeys } from '../ports/keys.ts'
import { createVault } from '../ports/vault.ts'
import type { VideoPlatform } from '../ports/video/platform.ts'
import { settleEpoch } from '../sync/epoch.ts'
import { storeArticlePictures } from './demo/article-pictures.ts'
import { sealLinks } from './demo/links.ts'
import { storeLogos } from './demo/logos.ts'
import { prepareDemo } from './demo/prepare.ts'
import { storeStills } from './demo/stills.ts'
import { bucketOf, type Settings } from './settings.ts'

/**
 * Migrates the database and checks how this process reaches it: at the start, and whenever the database is back.
 *
 * @throws {DatabaseProblem} with a line for the operator
 */
export function databaseCheck(settings: Settings, { owner, pool, requests, logins, isOurs }: Reached, log: Logger) {
  return async (): Promise<void> => {
    await migrate(owner, (line) => log.warn(line))
    await checkRole(owner)
    await followCollation(owner, (line) => log.warn(line))
    await checkIn('requests', requests)
    await checkIn('server', pool)
  }
  /** Sets the login's password on an embedded database, then checks the login. */
  async function checkIn(login: Login, loginPool: pg.Pool) {
    const url = logins[login]
    if (url && isOurs) await openLogin(owner, login, url)
    if (url && settings.DATABASE_POOLER) await checkPooled(loginPool, login)
    if (url) await checkLogin(loginPool, login)
    else
      log.warn(
        `${login === 'server' ? 'the server’s own work logs' : 'requests log'} in as the owner of the database (docs/database-logins.sql)`,
      )
  }
}

type Reached = {
  readonly owner: pg.Pool
  /** Of the server's own work. */
  readonly pool: pg.Pool
  readonly requests: pg.Pool
  readonly logins: Readonly<Record<Login, string | null>>
  /** The embedded database. */
  readonly isOurs: boolean
}

/**
 * Opens what a server needs of its migrated database: clock, keys and files; and fills it with demo data where that is
 * wanted. Of several starts one at a time may run it (`oneAtATime`).
 */
export async function prepare(settings: Settings, { owner, pool, sealer, databaseIsUp, videosOf }: Needs, log: Logger) {
  const clock = await openClock(pool, log, databaseIsUp)
  const keys = await openKeys(owner, settings, (line) => log.warn(line))
  const vault = createVault(keys.secrets)
  sealer.current = createSealer(keys.records)
  const bucket = bucketOf(settings)
  const files = bucket
    ? createS3Store(bucket, keys.secrets, clock.now)
    : createFolderStore(join(settings.BEDSIDE_DATA, 'files'), keys.secrets)
  const demo = await prepareDemo(owner, settings, !settings.DATABASE_URL)
  await sealExisting(owner)
  await settleEpoch(owner)
  await keyRecoveryCodes({ pool, vault })

  if (demo) await storeLogos(pool, files, Date.now())
  if (demo) await storeArticlePictures(pool, files, Date.now())
  if (demo) await sealLinks(pool, vault)
  const videos = await videosOf(settings, demo !== null)
  if (demo) await storeStills(pool, files, videos, Date.now())
  return { clock, keys, vault, files, demo, videos }
}

type Needs = Pick<Reached, 'owner' | 'pool'> & {
  readonly sealer: SealerBox
  readonly databaseIsUp: () => boolean
  readonly videosOf: (settings: Settings, isDemo: boolean) => Promise<VideoPlatform>
}
