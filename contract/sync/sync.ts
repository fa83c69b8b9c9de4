import type { TableName } from '../kernel/table-names.ts'

/**
 * One page of a pull (SYNC "On the wire"). Apply `drop` and `gone` before `rows`; a row carries `_b`, the buckets it is
 * in. `reset`: what the device holds comes from another life of the database or another set of buckets; rows that it
 * does not get again are removed when the fill is done. `progress` counts filled buckets.
 */
export type PullPage = {
  readonly status: true
  readonly cursor: string
  readonly more: boolean
  readonly gone: { readonly [T in TableName]?: readonly (readonly [bucket: string, id: string])[] }
  readonly rows: { readonly [table: string]: readonly unknown[] }
  readonly drop?: readonly string[]
  readonly reset?: true
  /**
   * With `reset`: this database was restored from a copy and may have lost changes that it had answered. The device
   * offers them again (R69).
   */
  readonly restored?: true
  readonly progress?: { readonly done: number; readonly of: number }
  /** While buckets are filled: whether the device is to hold every public card, or those its person knows (decision 0145). */
  readonly cards?: 'all' | 'known'
  /** Asked for with `check=1`, on the last page: what each bucket holds, to be held against the device's own (I12). */
  readonly checksums?: Checksums
}

/** Per bucket: the number of records, and the sum of a hash over id and version. Empty buckets are not named. */
export type Checksums = { readonly [bucket: string]: readonly [n: number, sum: number] }

/** How many buckets a device may request again at once (`again=`, separated by commas). */
export const AGAIN = 50

/** How many months beyond the window a device may keep (`keep=`, UTC months like 2026-03 separated by commas). */
export const MOST_MONTHS = 12

/**
 * Public clinics whose records an admin's device holds: those its person has chosen (`clinics=`, ids separated by
 * commas), otherwise the platform's first. The server answers for other clinics, so that a device holds as much for ten
 * thousand clinics as for five (decision 0125).
 */
export const MOST_CLINICS = 5

/**
 * Header of a pull: the doctors whose cards a patient's device holds because they were opened there, ids divided by commas, the latest first. Also empty it says
 * that the device searches the server for others; one without it is sent every public card (decision 0145). No part of the address, which is logged on the way.
 */
export const CARDS_HEADER = 'bedside-cards'
export const MOST_OPENED = 20

/** Header of a batch: the cursor the device holds. Bases of another life of the database are not judged: 409 `restored`, pull first. */
export const CURSOR_HEADER = 'bedside-cursor'

/** Header of requests with changes made earlier: the device's current time, which corrects `madeAt` (ISO). */
export const SENT_AT_HEADER = 'bedside-sent-at'

/** How many keys of answered changes a device may ask about at once (`POST /api/sync/unknown`). */
export const MOST_KEYS = 1000

/** Of those keys, the ones the server does not know. */
export type UnknownKeys = { readonly status: true; readonly unknown: readonly string[] }

/** Most rows in one page; a device may ask for fewer (`rows=`). */
export const MOST_ROWS = 500
/** Fewest rows a device can ask for. */
export const LEAST_ROWS = 20

/** Calls in one batch at most. */
/**
 * How long a server knows the keys of changes, days (TRUST D6): the same change sent again later could not be told from
 * a new one.
 */
export const KEY_KEPT_DAYS = 180

export const BATCH = 100

/** One place of a batch: a call of the contract by name, as the outbox holds it. */
export type BatchCall = {
  readonly call: string
  readonly key: string
  readonly base: number | null
  readonly madeAt: string
  readonly input: unknown
}

/** Its answer: the status, body and `Retry-After` that the call would have had alone. */
export type BatchAnswer = { readonly status: number; readonly body: unknown; readonly retryAfter?: number }
