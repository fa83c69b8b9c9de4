import * as v from 'valibot'
import { BusyTime } from '../availability/busy.ts'
import type { CallTable } from '../kernel/call.ts'
import { credential, id, instant, listed, listOf, newRecordId, requiredText, text, version } from '../kernel/fields.ts'

/** How a calendar is connected (SPEC §7): by its address, by a file, or by consent at another service. */
const LINK_KINDS = ['url', 'file', 'token'] as const

/** Why the last read failed; the screen shows words for each beside the calendar. */
export const LINK_FAILURES = [
  'address_refused',
  'unreachable',
  'refused',
  'too_large',
  'unreadable',
  'revoked',
] as const
export type LinkFailure = (typeof LINK_FAILURES)[number]

/** How much a shared calendar shows: busy times, initials, or everything (for the doctor's own devices). */
export const SHARE_LEVELS = ['busy', 'initials', 'full'] as const
export type ShareLevel = (typeof SHARE_LEVELS)[number]

/**
 * Rule 96: how often a calendar is read, after how many failures in a row it is broken, and how long its times stay,
 * hours.
 */
export const READ_EVERY_MINUTES = 15
export const BROKEN_AFTER = 3
export const KEEP_TIMES_HOURS = 24
/** Per doctor. */
export const MOST_LINKS = 10
/** Largest calendar that is read, bytes after unpacking; a file may have SPEC §9's 5 MB. */
export const MOST_CALENDAR_BYTES = 2 * 1024 * 1024

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * An external calendar whose events block the doctor's time (rules 7, 96, 98). `ok`, `failing` (retried automatically)
 * or `broken`: the doctor has been told and can repair it in one step. Addresses and tokens never leave the server.
 */
export const CalendarLink = v.object({
  id,
  version,
  doctorId: id,
  kind: v.picklist(LINK_KINDS),
  name: text(100),
  /** The host of the address, the file's name, or the account. */
  account: text(200),
  state: v.picklist(['ok', 'failing', 'broken']),
  failure: v.nullable(v.picklist(LINK_FAILURES)),
  /** Busy times it adds within the window that is read. */
  events: count,
  /** Events that could not be read, or only in part: they may block no time, or a wrong one. */
  skipped: count,
  /** Nothing could be read for a day, and its times were dropped. */
  dropped: v.boolean(),
  /** The last attempt, and the last that succeeded. */
  readAt: v.nullable(instant),
  goodAt: v.nullable(instant),
  createdAt: instant,
})
export type CalendarLink = v.InferOutput<typeof CalendarLink>

/** The address at which anyone who has it can read a doctor's calendar; `https` and `webcal` are the same calendar. */
const Share = v.object({
  url: credential(300),
  level: v.picklist(SHARE_LEVELS),
  createdAt: instant,
  /** When it was last read. */
  readAt: v.nullable(instant),
})
export type Share = v.InferOutput<typeof Share>

const name = requiredText(100)
const calendarReply = v.object({ status: v.literal(true), calendar: CalendarLink })
const shared = v.object({ status: v.literal(true), share: Share, url: credential(300) })
/** Path parameters come as text; the server reads the digits as a day. */
const day = v.pipe(text(8), v.regex(/^\d{8}$/))
/** Why a calendar could not be read at all. */
const readRefusals = ['calendar_address', 'third_party_failure', 'file_too_large', 'calendar_unreadable'] as const
const doctor = ['doctor'] as const

export const calendarCalls = {
  /**
   * What blocks a doctor's time between two days, both included, at most 62, in the zone of the doctor's first clinic;
   * only the doctor sees titles.
   */
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
  /**
   * Reads the calendar before it accepts it. `webcal:` means `https:`; addresses of private networks are refused (TRUST
   * D8).
   */
  'calendar.addUrl': {
    method: 'POST',
    path: '/api/calendar/ical/url',
    roles: doctor,
    offline: 'online',
    refusals: ['id_taken', 'calendar_limit', ...readRefusals],
    input: v.strictObject({ id: newRecordId, name, url: requiredText(2000) }),
    reply: calendarReply,
    writes: { table: 'calendar_link', needs: [] },
    secret: 'url',
  },
  /**
   * Completes a consent with what the callback's address carried (SPEC §2). The same account again repairs the existing
   * calendar.
   */
  'calendar.addToken': {
    method: 'POST',
    path: '/api/calendar/ical/token',
    roles: doctor,
    offline: 'online',
    refusals: ['id_taken', 'calendar_limit', 'consent_invalid', 'third_party_failure'],
    input: v.strictObject({ id: newRecordId, code: requiredText(2000), state: requiredText(100) }),
    reply: calendarReply,
    writes: { table: 'calendar_link', needs: [] },
    secret: 'code',
  },
  /** The address where the doctor gives consent [+]; `calendar` is the one to repair. */
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
  /** Renames it, or changes its address; a new address is read before it replaces the old one. */
  'calendar.update': {
    method: 'PUT',
    path: '/api/calendar/:id',
    roles: doctor,
    offline: 'online',
    refusals: ['calendar_not_found', ...readRefusals],
    input: v.strictObject({ id, name: v.optional(name), url: v.optional(requiredText(2000)) }),
    reply: calendarReply,
    writes: { table: 'calendar_link', needs: [] },
    secret: 'url',
  },
  /** Reads it now; the answer's `failure` says what went wrong. */
  'calendar.refresh': {
    method: 'PUT',
    path: '/api/calendar/:id',
    action: 'refresh',
    roles: doctor,
    offline: 'online',
    refusals: ['calendar_not_found'],
    input: v.strictObject({ id }),
    reply: calendarReply,
    writes: { table: 'calendar_link', needs: [] },
  },
  /** SPEC §7: PUT calendar without id is bulk. All of them are read within a minute. */
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
  /** Its times are removed too; a consent is revoked at its service. */
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
  /**
   * Makes the address, or returns the existing one. `level` changes what it shows; a new one shows busy times only
   * (rule 97).
   */
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

/**
 * SPEC §7 `POST calendar/ical/{type}` with type file: multipart, outside the loop. A file for an existing `calendar`
 * replaces it.
 */
export const calendarFile = {
  method: 'POST',
  path: '/api/calendar/ical/file',
  roles: doctor,
  fields: v.strictObject({ id, name, calendar: v.optional(id) }),
  reply: calendarReply,
} as const

/** Where a shared calendar is read by anyone with its address. */
export const FEED_PATH = '/api/calendar/feed'
