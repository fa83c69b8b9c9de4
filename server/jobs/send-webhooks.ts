import { WEBHOOK_OFF_DAYS, WEBHOOK_WAITS_S } from '../../contract/webhook/webhook.rules.ts'
import { note } from '../areas/notification/note.ts'
import { postEvent, type Posted } from '../areas/webhook/post.ts'
import { openUrl, secretsOf } from '../areas/webhook/secret.ts'
import { asServer } from '../db/owner.ts'
import type { Deps } from '../http/handler.ts'
import { every, guarded } from '../kernel/guarded.ts'

type Needs = Pick<Deps, 'pool' | 'now' | 'log' | 'vault' | 'web' | 'poke'>

/**
 * Delivers events to clinics' endpoints: at once when `soon` is called, otherwise every few seconds. A slow receiver holds
 * only its own places (`AT_ONCE`), so that all others go on.
 */
export function startWebhooks(deps: Needs) {
  const { log } = deps
  const inFlight = new Set<Promise<unknown>>()
  let looking: Promise<unknown> | null = null
  let again = false
  let isStopping = false
  const look = async () => {
    try {
      while (again && inFlight.size < MOST_AT_ONCE) {
        again = false
        for (const due of await claim(deps, MOST_AT_ONCE - inFlight.size)) {
          const sending = guarded(log, 'sendWebhooks', () => deliver(deps, due)).then(() => {
            inFlight.delete(sending)
            soon()
          })
          inFlight.add(sending)
        }
      }
    } finally {
      looking = null
    }
  }
  const soon = () => {
    if (isStopping) return
    again = true
    looking ??= guarded(log, 'sendWebhooks', look)
  }
  const timer = every(EVERY_MS, log, 'sendWebhooks', soon)
  return {
    soon,
    /** Claims no more, and waits for what is under way; what is cut off is tried again by whoever runs next. */
    stop: async () => {
      isStopping = true
      again = false
      await timer.stop()
      await looking
      await Promise.all(inFlight)
    },
  }
}

/** Delivers what is due now, once, and returns how many were tried. */
export async function sendWebhooks(deps: Needs, most = MOST_AT_ONCE): Promise<number> {
  const due = await claim(deps, most)
  await Promise.all(due.map((one) => deliver(deps, one)))
  return due.length
}

const EVERY_MS = 3000
/** Of one process, and of one endpoint in all processes. */
const MOST_AT_ONCE = 32
const AT_ONCE = 4
/** A try ends in ten seconds: one that was claimed longer ago has died with its process. */
const CLAIM_MS = 30_000

type Due = {
  readonly id: string
  readonly webhookId: string
  readonly clinicId: string
  readonly type: string
  readonly recordId: string | null
  readonly version: number | null
  readonly status: string | null
  readonly tries: number
  readonly at: string
  readonly host: string
  readonly url: string
  readonly secret: string
  readonly old_secrets: readonly { readonly sealed: string; readonly until: string }[]
}

/**
 * Takes deliveries that are due: of each record the oldest that waits, of each endpoint as many as it has places. Whoever
 * was faster has the row: the last condition is judged again by its newest version.
 */
async function claim({ pool, now }: Needs, most: number): Promise<Due[]> {
  const { rows } = await pool.query<Due>(CLAIM, [new Date(now()), new Date(now() + CLAIM_MS), AT_ONCE, most])
  return rows
}

