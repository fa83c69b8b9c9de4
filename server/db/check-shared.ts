import type pg from 'pg'
import { SESSION_LOCKS } from './advisory.ts'
import { DatabaseProblem } from './check.ts'
import type { Db } from './pool.ts'

/**
 * That all processes on a database have the same master key: what one seals the others must open. One alone with another key than before is told
 * so, and goes on: its operator may have lost the key.
 *
 * @throws {DatabaseProblem} another process runs with another key
 */
export async function checkKey(owner: pg.Pool, fingerprint: string, tell: (line: string) => void): Promise<void> {
  await owner.query(`insert into meta values ('key_fingerprint', $1) on conflict do nothing`, [fingerprint])
  const { rows } = await owner.query<{ value: string; apps: number }>(
    `select value, (select count(*)::int from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and l.granted) as apps
       from meta where name = 'key_fingerprint'`,
    [SESSION_LOCKS.app],
  )
  const { value, apps } = rows[0]! // it was just written
  if (value === fingerprint) return
  if (apps > 1)
    throw new DatabaseProblem(
      'The master key of this process is not the one the others have. Give all of them the same BEDSIDE_KEY_FILE.',
    )
  tell('the master key is another one than before: files and secrets that were sealed with that one cannot be opened')
  await owner.query(`update meta set value = $1 where name = 'key_fingerprint'`, [fingerprint])
}

/**
 * That this machine's clock agrees with the database's, and so with those of all others.
 *
 * @throws {DatabaseProblem} it is off by more than a minute
 */
export async function checkClock(owner: Db): Promise<void> {
  const asked = Date.now()
  const { rows } = await owner.query<{ at: Date }>('select clock_timestamp() as at')
  const off = Math.round((rows[0]!.at.getTime() - (asked + Date.now()) / 2) / 1000)
  if (Math.abs(off) > MOST_OFF_S)
    throw new DatabaseProblem(
      `The clock of this machine is ${Math.abs(off)} s ${off > 0 ? 'behind' : 'ahead of'} the database's. Set both by the network (NTP).`,
    )
}

const MOST_OFF_S = 60
