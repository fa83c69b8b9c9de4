import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { lockUntilEnd } from '../db/advisory.ts'
import type { Db } from '../db/pool.ts'
import { KeyFileProblem, keyFileOf, makeKeyFile, nameOfKey, readKeyFile, replaceKeyFile } from './key-file.ts'
import { createVault, SealBroken } from './vault.ts'

/**
 * The server's own keys (docs/decisions/0098): `secrets`, from which the keys of the vault and the file store are
 * derived, and `records`, from which those of health records are. They are made once and stored in the database under
 * the master key.
 */
export type Keys = { readonly secrets: Buffer; readonly records: Buffer }

/**
 * Reads them, or makes them in a database that has none. `owner` may write `wrapped_key`.
 *
 * @throws {KeyFileProblem} the master key is lost, or is another
 */
export async function openKeys(owner: pg.Pool, where: Parameters<typeof keyFileOf>[0], tell: Tell): Promise<Keys> {
  const path = keyFileOf(where)
  return (await keptKeys(owner, path)) ?? firstKeys(owner, path, where, tell)
}

/** Null if the database has none. */
async function keptKeys(db: Db, path: string): Promise<Keys | null> {
  // the file is there before they are, so it is read after them
  const wraps = await readWraps(db)
  if (wraps.length === 0) return null
  const master = await readKeyFile(path)
  if (!master) throw lost(path)
  const keys = unwrap(wraps, master)
  if (!keys) throw wrong(path)
  return keys
}

type Tell = (line: string) => void

/** One step of a change of the master key, for tests that stop there. */
type Step = 'made' | 'wrapped' | 'replaced' | 'dropped'

/**
 * Replaces the master key in the file: the server's keys are wrapped under both before the file is replaced atomically,
 * and the old wraps are removed last. So a start finds its keys at every moment, and an interrupted rotation continues
 * where it was. A running server has its keys and need not know.
 *
 * @throws {KeyFileProblem} the master key is lost, or is another
 */
export async function rotateKeys(
  owner: pg.Pool,
  path: string,
  after: (step: Step) => void | Promise<void> = () => {},
): Promise<void> {
  const master = await readKeyFile(path)
  if (!master) throw lost(path)
  const wraps = await readWraps(owner)
  if (wraps.length === 0) throw new KeyFileProblem('This database has no keys yet: start the server once.')
  const keys = unwrap(wraps, master)
  if (!keys) throw wrong(path)
  const next = `${path}.next`
  const fresh = (await readKeyFile(next)) ?? (await makeKeyFile(next))
  await after('made')
  await writeWraps(owner, keys, fresh)
  await after('wrapped')
  await replaceKeyFile(next, path)
  await after('replaced')
  await owner.query('delete from wrapped_key where under <> $1', [nameOfKey(fresh)])
  await after('dropped')
}

/**
 * A database without keys is a new one, or an older build's, where everything was encrypted under the master key
 * itself: that becomes the key of the secrets, so that nothing has to be encrypted again. One start at a time makes
 * them: a second one would encrypt under keys that it alone has.
 */
async function firstKeys(
  owner: pg.Pool,
  path: string,
  where: Parameters<typeof keyFileOf>[0],
  tell: Tell,
): Promise<Keys> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await lockUntilEnd(client, 'keys')
    const keys = (await keptKeys(client, path)) ?? (await makeKeys(client, path, where, tell))
    await client.query('commit')
    return keys
  } finally {
    // also ends the transaction where this throws
    client.release(true)
  }
}

async function makeKeys(db: Db, path: string, where: Parameters<typeof keyFileOf>[0], tell: Tell): Promise<Keys> {
  const master = await readKeyFile(path)
  const { rows } = await db.query<{ sealed: string }>('select sealed from push_key')
  const [older] = rows
  if (older && !master) throw lost(path)
  if (older && !opens(master!, older.sealed)) throw wrong(path)
  const masterKey = master ?? (await makeKeyFile(path, where))
  if (!master)
    tell(`The master key is made: ${path}. Keep a copy apart from the backups; without it nothing sealed can be read.`)
  const keys = { secrets: older ? masterKey : randomBytes(32), records: randomBytes(32) }
  await writeWraps(db, keys, masterKey)
  return keys
}

type Wrap = { readonly name: keyof Keys; readonly under: string; readonly wrapped: string }

const readWraps = async (db: Db) => (await db.query<Wrap>('select name, under, wrapped from wrapped_key')).rows

/** Both or none; existing ones stay. */
async function writeWraps(db: Db, keys: Keys, master: Buffer) {
  const vault = createVault(master)
  await db.query(
    `insert into wrapped_key (name, under, wrapped) values ('secrets', $1, $2), ('records', $1, $3) on conflict do nothing`,
    [
      nameOfKey(master),
      vault.seal('wrapped secrets', keys.secrets.toString('base64url')),
      vault.seal('wrapped records', keys.records.toString('base64url')),
    ],
  )
}

/**
 * The key of the files in a restored database, read and never made; null: not under this master key. An older build's
 * files were encrypted under the master key itself.
 */
export async function secretsUnder(owner: pg.Pool, master: Buffer): Promise<Buffer | null> {
  const wraps = await readWraps(owner)
  return wraps.length === 0 ? master : (unwrap(wraps, master)?.secrets ?? null)
}

/** Null: none of them is wrapped under this one. */
function unwrap(wraps: readonly Wrap[], master: Buffer): Keys | null {
  const vault = createVault(master)
  const ownWraps = wraps.filter(({ under }) => under === nameOfKey(master))
  const [secrets, records] = (['secrets', 'records'] as const).map((name) => {
    const wrap = ownWraps.find((each) => each.name === name)
    return wrap && Buffer.from(vault.open(`wrapped ${name}`, wrap.wrapped), 'base64url')
  })
  return secrets && records ? { secrets, records } : null
}

function opens(master: Buffer, sealed: string): boolean {
  try {
    createVault(master).open('push', sealed)
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}

const lost = (path: string) =>
  new KeyFileProblem(
    `The master key is not there: ${path}. Put it back from its copy, or set BEDSIDE_KEY_FILE to where it is; without it nothing sealed in this database can be read.`,
  )
const wrong = (path: string) =>
  new KeyFileProblem(
    `The key in ${path} is not the one this database is sealed under. Put the right one there, or set BEDSIDE_KEY_FILE to where it is.`,
  )
