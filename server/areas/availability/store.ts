import type { Availability } from '../../../contract/availability/availability.ts'
import { holdsAt, inTheWay } from '../../../contract/availability/availability.rules.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { lockUntilEnd } from '../../db/advisory.ts'
import { changedSince } from '../../db/merge.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'

export type StoredHours = Availability & { readonly field_versions: Readonly<Record<string, number>> }

/** Hours that the caller may see, locked for the rest of the transaction; null if there are none (SPEC §5). */
export async function lockHours(
  db: Db,
  id: string,
  base: number | null,
  fields: readonly string[],
): Promise<StoredHours | null> {
  const locked = await db.query('select from availability where id = $1 for update', [id])
  if (!locked.rowCount) return null
  const { rows } = await db.query<StoredHours>('select * from availability_row where id = $1', [id])
  const found = rows[0]
  if (!found) return null
  const changed = changedSince('availability', found.field_versions, base, fields)
  if (changed.length)
    throw new Refused('changed_since', { fields: changed, target: { table: 'availability', id } }, 412)
  return found
}

/** The same lock as a booking's (TRUST D11): changes of a doctor's hours and visits run one after the other. */
export const lockDoctor = (db: Db, doctorId: string) => lockUntilEnd(db, 'doctor', doctorId)

/** Rule 8: refuses overlapping hours and names them, as far as the caller may see them. */
export async function refuseOverlap(
  db: Db,
  doctorId: string,
  wanted: Omit<Availability, 'version' | 'doctorId' | 'price' | 'currency' | 'zone'>,
) {
  const { rows } = await db.query<Availability & { seen: boolean }>('select * from hours_of($1)', [doctorId])
  const others = inTheWay({ ...wanted, zone: await clockOf(db, wanted.clinicId, doctorId) }, rows)
  if (others.length)
    throw new Refused('hours_overlap', { availabilities: others.filter(({ seen }) => seen).map(({ id }) => id) })
}

/** The zone of a doctor's hours in a clinic, IANA: the clinic's, or without one the doctor's own (rule 1). */
export async function clockOf(db: Db, clinicId: string | null, doctorId: string): Promise<string> {
  const { rows } = await db.query<{ zone: string }>('select clock_of($1, $2) as zone', [clinicId, doctorId])
  return rows[0]!.zone
}

/** Rule 10: future visits must stay inside. The refusal lists the first twenty that would not. */
export async function refuseUncovered(db: Db, was: StoredHours, hours: Availability, now: number) {
  const { rows } = await db.query<{ id: string; start: string; zone: string }>(
    `select id, iso(starts_at) as start, zone from appointment
      where availability_id = $1 and status <> 'cancelled' and ends_at > $2 order by starts_at`,
    [was.id, new Date(now)],
  )
  const outside = rows.filter(
    ({ start, zone }) => !holdsAt(hours, wallOf(Date.parse(start), zone)) || hours.type !== was.type,
  )
  if (outside.length)
    throw new Refused('availability_dates', {
      total: outside.length,
      visits: outside.slice(0, 20).map(({ id, start }) => ({ id, start })),
    })
}
