import * as v from 'valibot'
import { Slot } from '../appointment/appointment.ts'
import type { CallTable } from '../kernel/call.ts'
import { HOURS_TYPES } from './availability.lists.ts'
import {
  currency,
  dateInt,
  endTimeInt,
  id,
  instant,
  listOf,
  money,
  newRecordId,
  text,
  timeInt,
  version,
  visitMinutes,
} from '../kernel/fields.ts'
import { VISIT_TYPE_REFUSALS } from '../visittype/visittype.ts'

/** Ten years of public holidays and one's own holidays. */
const MOST_OFF = 200

/** A type of visit, or the visit that will move there: its length and buffers apply; neither: those of the hours. */
const shapeOf = { visitTypeId: v.optional(id), moves: v.optional(id) }

/** 1 Monday to 7 Sunday, each once. */
const days = v.pipe(
  listOf(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)), 7, 1),
  v.check((given) => new Set(given).size === given.length, 'twice'),
)
const type = v.picklist(HOURS_TYPES)

/** Days off, first and last, within the dates of the hours: a fortnight off, a public holiday. */
const off = listOf(v.strictObject({ from: dateInt, to: dateInt }), MOST_OFF)

const hours = {
  startDate: dateInt,
  endDate: dateInt,
  startTime: timeInt,
  /** 2400 is the end of the day; an end before the start is on the next day (decision 0114). */
  endTime: endTimeInt,
  period: visitMinutes,
  type,
  days,
}

/** Weekly hours of a doctor (SPEC §3), wall time in `zone` (rule 1). */
export const Availability = v.object({
  id,
  version,
  doctorId: id,
  clinicId: v.nullable(id),
  ...hours,
  price: money,
  currency,
  status: v.picklist(['active', 'passive']),
  /** IANA: the clinic's, or without one the doctor's own. */
  zone: text(64),
  /** Null if there are none. */
  off: v.optional(v.nullable(off)),
})
export type Availability = v.InferOutput<typeof Availability>

/** Path parameters come as text: the digits are checked here, the server checks that they are a day. */
const day = v.pipe(text(8), v.regex(/^\d{8}$/))

const staff = ['admin', 'clinic', 'doctor'] as const
const availabilityReply = v.object({ status: v.literal(true), availability: Availability })
const many = v.object({
  status: v.literal(true),
  availabilities: v.array(Availability),
  refused: v.array(v.object({ id, refused: text(40) })),
})
const ids = listOf(id, 200, 1)

/**
 * Why hours are refused, new or changed (rules 8, 10, 12). `hours_overlap` and `availability_dates` name what
 * conflicts.
 */
const hoursRefusals = ['end_date_invalid', 'end_time_invalid', 'hours_overlap', 'online_not_possible'] as const

