import { UNDO_DAYS } from '../../contract/import/import.lists.ts'
import { DELIVERY_DAYS } from '../../contract/webhook/webhook.rules.ts'
import { KEY_KEPT_DAYS } from '../../contract/sync/sync.ts'
import type { Deps } from '../http/handler.ts'

/**
 * Removes expired rows: sessions a day after their end, idempotency keys after their retention (TRUST D6), expired
 * counts of attempts, strangers' bookings and questions that were not finished, their contacts after 180 days and their marks after two, devices not seen for a year, links and requests a week after they expired, the words of expired
 * messages, incomplete uploads, invitations 90 days after they were answered or expired, messages and pushes a month
 * after they were sent, webhooks' deliveries a month after their event, notifications and device faults after 90 days, lines of imports when these can no longer be
 * undone. Run every minute, so each is found by an index.
 * (`growth.test.ts`).
 */
export async function cleanUp({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<void> {
  // a session whose device must or might be wiped stays for as long as that device may use it
  await pool.query('delete from session where expires_at < $1', [new Date(now() - DAY)])
  await pool.query('delete from session where ended_at < $1 and coalesce(wipe_hash, token_hash) is null', [
    new Date(now() - DAY),
  ])
  await pool.query('delete from idempotency where made_at < $1', [new Date(now() - KEY_KEPT_DAYS * DAY)])
  await pool.query(
    'delete from notification where id in (select id from notification where id < $1 and created_at < $2 order by id limit 5000)',
    [firstIdOf(now() - 90 * DAY), new Date(now() - 90 * DAY)],
  )
  await pool.query('delete from password_link where expires_at < $1', [new Date(now() - 7 * DAY)])
  await pool.query('delete from account_request where expires_at < $1', [new Date(now() - 7 * DAY)])
  await pool.query('delete from guest_booking where expires_at < $1', [new Date(now())])
  await pool.query('delete from guest_question where expires_at < $1', [new Date(now())])
  // a stranger whose question no one has published by then
  await pool.query('delete from question_contact where made_at < $1', [new Date(now() - 180 * DAY)])
  // two days later nothing can match a stranger's marks any more; what they counted stays (decision 0158)
  const yesterday = new Date(now() - DAY).toISOString().slice(0, 10)
  await pool.query('delete from visitor_secret where day < $1', [yesterday])
  await pool.query('delete from question_mark where day < $1', [yesterday])
  await pool.query(`with fresh as (update question_views set fresh = false where fresh returning question_id, views)
    update question q set views = fresh.views from fresh where q.id = fresh.question_id and q.views <> fresh.views`)
  await pool.query(`delete from invitation where coalesce(answered_at, expires_at) < $1`, [new Date(now() - 90 * DAY)])
  await pool.query('delete from crash where last_at < $1', [new Date(now() - 90 * DAY)])
  // counted by the database's clock, also in a demo
  await pool.query('delete from rate_limit where expire < (extract(epoch from now()) * 1000)::bigint')
  await pool.query('delete from known_device where used_at < $1', [new Date(now() - 400 * DAY)])
  await pool.query('delete from file_upload where started_at < $1', [new Date(now() - 7 * DAY)])
  await pool.query(`update message set args = '{}' where state = 'dead' and args <> '{}' and not_after <= $1`, [
    new Date(now()),
  ])
  await pool.query(`delete from push_message where state <> 'queued' and ended_at < $1`, [new Date(now() - 30 * DAY)])
  await pool.query(`delete from message where state <> 'queued' and ended_at < $1`, [new Date(now() - 30 * DAY)])
  await pool.query('delete from webhook_delivery where made_at < $1', [new Date(now() - DELIVERY_DAYS * DAY)])
  await pool.query(
    `select import_dropped(id, $2) from import where state = 'reading' and created_at < $1`, // never started
    [new Date(now() - DAY), new Date(now())],
  )
  await pool.query('delete from import_line where import_id = any (array(select id from import where ended_at < $1))', [
    new Date(now() - UNDO_DAYS * DAY),
  ])
  await pool.query('delete from import where ended_at < $1', [new Date(now() - 365 * DAY)])
}

const DAY = 86_400_000

/** The smallest id that can be made at a moment (UUIDv7): it finds the oldest records without an index of their own. */
function firstIdOf(ms: number): string {
  const hex = Math.trunc(ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
