import type { Parsed } from '../../../contract/calls.ts'
import type { Db } from '../../db/pool.ts'
import type { Ctx } from '../../http/handler.ts'
import { betweenDays } from '../../http/days.ts'
import { where, type Condition } from '../../http/list.ts'
import { findPatients } from '../../db/find-patients.ts'

export type Filter = Omit<Parsed<'payment.summary'>, 'by'>

/** The scalar column of the caller's own side comes first, so that its index is used (SYNC). */
export async function conditionsOf(
  filter: Filter,
  { db, who }: Pick<Ctx<'payment.list'>, 'db' | 'who'>,
): Promise<Condition[]> {
  const { keyword } = filter
  return [
    ...(who.type === 'doctor' ? [where('doctor_id = ?', who.id)] : []),
    ...(who.type === 'clinic' ? [where('clinic_id = ?', who.clinicId)] : []),
    ...(filter.id ? [where('id = ?', filter.id)] : []),
    ...(filter.doctorId ? [where('doctor_id = ?', filter.doctorId)] : []),
    ...(filter.clinicId ? [where('clinic_id = ?', filter.clinicId)] : []),
    ...(filter.patientId ? [where('patient_id = ?', filter.patientId)] : []),
    ...(filter.appointmentId ? [where('appointment_id = ?', filter.appointmentId)] : []),
    ...betweenDays(filter.dated === 'paid' ? 'paid_at' : 'added_at', filter.from, filter.to),
    ...(filter.status ? [where('status = ?', filter.status)] : []),
    ...(filter.refundStatus ? [where('refund_status = ?', filter.refundStatus)] : []),
    ...(filter.earnStatus ? [where('earn_status = ?', filter.earnStatus)] : []),
    ...(filter.type ? [where('type = ?', filter.type)] : []),
    // RULES 13, SCREENS B23: doctors see no banks, so this filter is ignored for them
    ...(filter.bankId && who.type !== 'doctor' ? [where('bank_id = ?', filter.bankId)] : []),
    ...(keyword?.trim() ? [where(...(await found(db, who, keyword.trim())))] : []),
  ]
}

const MOST_NAMES = 2000

/**
 * By the patient; by the last digits of the number on a receipt; by a transfer's reference, except for doctors, who see
 * no bank data.
 */
async function found(
  db: Db,
  { type }: Ctx<'payment.list'>['who'],
  words: string,
): Promise<[sql: string, ...values: unknown[]]> {
  const people = await findPatients(db, words, MOST_NAMES)
  const isNumber = /^[\da-f]{12}$/i.test(words)
  const isReference = type !== 'doctor' && (/^[a-z]{6}$/i.test(words) || /-[a-z]{6}$/i.test(words))
  return [
    ['patient_id = any (?::uuid[])', ...(isNumber ? ['number = ?'] : []), ...(isReference ? ['letters = ?'] : [])].join(
      ' or ',
    ),
    people,
    ...(isNumber ? [words.toLowerCase()] : []),
    ...(isReference ? [words.slice(-6).toUpperCase()] : []),
  ]
}
