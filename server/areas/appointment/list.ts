import { MARK_FILTERS, markFilters } from '../../../contract/appointment/appointment.filters.ts'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { TO_CLOSE_HOURS } from '../../../contract/kernel/constants.ts'
import { doctorNamed } from '../doctor/named.ts'
import { betweenDays } from '../../http/days.ts'
import { listPage, numbered, where, type Condition } from '../../http/list.ts'
import { columnOf } from '../../db/field-groups.ts'
import { findPatients } from '../../db/find-patients.ts'
import type { Handler } from '../../http/handler.ts'

/**
 * A page of the visits this person may see. The scalar column of their own side comes first, so that its index is used
 * (SYNC).
 */
export const listAppointments: Handler<'appointment.list'> = async (filter, { db, who, now }) => {
  const { from, to, keyword } = filter
  const conditions: Condition[] = [
    ...(who.type === 'doctor' ? [where('doctor_id = ?', who.id)] : []),
    ...(who.type === 'clinic' ? [where('clinic_id = ?', who.clinicId)] : []),
    ...(who.type === 'patient' ? [where('patient_id = ?', who.id)] : []),
    ...(filter.id ? [where('id = ?', filter.id)] : []),
    ...(filter.doctorId ? [where('doctor_id = ?', filter.doctorId)] : []),
    ...(filter.clinicId ? [where('clinic_id = ?', filter.clinicId)] : []),
    ...(filter.patientId ? [where('patient_id = ?', filter.patientId)] : []),
    ...(filter.branchId
      ? [
          where(
            'doctor_id in (select id from doctor where branch_id = ? or ? = any (branch_ids))',
            filter.branchId,
            filter.branchId,
          ),
        ]
      : []),
    ...(filter.earnStatus && who.type !== 'patient' ? [where('earn_status = ?', filter.earnStatus)] : []),
    ...betweenDays('starts_at', from, to),
    ...(filter.status ? [where('status = ?', filter.status)] : []),
    ...(filter.type ? [where('type = ?', filter.type)] : []),
    ...(filter.paymentStatus ? [where('payment_status = ?', filter.paymentStatus)] : []),
    ...markFilters.flatMap((mark) => {
      const is = filter[mark]
      return is === undefined ? [] : [where(`${columnOf(MARK_FILTERS[mark])} is ${is ? 'not ' : ''}null`)]
    }),
    ...(filter.toClose ? [toClose(new Date(now - TO_CLOSE_HOURS * HOUR_MS))] : []),
    ...(keyword?.trim() ? [await named(keyword)] : []),
  ]
  const { rows, envelope } = await listPage<Appointment & { starts_at: Date }>(
    db,
    { table: 'appointment', view: 'appointment_row' },
    conditions,
    ['starts_at', 'id'],
    filter,
    filter.sort === '-start',
  )
  return { ...envelope, appointments: rows }

  /** Staff look for patients, patients for doctors. Names are found first, by their own index, then the visits by id. */
  async function named(typed: string): Promise<Condition> {
    if (who.type !== 'patient') return where('patient_id = any (?::uuid[])', await findPatients(db, typed, MOST_NAMES))
    const wanted = numbered([doctorNamed(typed.trim())])
    const doctors = await db.query<{ id: string }>(`select id from doctor_row ${wanted.filter}`, wanted.values)
    return where(
      'doctor_id = any (?::uuid[])',
      doctors.rows.map((row) => row.id),
    )
  }
}

const MOST_NAMES = 2000

/** A visit that has ended before an instant began before it too; the indexes are ordered by start. */
const toClose = (until: Date) =>
  where(`status = 'waiting' and no_show_at is null and starts_at < ? and ends_at < ?`, until, until)

const HOUR_MS = 3_600_000