export const availabilityCalls = {
  /** Free slots of a doctor between two days, both included, at most 62 (SPEC §7, rules 6–9). */
  'availability.get': {
    method: 'GET',
    path: '/api/availability/:doctor/:start/:end/:type',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'cached',
    refusals: [
      'doctor_not_found',
      'start_date_invalid',
      'end_date_invalid',
      'appointment_not_found',
      ...VISIT_TYPE_REFUSALS,
    ],
    input: v.strictObject({ doctor: id, start: day, end: day, type, ...shapeOf }),
    reply: v.object({ status: v.literal(true), availability: v.array(Slot) }),
  },
  /**
   * The earliest free time of each doctor that matches, earliest first [+] (SCREENS B1 "next free"), up to the end of
   * the horizon.
   */
  'availability.next': {
    method: 'POST',
    path: '/api/availability/next',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'cached',
    refusals: ['appointment_not_found', 'visittype_not_found', 'visittype_archived'],
    input: v.strictObject({
      ...shapeOf,
      type: v.optional(type),
      branchId: v.optional(id),
      clinicId: v.optional(id),
      city: v.optional(text(120)),
      /** A language that the doctor speaks, as on the doctor's card. */
      language: v.optional(text(35)),
      /** How many doctors to return at most. */
      most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)), 10),
    }),
    reply: v.object({ status: v.literal(true), free: v.array(v.object({ doctorId: id, slot: Slot })) }),
  },
  /**
   * Holds a free time for this person while they book [+] (rule 16). A new hold replaces the person's last one. `until`
   * is ISO.
   */
  'availability.hold': {
    method: 'POST',
    path: '/api/availability/hold',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'online',
    refusals: [
      'doctor_not_found',
      'doctor_passive',
      'slot_taken',
      'slot_past',
      'slot_outside',
      'slot_closed',
      'slot_too_soon',
      'slot_too_far',
      'appointment_not_found',
      ...VISIT_TYPE_REFUSALS,
    ],
    input: v.strictObject({
      doctorId: id,
      clinicId: v.nullable(id),
      type: v.picklist(['online', 'face-to-face']),
      start: instant,
      duration: visitMinutes,
      visitTypeId: v.optional(id),
      /** The visit of this doctor that will move there: it does not block itself (rule 28). */
      moves: v.optional(id),
    }),
    reply: v.object({ status: v.literal(true), until: instant }),
  },
  /** Releases it at once [+]: the person goes back or chooses another doctor. */
  'availability.release': {
    method: 'DELETE',
    path: '/api/availability/hold',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true) }),
  },
  /**
   * New hours, active at once. The price is in the clinic's currency, minor units. The device checks overlap with the
   * hours it holds, the server with all (rule 8).
   */
  'availability.add': {
    method: 'POST',
    path: '/api/availability',
    roles: staff,
    offline: 'queue',
    refusals: ['id_taken', 'doctor_not_found', 'clinic_not_found', ...hoursRefusals],
    input: v.strictObject({
      id: newRecordId,
      doctorId: id,
      clinicId: v.nullable(id),
      ...hours,
      off: v.optional(off),
      price: money,
    }),
    reply: availabilityReply,
    writes: { table: 'availability', needs: ['doctorId'], creates: true },
  },
  /** Changes days or hours. They must still cover every future visit (rule 10). */
  'availability.update': {
    method: 'PUT',
    path: '/api/availability/:id',
    roles: staff,
    offline: 'online',
    refusals: ['availability_not_found', 'availability_dates', ...hoursRefusals],
    input: v.strictObject({ id, ...v.entriesFromObjects([v.partial(v.object({ ...hours, off }))]) }),
    reply: availabilityReply,
    writes: { table: 'availability', needs: [] },
  },
  /** Booked visits keep their price (rule 21). */
  'availability.price': {
    method: 'PUT',
    path: '/api/availability/:id',
    action: 'price',
    roles: staff,
    offline: 'queue',
    refusals: ['availability_not_found'],
    input: v.strictObject({ id, price: money }),
    reply: availabilityReply,
    writes: { table: 'availability', needs: [], coalesce: 'edit', sets: ['price'] },
  },
  'availability.activate': {
    method: 'PUT',
    path: '/api/availability/:id',
    action: 'activate',
    means: [{ status: 'active' }, { active: true }],
    roles: staff,
    offline: 'queue',
    refusals: ['availability_not_found', 'hours_overlap', 'online_not_possible'],
    input: v.strictObject({ id }),
    reply: availabilityReply,
    writes: { table: 'availability', needs: [] },
  },
  /** No longer offers its future slots; visits stay (rule 11). */
  'availability.passivate': {
    method: 'PUT',
    path: '/api/availability/:id',
    action: 'passivate',
    means: [{ status: 'passive' }, { active: false }],
    roles: staff,
    offline: 'queue',
    refusals: ['availability_not_found'],
    input: v.strictObject({ id }),
    reply: availabilityReply,
    writes: { table: 'availability', needs: [] },
  },
  /** SPEC §7: PUT availability without id is bulk. Each is judged alone; `refused` names those that did not change. */
  'availability.priceMany': {
    method: 'PUT',
    path: '/api/availability',
    action: 'price',
    roles: staff,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ ids, price: money }),
    reply: many,
    writes: { table: 'availability', needs: [] },
  },
  'availability.activateMany': {
    method: 'PUT',
    path: '/api/availability',
    action: 'activate',
    means: [{ status: 'active' }, { active: true }],
    roles: staff,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ ids }),
    reply: many,
    writes: { table: 'availability', needs: [] },
  },
  'availability.passivateMany': {
    method: 'PUT',
    path: '/api/availability',
    action: 'passivate',
    means: [{ status: 'passive' }, { active: false }],
    roles: staff,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ ids }),
    reply: many,
    writes: { table: 'availability', needs: [] },
  },
  /** Only hours that no one has ever booked [+] (rule 11). */
  'availability.delete': {
    method: 'DELETE',
    path: '/api/availability/:id',
    roles: staff,
    offline: 'online',
    refusals: ['availability_not_found', 'availability_booked'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'availability', needs: [] },
  },
} as const satisfies CallTable