const CLAIM = `with ends as materialized (
    select w.id from webhook w join clinic c on c.id = w.clinic_id
     where c.deleted_at is null and exists (
       select from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting' and d.next_try_at <= $1 and (w.active or d.record_id is null))
     order by random() limit 64 for no key update of w skip locked),
  due as materialized (
    select d.id from ends e join webhook w on w.id = e.id cross join lateral (
      select d.id, d.seq from webhook_delivery d
       where d.webhook_id = w.id and d.state = 'waiting' and d.next_try_at <= $1 and (w.active or d.record_id is null)
         and (d.claimed_until is null or d.claimed_until <= $1)
         and not exists (select from webhook_delivery earlier where earlier.webhook_id = d.webhook_id and earlier.record_id = d.record_id
           and earlier.seq < d.seq and earlier.state = 'waiting')
       order by d.seq limit greatest(0, $3 - (
         select count(*) from webhook_delivery f where f.webhook_id = w.id and f.state = 'waiting' and f.claimed_until > $1))) d
     limit $4)
  update webhook_delivery d set tries = d.tries + 1, claimed_until = $2
    from due, webhook w where d.id = due.id and w.id = d.webhook_id and d.state = 'waiting' and (d.claimed_until is null or d.claimed_until <= $1)
  returning d.id, d.webhook_id as "webhookId", d.clinic_id as "clinicId", d.type, d.record_id as "recordId", d.version, d.status, d.tries,
    iso(d.made_at) as at, w.host, w.url, w.secret, w.old_secrets`

/** What an endpoint is told: which record, and where it stands. Never whose, and nothing of what it says (decision 0164). */
const bodyOf = ({ type, at, recordId, version, status, clinicId }: Due) =>
  JSON.stringify({
    type,
    timestamp: at,
    data: recordId === null ? { clinicId } : { id: recordId, version, ...(status !== null && { status }), clinicId },
  })

async function deliver(deps: Needs, due: Due): Promise<void> {
  const { vault, web, now, log } = deps
  let posted: Posted
  try {
    const post = {
      id: due.id,
      url: openUrl(vault, due.url),
      body: bodyOf(due),
      secrets: secretsOf(vault, due, now()),
      now: now(),
    }
    posted = await postEvent(web, post)
  } catch (error) {
    // a fault of ours, in this delivery: it is tried again like any other
    log.error({ what: 'sendWebhooks', err: error }, 'failed')
    posted = { status: null, failure: 'broken' }
  }
  const wait = WEBHOOK_WAITS_S[due.tries - 1]
  const at = now()
  const state = posted.failure === null ? 'delivered' : wait === undefined ? 'dead' : 'waiting'
  // only by whoever claimed it last: a process that was away for long answers for nothing
  const { rowCount } = await deps.pool.query(
    `update webhook_delivery set state = $3, last_status = $4, failure = $5, claimed_until = null, next_try_at = $6,
       ended_at = case when $3 = 'waiting' then null else $7::timestamptz end
      where id = $1 and tries = $2 and state = 'waiting'`,
    [
      due.id,
      due.tries,
      state,
      posted.status,
      posted.failure,
      new Date(at + (wait ?? 0) * 1000 * (0.9 + Math.random() * 0.2)),
      new Date(at),
    ],
  )
  if (!rowCount) return
  // a statement of its own: whoever claims holds the endpoint and waits for its deliveries
  await deps.pool.query(
    state === 'delivered'
      ? 'update webhook set failing_since = null where id = $1 and failing_since is not null'
      : 'update webhook set failing_since = $2 where id = $1 and failing_since is null',
    state === 'delivered' ? [due.webhookId] : [due.webhookId, new Date(at)],
  )
  if (state !== 'dead') return
  const rooms = await asServer(deps.pool, (db) => switchOff(db, due, at))
  if (rooms.length) deps.poke(rooms)
}

/** Switches an endpoint off in which nothing has arrived for days, and tells its clinic's users. Returns the rooms to poke. */
async function switchOff(
  db: Parameters<typeof note>[0],
  { webhookId, clinicId, host }: Due,
  at: number,
): Promise<string[]> {
  const { rowCount } = await db.query(
    'update webhook set active = false, off_at = $2 where id = $1 and active and failing_since <= $3',
    [webhookId, new Date(at), new Date(at - WEBHOOK_OFF_DAYS * 86_400_000)],
  )
  if (!rowCount) return []
  const { rows } = await db.query<{ id: string }>(
    `select id from person where type = 'clinic' and clinic_id = $1 and active and deleted_at is null`,
    [clinicId],
  )
  for (const { id } of rows) await note(db, { userId: id, kind: 'webhook_off', args: [host] }, at)
  return rows.map(({ id }) => `user:${id}`)
}
