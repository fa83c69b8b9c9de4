import type pg from 'pg'
import type { Lane } from '../../http/limits.ts'
import type { Origin } from '../../identity/who.ts'
import { hashOf } from '../../identity/secret.ts'

/**
 * Devices that a person has signed in on, by the hash of the cookie that no script can read. Such a device has its own
 * count of attempts (TRUST D4): someone who uses up an account's attempts elsewhere does not lock its owner out. It
 * grants nothing, and only a right password creates it.
 */
export async function lanesOf(
  pool: pg.Pool,
  account: string,
  personId: string | null,
  { bind, ip }: Pick<Origin, 'bind' | 'ip'>,
): Promise<readonly Lane[]> {
  const known =
    personId !== null &&
    bind !== null &&
    (await pool.query('select from known_device where bind_hash = $1 and person_id = $2', [hashOf(bind), personId]))
      .rowCount
  return known
    ? [['device', `${hashOf(bind)} ${personId}`]]
    : [
        ['account', account],
        ['address', ip],
      ]
}

/** Those not used for the longest are forgotten first. */
const MOST_DEVICES = 20

/** Whether anyone has signed in on it. */
export const isKnownDevice = async (pool: pg.Pool, bind: string): Promise<boolean> =>
  ((await pool.query('select from known_device where bind_hash = $1', [hashOf(bind)])).rowCount ?? 0) > 0

/** After a sign-in: the device is known by its new cookie, also for people who have signed in on it before. */
export async function rememberDevice(pool: pg.Pool, personId: string, was: string | null, is: string, now: number) {
  if (was) await pool.query('update known_device set bind_hash = $2 where bind_hash = $1', [hashOf(was), hashOf(is)])
  await pool.query(
    `insert into known_device (bind_hash, person_id, used_at) values ($1, $2, $3)
     on conflict (bind_hash, person_id) do update set used_at = excluded.used_at`,
    [hashOf(is), personId, new Date(now)],
  )
  await pool.query(
    `delete from known_device where person_id = $1 and bind_hash not in (
       select bind_hash from known_device where person_id = $1 order by used_at desc, bind_hash limit $2)`,
    [personId, MOST_DEVICES],
  )
}
