import * as v from 'valibot'
import { BusyTime } from '../availability/busy.ts'
import type { CallTable } from '../kernel/call.ts'
import { credential, id, instant, listed, listOf, newRecordId, requiredText, text, version } from '../kernel/fields.ts'

/** How a calendar comes in (SPEC §7): its address, a file of it, or a consent given to us by another service. */
const LINK_KINDS = ['url', 'file', 'token'] as const

/** Why the last reading failed: words for each stand beside the calendar on the screen. */
export const LINK_FAILURES = [
  'address_refused',
  'unreachable',
  'refused',
  'too_large',
  'unreadable',
  'revoked',
] as const
export type LinkFailure = (typeof LINK_FAILURES)[number]

/** How much a shared calendar tells: that time is taken, whose initials, or all (for one's own devices). */
export const SHARE_LEVELS = ['busy', 'initials', 'full'] as const
export type ShareLevel = (typeof SHARE_LEVELS)[number]

/** Rule 96: a calendar is read every so many minutes; after so many failures in a row it is broken; its times stay for so many hours. */
export const READ_EVERY_MINUTES = 15
export const BROKEN_AFTER = 3
export const KEEP_TIMES_HOURS = 24
/** Of one doctor. */
export const MOST_LINKS = 10
/** Of a calendar that is read, bytes after unpacking; a file may have SPEC §9's 5 MB. */
export const MOST_CALENDAR_BYTES = 2 * 1024 * 1024

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * A calendar from elsewhere whose events take the doctor's time (rules 7, 96, 98). `ok`, `failing` (it will be tried again by itself) or
 * `broken`: the doctor has been told, and one act mends it. Addresses and tokens never leave the server.
 */
export const CalendarLink = v.object({
  id,
  version,
  doctorId: id,
  kind: v.picklist(LINK_KINDS),
  name: text(100),
  /** The address' host, the file's name, or the account. */
  account: text(200),
  state: v.picklist(['ok', 'failing', 'broken']),
  failure: v.nullable(v.picklist(LINK_FAILURES)),
  /** Times it takes of the doctor's, within the window that is read. */
  events: count,
  /** Events nobody could read, or not as a whole: they may take no time, or another. */
  skipped: count,
  /** Nothing good came for a day, and its times were let go. */
  dropped: v.boolean(),
  /** The last try, and the last that went well. */
  readAt: v.nullable(instant),
  goodAt: v.nullable(instant),
  createdAt: instant,
})
export type CalendarLink = v.InferOutput<typeof CalendarLink>

/** The address under which a doctor's calendar can be read by whoever has it; `https` and `webcal` name the same. */
const Share = v.object({
  url: credential(300),
  level: v.picklist(SHARE_LEVELS),
  createdAt: instant,
  /** When somebody last read it. */
  readAt: v.nullable(instant),
})
export type Share = v.InferOutput<typeof Share>

const name = requiredText(100)
const one = v.object({ status: v.literal(true), calendar: CalendarLink })
const shared = v.object({ status: v.literal(true), share: Share, url: credential(300) })
/** Path holes come as text; the server counts the digits as a day. */
const day = v.pipe(text(8), v.regex(/^\d{8}$/))
/** Why a calendar could not be read at all. */
const readRefusals = ['calendar_address', 'third_party_failure', 'file_too_large', 'calendar_unreadable'] as const
const doctor = ['doctor'] as const

