import type { MessageCode } from '../../contract/kernel/messages.ts'
import { isGone } from '../db/gone.ts'
import { sqlState } from '../db/transaction.ts'
import { Refused } from '../kernel/refused.ts'
import { LimitsDown } from './limits.ts'

/** A refusal that the database gives by its own names: overlap, an existing id, a missing record. */
export function refusalOf(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  const state = sqlState(error)
  if (state === '23P01') return new Refused(OVERLAPS[detailOf(error, 'constraint')] ?? 'slot_taken')
  if (state === '23505') return new Refused(CONSTRAINTS[detailOf(error, 'constraint')] ?? 'id_taken')
  if (state === '23514' && detailOf(error, 'constraint') === 'last_superadmin') return new Refused('last_superadmin')
  if (state === '23503') return new Refused('not_found')
  // a row the person may not write is one that does not exist; a missing grant has the same code and is a fault of ours
  return state === '42501' && detailOf(error, 'routine') === 'ExecWithCheckOptions'
    ? new Refused('not_found', {}, 404)
    : null
}

const detailOf = (error: unknown, name: 'constraint' | 'routine') => {
  const value = error instanceof Error && name in error ? (error as Error & Record<typeof name, unknown>)[name] : '' // just looked up
  return typeof value === 'string' ? value : ''
}
const OVERLAPS: Readonly<Record<string, MessageCode>> = {
  appointment_patient_once: 'patient_twice',
  appointment_in_closure: 'slot_closed',
}
const CONSTRAINTS: Readonly<Record<string, MessageCode>> = {
  person_phone: 'patient_exists',
  person_email: 'email_exists',
  clinic_slug_key: 'clinic_exists',
  clinic_panel_url_key: 'clinic_exists',
  article_title: 'article_exists',
  import_open: 'import_open',
}

/** Whether a refusal is stored with its key and repeated when the key comes again (SYNC "Idempotency"). */
export const isKept = ({ status }: Refused): boolean => KEPT.has(status)
const KEPT = new Set([404, 409, 412, 422])

/**
 * A lock, statement or connection timed out, three serialization failures, or the database is away: come back in a
 * moment. The same if attempts cannot be counted (TRUST R58).
 */
export const isBusy = (error: unknown): boolean =>
  error instanceof LimitsDown || BUSY.has(sqlState(error) ?? '') || isGone(error)
const BUSY = new Set(['55P03', '57014', '53300', '57P03', '40001', '40P01'])
