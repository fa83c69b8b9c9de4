import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import {
  CRASH_BUILD,
  CRASH_CODES,
  CRASH_FRAME,
  CRASH_NAMES,
  CRASH_ROUTE,
  MOST_CRASHES,
  MOST_FRAMES,
} from './crash.rules.ts'
import { instant, listOf, text } from '../kernel/fields.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))
/** A fault on a device, described only by words of closed lists and names of our own files (decision 0080). */
export const Crash = v.strictObject({
  build: v.pipe(text(16), v.regex(CRASH_BUILD)),
  route: v.pipe(text(120), v.regex(CRASH_ROUTE)),
  place: v.picklist(['page', 'worker']),
  name: v.picklist(CRASH_NAMES),
  code: v.nullable(v.picklist(CRASH_CODES)),
  stack: listOf(v.pipe(text(200), v.regex(CRASH_FRAME)), MOST_FRAMES),
  count,
})
export type Crash = v.InferOutput<typeof Crash>

/** One fault as superadmins see it. */
export const CrashLine = v.object({
  ...Crash.entries,
  fingerprint: text(64),
  count: v.pipe(v.number(), v.integer()),
  /** Someone who was signed in has met it. */
  known: v.boolean(),
  firstAt: instant,
  lastAt: instant,
  /** When a superadmin marked it as seen; it counts as new if it happens after that. */
  seenAt: v.nullable(instant),
})
export type CrashLine = v.InferOutput<typeof CrashLine>

export const crashCalls = {
  /** A device reports its faults, also if no one is signed in. [+] */
  'crash.report': {
    method: 'POST',
    path: '/api/crash/report',
    roles: 'anyone',
    offline: 'online',
    background: true,
    refusals: [],
    input: v.strictObject({ crashes: listOf(Crash, MOST_CRASHES, 1) }),
    reply: v.object({ status: v.literal(true) }),
  },
  /** Newest first. [+] */
  'crash.list': {
    method: 'POST',
    path: '/api/crash/list',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), crashes: v.array(CrashLine) }),
  },
  'crash.seen': {
    method: 'POST',
    path: '/api/crash/seen',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    audits: 'crash',
    refusals: [],
    input: v.strictObject({ fingerprint: v.pipe(text(64), v.regex(/^[\w-]{43}$/)) }),
    reply: v.object({ status: v.literal(true) }),
  },
} as const satisfies CallTable
