import type { Deps } from '../http/handler.ts'

/**
 * Removes what has had its time: sessions a day after their end, idempotency keys after 180 days (TRUST D6), links and what was asked for
 * a week after they stopped working, the words of messages whose time has passed, files that never came whole, messages and pushes a month after they went. Run every minute.
 */
export async function cleanUp({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<void> {
  // one whose device is to be emptied, or may be still, stays for as long as that device may knock with it
  await pool.query(
    'delete from session where least(expires_at, coalesce(ended_at, expires_at)) < $1 and (coalesce(wipe_hash, token_hash) is null or expires_at < $1)',
    [new Date(now() - DAY)],
  )
  await pool.query('delete from idempotency where made_at < $1', [new Date(now() - 180 * DAY)])
  await pool.query('delete from password_link where expires_at < $1', [new Date(now() - 7 * DAY)])
  await pool.query('delete from account_request where expires_at < $1', [new Date(now() - 7 * DAY)])
  await pool.query('delete from file_upload where started_at < $1', [new Date(now() - 7 * DAY)])
  await pool.query(`update message set args = '{}' where state = 'dead' and args <> '{}' and not_after <= $1`, [
    new Date(now()),
  ])
  await pool.query(`delete from push_message where state <> 'queued' and ended_at < $1`, [new Date(now() - 30 * DAY)])
  await pool.query(`delete from message where state <> 'queued' and ended_at < $1`, [new Date(now() - 30 * DAY)])
}

const DAY = 86_400_000
