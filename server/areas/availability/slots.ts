import type { Slot } from '../../../contract/appointment/appointment.ts'
import { whyNotThen } from '../../../contract/appointment/appointment.rules.ts'
import type { Parsed } from '../../../contract/calls.ts'
import { OFFERED_SLOTS } from '../../../contract/kernel/constants.ts'
import { addDays, wallOf } from '../../../contract/kernel/time.ts'
import type { VisitShape } from '../../../contract/visittype/visittype.rules.ts'
import { kept, type Db } from '../../db/pool.ts'
import type { Who } from '../../identity/who.ts'
import { readSettings } from '../setting/read.ts'
import type { Chosen } from './chosen-type.ts'

type SlotQuery = {
  readonly doctorId: string
  /** First and last day, YYYYMMDD, in the zone of each record of hours. */
  readonly from: number
  readonly to: number
  readonly type: 'online' | 'physical'
  readonly who: Who
  readonly now: number
  /** A visit being moved does not block itself. */
  readonly except?: string
  /** Of what length, with which buffers and at which price; undefined: those of the hours. */
  readonly chosen?: Chosen | undefined
}

/** The slots this person may book now, in time order: one query, then lead time and horizon by rule 9. */
export async function freeSlots(
  db: Db,
  { doctorId, from, to, type, who, now, except, chosen }: SlotQuery,
): Promise<Slot[]> {
  const { rows } = await db.query<Found>(
    kept(FREE, [doctorId, day(from), day(to), type, new Date(now), except ?? null, ...shapeColumns(chosen)]),
  )
  const house = await readSettings(db)
  return rows.map(toSlot).flatMap((slot) => (whyNotThen(slot, who, now, house) ? [] : pricedBy(slot, chosen)))
}

/** The slot at the type's price; none where the type is not of its clinic. */
function pricedBy(slot: Slot, chosen: Chosen | undefined): Slot[] {
  const visitType = chosen?.visitType
  if (!visitType) return [slot]
  return slot.clinicId === visitType.clinicId ? [{ ...slot, price: visitType.price, currency: visitType.currency }] : []
}

/** As the database's functions take it: length, minutes before, minutes after. */
export const shapeColumns = (shape: VisitShape | undefined): readonly [number | null, number, number] => [
  shape?.duration ?? null,
  shape?.bufferBefore ?? 0,
  shape?.bufferAfter ?? 0,
]

/**
 * Rule 14: the times offered with a refused booking: the next five of the same doctor and type from the requested time
 * on.
 */
export async function nextFree(
  db: Db,
  query: Omit<SlotQuery, 'from' | 'to'> & { readonly wanted: string; readonly zone: string },
): Promise<Slot[]> {
  const { horizonDays } = await readSettings(db)
  const first = wallOf(Math.max(Date.parse(query.wanted), query.now), query.zone).date
  const found: Slot[] = []
  for (const [from, to] of [
    // most doctors have five by tomorrow, and computing a day takes a tenth of the time of two weeks
    [0, 1],
    [2, 9],
    [10, 31],
    [32, Math.max(32, horizonDays)],
  ] as const) {
    const slots = await freeSlots(db, { ...query, from: addDays(first, from), to: addDays(first, to) })
    found.push(...slots.filter((slot) => slot.start >= query.wanted || from > 0))
    // a nearly full week has one or two: the rest come from later weeks
    if (found.length >= OFFERED_SLOTS) break
  }
  return found.slice(0, OFFERED_SLOTS)
}

/** The earliest free time of each matching visible doctor, earliest first, within lead time and horizon (rule 9). */
export async function nextFreeOfAny(
  db: Db,
  { type, branchId, clinicId, city, language, most }: Parsed<'availability.next'>,
  who: Who,
  now: number,
  chosen?: Chosen,
): Promise<{ doctorId: string; slot: Slot }[]> {
  const { leadMinutes, horizonDays } = await readSettings(db)
  const notBefore = who.type === 'patient' ? now + leadMinutes * 60_000 : now
  const { rows } = await db.query<Slot & { doctorId: string }>(NEXT_OF_ANY, [
    branchId ?? null,
    clinicId ?? null,
    city ?? null,
    language ?? null,
    who.type === 'doctor' ? who.id : null,
    type ?? null,
    new Date(now),
    new Date(notBefore),
    new Date(now + horizonDays * 86_400_000),
    most,
    chosen?.visitType?.doctorId ?? null,
    ...shapeColumns(chosen),
  ])
  return rows.flatMap(({ doctorId, ...slot }) => pricedBy(slot, chosen).map((each) => ({ doctorId, slot: each })))
}

const NEXT_OF_ANY = `
  with fitting as (
    select array_agg(d.id) as ids from doctor d
     where d.active and ($1::uuid is null or d.branch_id = $1 or $1 = any (d.branch_ids)) and ($2::uuid is null or $2 = any (d.clinic_ids))
       and ($3::text is null or d.city = $3 or exists (select from clinic c where c.id = any (d.clinic_ids) and c.city = $3))
       and ($4::text is null or $4 = any (d.languages)) and ($5::uuid is null or d.id = $5) and ($11::uuid is null or d.id = $11)
  )
  select n.doctor_id as "doctorId", iso(n.starts_at) as start, iso(n.ends_at) as "end", n.availability_id as "availabilityId",
         n.clinic_id as "clinicId", n.zone, n.type, n.price, n.currency
    from fitting, next_free(coalesce(ids, '{}'), $6, $2, $7, $8, $9, $10, $12, $13, $14) n order by n.starts_at, n.doctor_id limit $10`

/** A month has hundreds of times: as epoch ms they cost less on both sides than as text. */
type Found = Omit<Slot, 'start' | 'end' | 'since'> & {
  readonly start: number
  readonly end: number
  readonly since: number | null
}
const toSlot = ({ start, end, availabilityId, clinicId, zone, type, price, currency, since }: Found): Slot => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
  availabilityId,
  clinicId,
  zone,
  type,
  price,
  currency,
  ...(since !== null && { since }),
})
const FREE = `select date_part('epoch', starts_at) * 1000 as start, date_part('epoch', ends_at) * 1000 as "end", availability_id as "availabilityId", clinic_id as "clinicId",
    zone, type, price, currency, to_char(since, 'YYYYMMDD')::int as since from free_slots($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const day = (date: number) =>
  `${Math.floor(date / 10_000)}-${String(Math.floor(date / 100) % 100).padStart(2, '0')}-${String(date % 100).padStart(2, '0')}`
