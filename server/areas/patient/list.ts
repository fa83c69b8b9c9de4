import type { Patient } from '../../../contract/patient/patient.ts'
import type { Handler } from '../../http/handler.ts'
import { listPage, where, type Condition } from '../../http/list.ts'
import { searchPatients } from './search.ts'
import { findPatients } from '../../db/find-patients.ts'
import { nextVisits } from './store.ts'

/**
 * A page of the cards this person may see, newest first; a search in name order. Conditions count only visits they may
 * see.
 */
export const listPatients: Handler<'patient.list'> = async ({ keyword, ...filter }, { db, now }) => {
  const isFiltered = Object.entries(filter).some(([name, value]) => value !== undefined && !PAGING.has(name))
  if (keyword?.trim() && !isFiltered) return searchPatients(db, keyword, filter)
  const conditions: Condition[] = [
    ...(keyword?.trim() ? [where('id = any (?::uuid[])', await findPatients(db, keyword, MOST_NAMED))] : []),
    ...(filter.id ? [where('id = ?', filter.id)] : []),
    ...(filter.clinicId ? [where('? = any ("clinicIds")', filter.clinicId)] : []),
    ...(filter.doctorId ? [where(WITH_DOCTOR, filter.doctorId)] : []),
    ...(filter.hasUpcoming === undefined ? [] : [where(UPCOMING, new Date(now), filter.hasUpcoming)]),
    ...(filter.noVisitSince ? [where(NOT_SINCE, filter.noVisitSince)] : []),
    ...(filter.noEmail === undefined ? [] : [where('(email is null) = ?', filter.noEmail)]),
    ...(filter.hasBalance === undefined ? [] : [where(WITH_BALANCE, filter.hasBalance)]),
    ...(filter.active === undefined ? [] : [where('active = ?', filter.active)]),
  ]
  const { rows, envelope } = await listPage<Patient & { created_at: Date }>(
    db,
    'patient_row',
    conditions,
    ['created_at', 'id'],
    filter,
    true,
  )
  const next = await nextVisits(
    db,
    rows.map((row) => row.id),
  )
  return { ...envelope, patients: rows.map((row) => ({ ...row, nextVisit: next.get(row.id) ?? null })) }
}

/** The filters that a search by words handles itself. */
const PAGING = new Set(['page', 'limit', 'after', 'exact', 'active'])
/** The number up to which a list counts exactly (DONE.md "API"). */
const MOST_NAMED = 10_000
const WITH_DOCTOR = 'exists (select from appointment a where a.patient_id = patient_row.id and a.doctor_id = ?)'
const WITH_BALANCE = '(id = any (array(select "patientId" from wallets_held(null)))) = ?'
const UPCOMING = `exists (select from appointment a where a.patient_id = patient_row.id and a.status = 'waiting' and a.starts_at > ?) = ?`
const NOT_SINCE = `not exists (select from appointment a where a.patient_id = patient_row.id and a.status = 'completed' and a.starts_at >= ?::date)`
