import { isInWindow, maskedName, proofByBirth, proofByCode } from '../../../contract/kiosk/kiosk.rules.ts'
import type { KioskVisit } from '../../../contract/kiosk/kiosk.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { prefixOf } from '../../kernel/network.ts'
import { byThisClock, heardAt } from '../../http/moment.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { asServer } from '../../db/owner.ts'
import { roomsOf } from '../../db/rows.ts'
import { hashOf } from '../../identity/secret.ts'
import { digestsOf } from './digests.ts'

/**
 * Today's waiting visits of the tablet's clinic, by the clinic's clock, masked; what their patients may enter comes as
 * digests (rules 69, 74).
 */
export const today: Handler<'kiosk.today'> = async (key, { deps, now }) => {
  const kiosk = await tabletOf(deps, key)
  await deps.pool.query('update kiosk set seen_at = $2 where id = $1', [kiosk.id, new Date(now)])
  const day = todayIn(kiosk.zone, now)
  // one salt for all lists of the day: each further one would reveal more about the same codes (docs/decisions/0070)
  const salt = deps.vault.keyed('kiosk', `${kiosk.clinic_id} ${day}`)
  const { rows } = await deps.pool.query<Found>(VISITS, [kiosk.clinic_id, day, kiosk.zone, kiosk.doctor_ids])
  return {
    status: true,
    name: kiosk.name,
    area: kiosk.area,
    day,
    zone: kiosk.zone,
    now: new Date(now).toISOString(),
    salt,
    visits: await shown(rows, salt),
  }
}

/**
 * Existing marks stay; one outside its window by the moment of the touch, or of another clinic, is ignored (rules 70,
 * 72). A touch cannot be in the future, nor before the visit or the tablet existed, whatever the tablet's clock says
 * (decision 0086).
 */
export const arrive: Handler<'kiosk.arrive'> = async ({ arrivals, ...key }, { deps, now, origin, after }) => {
  const kiosk = await tabletOf(deps, key)
  // of two touches of one visit the first counts
  const touched = new Map(arrivals.toReversed().map(({ visitId, at }) => [visitId, at]))
  const events = [...touched.values()]
  const moments = new Map(
    byThisClock({ madeAt: events, sentAt: origin.sentAt }, now).map((moment, i) => [events[i]!, moment ?? now]),
  )
  const done = await asServer(deps.pool, async (db) => {
    const { rows } = await db.query<{ id: string; start: string; since: Date; arrived: boolean }>(FOUND, [
      [...touched.keys()],
      kiosk.clinic_id,
    ])
    // no one can touch for a visit that does not exist yet
    const momentOf = ({ id, since }: { id: string; since: Date }) => {
      const moment = moments.get(touched.get(id)!)!
      return moment < Math.max(since.getTime(), kiosk.enrolled_at.getTime()) ? now : moment
    }
    const fitting = rows.filter((row) => row.arrived || isInWindow(row.start, momentOf(row)))
    const those = fitting.filter(({ arrived }) => !arrived)
    const fresh = those.map(({ id }) => id)
    if (fresh.length) {
      const at = those.map((row) => new Date(momentOf(row)))
      const acceptedAt = at.map((moment) => heardAt(moment.getTime(), now))
      await db.query(ARRIVE, [fresh, at, kiosk.name, new Date(now), acceptedAt])
      await db.query(LOG, [fresh.map((id) => touched.get(id)), kiosk.id, kiosk.clinic_id, fresh, prefixOf(origin.ip)])
    }
    return { arrived: fitting.map(({ id }) => id), fresh }
  })
  const targets = done.fresh.map((id) => ({ table: 'appointment' as const, id }))
  if (targets.length) after(async () => deps.poke(await roomsOf(deps.pool, targets)))
  return { status: true, arrived: done.arrived }
}

export const leave: Handler<'kiosk.leave'> = async (key, { deps, now }) => {
  const kiosk = await tabletOf(deps, key)
  await deps.pool.query('update kiosk set revoked_at = $2 where id = $1', [kiosk.id, new Date(now)])
  return { status: true }
}

/** The same answer for an unknown tablet, a wrong token and a revoked tablet. */
async function tabletOf(
  { pool }: Ctx<'kiosk.today'>['deps'],
  { id, token }: { id: string; token: string },
): Promise<Tablet> {
  const { rows } = await pool.query<Tablet>(
    `select k.id, k.clinic_id, k.name, k.area, k.doctor_ids, k.enrolled_at, c.zone from kiosk k join clinic c on c.id = k.clinic_id
      where k.id = $1 and k.token_hash = $2 and k.revoked_at is null and c.active`,
    [id, hashOf(token)],
  )
  if (!rows[0]) throw new Refused('kiosk_not_found')
  return rows[0]
}

async function shown(rows: readonly Found[], salt: string): Promise<KioskVisit[]> {
  const proofs = rows.map(({ code, birth, phone }) => [
    ...(code ? [proofByCode(code)] : []),
    ...(birth && phone ? [proofByBirth(birth, phone.slice(-4))] : []),
  ])
  const digests = (await digestsOf(salt, proofs.flat())).values()
  return rows.map(({ id, start, name, doctorName, arrivedAt }, i) => ({
    id,
    start,
    name: maskedName(name),
    doctorName,
    arrivedAt,
    proofs: proofs[i]!.map(() => digests.next().value!),
  }))
}

type Tablet = {
  readonly id: string
  readonly clinic_id: string
  readonly name: string
  readonly area: string
  readonly doctor_ids: string[]
  readonly enrolled_at: Date
  readonly zone: string
}
type Found = {
  readonly id: string
  readonly start: string
  readonly name: string
  readonly doctorName: string
  readonly arrivedAt: string | null
  readonly code: string | null
  readonly birth: string | null
  readonly phone: string | null
}

const VISITS = `select a.id, iso(a.starts_at) as start, a.patient_name as name, trim(concat_ws(' ', d.title, of_doctor.name)) as "doctorName",
    iso(a.arrived_at) as "arrivedAt", a.check_in_code as code, to_char(t.birth_date, 'YYYYMMDD') as birth, p.phone
  from appointment a
  join doctor d on d.id = a.doctor_id join person of_doctor on of_doctor.id = a.doctor_id
  join patient t on t.id = a.patient_id join person p on p.id = a.patient_id
 where a.clinic_id = $1 and a.status = 'waiting' and a.type = 'face-to-face'
   and a.starts_at >= to_date($2::text, 'YYYYMMDD')::timestamp at time zone $3
   and a.starts_at < (to_date($2::text, 'YYYYMMDD') + 1)::timestamp at time zone $3
   and ($4::uuid[] = '{}' or a.doctor_id = any ($4))
 order by a.starts_at, a.id`

// in one order, so that two tablets never block each other
const FOUND = `select id, iso(starts_at) as start, created_at as since, arrived_at is not null as arrived from appointment
  where id = any ($1) and clinic_id = $2 and status = 'waiting' and type = 'face-to-face' order by id for update`
const ARRIVE = `update appointment a set arrived_at = touched.at, heard_at = touched.heard, no_show_at = null, updated_at = $4, updated_by = $3
  from unnest($1::uuid[], $2::timestamptz[], $5::timestamptz[]) touched (id, at, heard) where a.id = touched.id`
const LOG = `insert into audit (made_at, actor, actor_type, clinic_id, action, object_table, object_id, fields, outcome, ip_prefix)
  select at, $2, 'kiosk', $3, 'kiosk.arrive', 'appointment', id, '{arrivedAt}', 'done', $5
    from unnest($1::timestamptz[], $4::uuid[]) touched (at, id)`
