import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, money } from '../kernel/fields.ts'

/** Percent of the price. */
export const percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
export const COMMISSIONS = ['ratio', 'amount'] as const

/**
 * The agreement between a doctor and one clinic (rules 33, 53, 100). No other clinic reads or changes it. The price is
 * part of the hours, each of which belongs to one clinic.
 */
export const Membership = v.object({
  clinicId: id,
  /** In this clinic. */
  active: v.boolean(),
  commissionType: v.nullable(v.picklist(COMMISSIONS)),
  commissionRatio: v.nullable(percent),
  /** Minor units of the clinic's currency. */
  commissionAmount: v.nullable(money),
  /** Whether the clinic sees the doctor's phone and email. */
  sharesContact: v.boolean(),
  since: instant,
})

/** A doctor's own part of a membership. [+] */
export const membershipCalls = {
  'membership.share': {
    method: 'PUT',
    path: '/api/doctor/membership/:clinicId',
    roles: ['doctor'],
    offline: 'online',
    refusals: ['clinic_not_found'],
    input: v.strictObject({ clinicId: id, sharesContact: v.boolean() }),
    reply: v.object({ status: v.literal(true) }),
    audits: 'membership',
  },
  /**
   * Ends it from the doctor's side: their hours there end; waiting visits prevent it (`open`: how many). The doctor no
   * longer sees the clinic.
   */
  'membership.leave': {
    method: 'DELETE',
    path: '/api/doctor/membership/:clinicId',
    roles: ['doctor'],
    offline: 'online',
    refusals: ['clinic_not_found', 'doctor_has_appointments'],
    input: v.strictObject({ clinicId: id }),
    reply: v.object({ status: v.literal(true) }),
    audits: 'membership',
  },
} as const satisfies CallTable