export const calendarCalls = {
  /** What takes a doctor's time between two days, both included, at most 62, by the days of the doctor's first clinic; titles for the doctor alone. */
  'calendar.get': {
    method: 'GET',
    path: '/api/calendar/ical/:start/:end',
    roles: ['admin', 'clinic', 'doctor'],
    offline: 'cached',
    refusals: ['doctor_not_found', 'doctor_required', 'start_date_invalid', 'end_date_invalid'],
    input: v.strictObject({ start: day, end: day, doctor: v.optional(id) }),
    reply: v.object({ status: v.literal(true), calendar: v.array(BusyTime) }),
  },
  'calendar.list': {
    method: 'GET',
    path: '/api/calendar',
    roles: doctor,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ ...listed, calendars: v.array(CalendarLink) }),
  },
  /** Reads it before it says yes. `webcal:` means `https:`; addresses of private networks are refused (TRUST D8). */
  'calendar.addUrl': {
    method: 'POST',
    path: '/api/calendar/ical/url',
    roles: doctor,
    offline: 'online',
    refusals: ['id_taken', 'calendar_limit', ...readRefusals],
    input: v.strictObject({ id: newRecordId, name, url: requiredText(2000) }),
    reply: one,
    writes: { table: 'calendar_link', needs: [] },
    secret: 'url',
  },
  /** The end of a consent: what the callback's address brought (SPEC §2). The same account again mends the calendar it has. */
  'calendar.addToken': {
    method: 'POST',
    path: '/api/calendar/ical/token',
    roles: doctor,
    offline: 'online',
    refusals: ['id_taken', 'calendar_limit', 'consent_invalid', 'third_party_failure'],
    input: v.strictObject({ id: newRecordId, code: requiredText(2000), state: requiredText(100) }),
    reply: one,
    writes: { table: 'calendar_link', needs: [] },
    secret: 'code',
  },
  /** Where the doctor gives the consent [+]; `calendar` is the one to be mended. */
  'calendar.connect': {
    method: 'POST',
    path: '/api/calendar/connect',
    roles: doctor,
    offline: 'online',
    refusals: ['provider_missing', 'calendar_not_found'],
    input: v.strictObject({ calendar: v.optional(id) }),
    reply: v.object({ status: v.literal(true), url: credential(4000) }),
    audits: 'calendar_link',
  },
  /** Another name, or another address, which is read before it takes the old one's place. */
  'calendar.update': {
    method: 'PUT',
    path: '/api/calendar/:id',
    roles: doctor,
    offline: 'online',
    refusals: ['calendar_not_found', ...readRefusals],
    input: v.strictObject({ id, name: v.optional(name), url: v.optional(requiredText(2000)) }),
    reply: one,
    writes: { table: 'calendar_link', needs: [] },
    secret: 'url',
  },
  /** Reads it now; what goes wrong stands in the answer's `failure`. */
  'calendar.refresh': {
    method: 'PUT',
    path: '/api/calendar/:id',
    action: 'refresh',
    roles: doctor,
    offline: 'online',
    refusals: ['calendar_not_found'],
    input: v.strictObject({ id }),
    reply: one,
    writes: { table: 'calendar_link', needs: [] },
  },
  /** SPEC §7: PUT calendar without id is bulk. Has all of them read within a minute. */
  'calendar.refreshMany': {
    method: 'PUT',
    path: '/api/calendar',
    action: 'refresh',
    roles: doctor,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ ids: listOf(id, 200, 1) }),
    reply: v.object({
      status: v.literal(true),
      calendars: v.array(CalendarLink),
      refused: v.array(v.object({ id, refused: text(40) })),
    }),
    writes: { table: 'calendar_link', needs: [] },
  },
  /** Its times go with it; a consent is given back to its service. */
  'calendar.delete': {
    method: 'DELETE',
    path: '/api/calendar/:id',
    roles: doctor,
    offline: 'online',
    refusals: ['calendar_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'calendar_link', needs: [] },
  },
  'calendar.shared': {
    method: 'GET',
    path: '/api/calendar/share',
    roles: doctor,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), share: v.nullable(Share) }),
  },
  /** Makes the address, or gives the one there is; `level` changes what it tells, busy alone when it is new (rule 97). */
  'calendar.share': {
    method: 'POST',
    path: '/api/calendar/share',
    roles: doctor,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ level: v.optional(v.picklist(SHARE_LEVELS)) }),
    reply: shared,
    audits: 'calendar_share',
  },
  /** Another address; the old one ends at once. */
  'calendar.shareRenew': {
    method: 'POST',
    path: '/api/calendar/share',
    action: 'renew',
    roles: doctor,
    offline: 'online',
    refusals: ['share_not_found'],
    input: v.strictObject({}),
    reply: shared,
    audits: 'calendar_share',
  },
  'calendar.shareStop': {
    method: 'DELETE',
    path: '/api/calendar/share',
    roles: doctor,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true) }),
    audits: 'calendar_share',
  },
} as const satisfies CallTable

/** SPEC §7 `POST calendar/ical/{type}` where the type is file: multipart, beside the loop. A file given again for `calendar` takes its place. */
export const calendarFile = {
  method: 'POST',
  path: '/api/calendar/ical/file',
  roles: doctor,
  fields: v.strictObject({ id, name, calendar: v.optional(id) }),
  reply: one,
} as const

/** Where a shared calendar is read, by whoever has its address. */
export const FEED_PATH = '/api/calendar/feed'
