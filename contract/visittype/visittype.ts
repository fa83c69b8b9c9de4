import * as v from 'valibot'
import { APPOINTMENT_TYPES } from '../appointment/appointment.lists.ts'
import type { CallTable } from '../kernel/call.ts'
import {
  currency,
  id,
  listed,
  money,
  multilingual,
  multilingualInput,
  newRecordId,
  paging,
  version,
  visitMinutes,
} from '../kernel/fields.ts'

/** A type's colour by name; how each looks, light and dark, is the app's. */
export const VISIT_COLOURS = ['blue', 'green', 'violet', 'orange', 'red', 'teal', 'pink', 'grey'] as const
export type VisitColour = (typeof VISIT_COLOURS)[number]

/** The longest time that is kept free before or after a visit, minutes; `doctor_is_taken` looks as far. */
export const MOST_BUFFER = 120
export const INSTRUCTIONS_MAX = 500

const buffer = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_BUFFER))
const place = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))
const colour = v.picklist(VISIT_COLOURS)

/** A kind of visit that a clinic or one of its doctors offers (issue 32, 1; decision 0159). */
export const VisitType = v.object({
  id,
  version,
  /** Null: the doctor's own practice. */
  clinicId: v.nullable(id),
  /** Null: every doctor of the clinic. */
  doctorId: v.nullable(id),
  name: multilingual(120),
  /** What patients are told: come fasting, bring earlier results. Empty if there is nothing to say. */
  instructions: multilingual(INSTRUCTIONS_MAX),
  duration: visitMinutes,
  price: money,
  currency,
  /** Minutes before and after it that no other visit of the doctor takes. */
  bufferBefore: buffer,
  bufferAfter: buffer,
  type: v.picklist(APPOINTMENT_TYPES),
  /** Whether patients may book it themselves; the desk and the doctor always may. */
  forPatients: v.boolean(),
  colour,
  /** The order in lists, ascending. */
  place,
  /** No longer offered. What was booked keeps its name and price. */
  archived: v.boolean(),
})
export type VisitType = v.InferOutput<typeof VisitType>

/** What a visit keeps of its type, as it was when it was booked. */
export const BookedType = v.object({
  id,
  name: multilingual(120),
  instructions: multilingual(INSTRUCTIONS_MAX),
  colour,
  bufferBefore: buffer,
  bufferAfter: buffer,
})
export type BookedType = v.InferOutput<typeof BookedType>

const fields = {
  name: multilingualInput(120, 'required'),
  instructions: multilingualInput(INSTRUCTIONS_MAX),
  duration: visitMinutes,
  price: money,
  bufferBefore: buffer,
  bufferAfter: buffer,
  type: v.picklist(APPOINTMENT_TYPES),
  forPatients: v.boolean(),
  colour,
  place,
}
const FIELDS = [
  'name',
  'instructions',
  'duration',
  'price',
  'bufferBefore',
  'bufferAfter',
  'type',
  'forPatients',
  'colour',
  'place',
] as const
const reply = v.object({ status: v.literal(true), visit_type: VisitType })
const path = '/api/visittype/:id'

/** Why a type cannot be booked, or moved to: another doctor's or clinic's, kept for the desk, archived. */
export const VISIT_TYPE_REFUSALS = ['visittype_not_found', 'visittype_staff_only', 'visittype_archived'] as const

export const visitTypeCalls = {
  /**
   * The types that the caller may see, in order: a desk all of its clinic, a doctor those that are for them, a patient
   * what can be booked. `doctorId` and `clinicId` narrow it to what this doctor offers there.
   */
  'visittype.list': {
    method: 'POST',
    path: '/api/visittype/list',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'cached',
    refusals: [],
    input: v.strictObject({
      ...paging,
      doctorId: v.optional(id),
      clinicId: v.optional(id),
      /** Absent: only those that are offered. */
      archived: v.optional(v.boolean()),
    }),
    reply: v.object({ ...listed, visitTypes: v.array(VisitType) }),
  },
  /** A clinic's desk for the whole clinic or one of its doctors, a doctor for themselves. The price is in the clinic's currency. */
  'visittype.add': {
    method: 'POST',
    path: '/api/visittype',
    roles: ['clinic', 'doctor'],
    offline: 'queue',
    refusals: ['id_taken', 'clinic_not_found', 'doctor_not_found', 'online_not_possible'],
    input: v.strictObject({ id: newRecordId, clinicId: v.nullable(id), doctorId: v.nullable(id), ...fields }),
    reply,
    writes: { table: 'visit_type', needs: [], creates: true },
  },
  /** What is booked already keeps its length, buffers, name and price. */
  'visittype.update': {
    method: 'PUT',
    path,
    roles: ['clinic', 'doctor'],
    offline: 'queue',
    refusals: ['visittype_not_found', 'visittype_archived', 'online_not_possible'],
    input: v.strictObject({ id, ...v.partial(v.object(fields)).entries }),
    reply,
    writes: { table: 'visit_type', needs: [], coalesce: 'edit', sets: FIELDS },
  },
  /** It is offered no more, and stays readable for what was booked. */
  'visittype.archive': {
    method: 'PUT',
    path,
    action: 'archive',
    roles: ['clinic', 'doctor'],
    offline: 'queue',
    refusals: ['visittype_not_found'],
    input: v.strictObject({ id }),
    reply,
    writes: { table: 'visit_type', needs: [] },
  },
} as const satisfies CallTable
