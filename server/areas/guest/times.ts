import type { Slot } from '../../../contract/appointment/appointment.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import type { Db } from '../../db/pool.ts'
import type { Who } from '../../identity/who.ts'
import type { VisitType } from '../../../contract/visittype/visittype.ts'
import { asChosen } from '../availability/chosen-type.ts'
import { freeSlots, nextFree } from '../availability/slots.ts'

/** No one yet, judged by the rules for patients: lead time and horizon. Sees nothing of a private clinic. */
export const STRANGER: Who = {
  id: '',
  type: 'patient',
  name: '',
  superadmin: false,
  clinicId: null,
  hostClinic: null,
  sessionHash: '',
  mustEnrol: false,
  keys: [],
}

type TimesQuery = {
  readonly doctorId: string
  /** The clinics whose times are offered; null among them: hours that belong to no clinic. */
  readonly clinics: readonly (string | null)[]
  readonly now: number
  /** The chosen type of visit; null: the hours' own length and price. */
  readonly visitType: VisitType | null
}

/** The free times of a week, of both kinds, in order. `from`: YYYYMMDD. */
export async function timesFrom(
  db: Db,
  { doctorId, clinics, now, visitType }: TimesQuery,
  from: number,
): Promise<Slot[]> {
  const days = { from, to: addDays(from, DAYS - 1) }
  const query = { doctorId, ...days, who: STRANGER, now, ...byType(visitType) }
  const found = await eachKind(visitType, (type) => freeSlots(db, { ...query, type }))
  return found.filter(({ clinicId }) => clinics.includes(clinicId))
}

/** The next free times from a moment on. */
export async function nextTimes(
  db: Db,
  query: TimesQuery & { readonly zone: string },
  wanted: number,
): Promise<Slot[]> {
  const { doctorId, clinics, now, zone, visitType } = query
  const from = { doctorId, wanted: new Date(wanted).toISOString(), zone, who: STRANGER, now, ...byType(visitType) }
  const found = await eachKind(visitType, (type) => nextFree(db, { ...from, type }))
  return found.filter(({ clinicId }) => clinics.includes(clinicId)).slice(0, MOST)
}

/** Days on one page of times. */
export const DAYS = 7
const MOST = 5

/** The types that a stranger may choose from with this doctor, in order. */
export async function typesFor(
  db: Db,
  { doctorId, clinics }: Pick<TimesQuery, 'doctorId' | 'clinics'>,
): Promise<VisitType[]> {
  const { rows } = await db.query<VisitType>(
    `select * from visit_type_row where "forPatients" and not archived
        and (clinic_id = any ($2::uuid[]) or clinic_id is null and $3) and (doctor_id is null or doctor_id = $1)
      order by place, id`,
    [doctorId, clinics.filter((id) => id !== null), clinics.includes(null)],
  )
  return rows
}

const byType = (visitType: VisitType | null) => (visitType ? { chosen: asChosen(visitType) } : {})

async function eachKind(
  visitType: VisitType | null,
  read: (type: 'online' | 'physical') => Promise<Slot[]>,
): Promise<Slot[]> {
  if (visitType) return read(visitType.type === 'online' ? 'online' : 'physical')
  // one after the other: both run on one connection
  const inPerson = await read('physical')
  return [...inPerson, ...(await read('online'))].toSorted((a, b) => a.start.localeCompare(b.start))
}
