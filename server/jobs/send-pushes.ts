import type { PushData } from '../../contract/push/push.ts'
import type { Deps } from '../http/handler.ts'
import { readPushKeys } from '../ports/push/keys.ts'
import { PushNotSent, sendPush, type Subscription } from '../ports/push/send.ts'

type Needs = Pick<Deps, 'pool' | 'now' | 'log' | 'vault' | 'pushHosts' | 'publicUrl'>

/**
 * Sends pushes that are due, a few at a time, and returns how many were tried. One is claimed with the time of its next
 * attempt already stored, like mail. Five attempts within its lifetime. A device that has ended its subscription, or
 * whose address we do not contact, is forgotten with all that waits for it. A push about a visit that is no longer
 * valid is not sent (rule 64).
 */
export async function sendPushes(deps: Needs): Promise<number> {
  const { pool, now } = deps
  await pool.query(VOID, [new Date(now())])
  const { rows } = await pool.query<Due>(TAKE, [new Date(now()), AT_ONCE])
  if (rows.length) {
    const keys = await readPushKeys(deps)
    await Promise.all(rows.map((due) => send(deps, keys, due)))
  }
  return rows.length
}

async function send(deps: Needs, keys: Awaited<ReturnType<typeof readPushKeys>>, due: Due): Promise<void> {
  const { id, subscription_id, event, url, tries, not_after } = due
  const { pool, now } = deps
  try {
    await sendPush(deps, keys, due, { event, url }, (not_after.getTime() - now()) / 1000)
    await pool.query(`update push_message set state = 'sent', ended_at = $2, failure = null where id = $1`, [
      id,
      new Date(now()),
    ])
  } catch (error) {
    const why = error instanceof PushNotSent ? error : { final: false, reason: 'broken' }
    // a fault of ours, in this push: the others go
    if (!(error instanceof PushNotSent)) deps.log.error({ what: 'sendPushes', err: error }, 'failed')
    if (why.reason === 'gone' || why.reason === 'not_allowed')
      await pool.query('delete from push_subscription where id = $1', [subscription_id])
    else
      await pool.query(
        `update push_message set failure = $2, state = case when $3 then 'dead' else state end, ended_at = case when $3 then $4::timestamptz end where id = $1`,
        [id, why.reason, why.final || tries >= MOST_TRIES, new Date(now())],
      )
  }
}

type Due = Subscription & {
  readonly id: string
  readonly subscription_id: string
  readonly event: PushData['event']
  readonly url: string
  readonly tries: number
  readonly not_after: Date
}

const AT_ONCE = 20
const MOST_TRIES = 5

const VOID = `update push_message m set state = 'dead', failure = 'expired', ended_at = $1
 where m.state = 'queued' and (m.not_after <= $1
   or m.appointment_id is not null and exists (select from appointment a where a.id = m.appointment_id and a.status <> 'waiting'))`

/**
 * The next attempt is after half a minute, then four times as long each time. Devices whose session has ended get
 * nothing.
 */
const TAKE = `update push_message m set tries = m.tries + 1, next_try_at = $1::timestamptz + interval '30 s' * power(4, m.tries)
  from push_subscription s
 where s.id = m.subscription_id and m.id in (
         select d.id from push_message d join push_subscription t on t.id = d.subscription_id join session e on e.session_hash = t.session_hash
          where d.state = 'queued' and d.next_try_at <= $1 and e.ended_at is null and e.expires_at > $1
          order by d.next_try_at, d.id for update of d skip locked limit $2)
 returning m.id, m.subscription_id, m.event, m.url, m.tries, m.not_after, s.endpoint, s.p256dh, s.auth`
