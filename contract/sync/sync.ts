import type { TableName } from '../kernel/table-names.ts'

/**
 * One page of a pull (SYNC "On the wire"). Apply `drop` and `gone` before `rows`; a row carries `_b`, the buckets it is in.
 * `reset`: what the device holds is from another life of the database or another set; rows it does not get again go when the
 * filling is done. `progress` counts buckets filled.
 */
export type PullPage = {
  readonly status: true
  readonly cursor: string
  readonly more: boolean
  readonly gone: { readonly [T in TableName]?: readonly (readonly [bucket: string, id: string])[] }
  readonly rows: { readonly [table: string]: readonly unknown[] }
  readonly drop?: readonly string[]
  readonly reset?: true
  /** With `reset`: this database was restored from a copy and may have lost what the device was answered. It offers that again (R69). */
  readonly restored?: true
  readonly progress?: { readonly done: number; readonly of: number }
  /** While buckets are filled: whether the device is to hold every public card, or those its person knows (decision 0145). */
  readonly cards?: 'all' | 'known'
  /** Asked for with `check=1`, on the last page: what each bucket holds, to be held against the device's own (I12). */
  readonly checksums?: Checksums
}

/** Per bucket: how many records, and the sum of a hash over id and version. A bucket that is empty is not named. */
export type Checksums = { readonly [bucket: string]: readonly [n: number, sum: number] }

/** Buckets a device may ask to have sent again at once (`again=`, divided by commas). */
export const AGAIN = 50

/** Months beyond the window that a device may keep besides (`keep=`, UTC months like 2026-03 divided by commas). */
export const MOST_MONTHS = 12

/**
 * Public clinics of which an admin's device holds the records: those its person has chosen (`clinics=`, ids divided by commas), else the platform's
 * first. What other clinics have is asked of the server, so that a device holds as much of ten thousand clinics as of five (decision 0125).
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

/** Header of what brings changes made earlier: the device's clock as it is now, by which `madeAt` is put right (ISO). */
export const SENT_AT_HEADER = 'bedside-sent-at'

/** Keys of answered changes that a device may ask about at once (`POST /api/sync/unknown`). */
export const MOST_KEYS = 1000

/** Of the keys asked about, those of changes the server knows nothing of. */
export type UnknownKeys = { readonly status: true; readonly unknown: readonly string[] }

/** Rows in one page at most; a device may ask for fewer (`rows=`). */
export const MOST_ROWS = 500
/** Fewer than that nobody is sent in a page. */
export const LEAST_ROWS = 20

/** Calls in one batch at most. */
/** How long a server knows the keys of changes, days (TRUST D6): the same change sent again later could not be told from a new one. */
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

/** Its answer: the status, body and `Retry-After` the call would have had alone. */
export type BatchAnswer = { readonly status: number; readonly body: unknown; readonly retryAfter?: number }
