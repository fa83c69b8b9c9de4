import * as v from 'valibot'
import { CURRENCIES, DEFAULT_LANGUAGE, LANGUAGES, LONGEST_VISIT_MINUTES, SHORTEST_VISIT_MINUTES } from './constants.ts'
import type { Role } from './call.ts'
import { composed, hasInvisible, LONGEST_LINE } from './line.rules.ts'
import { isDate, isZone } from './time.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/**
 * A pipe stops at its first failure, in every schema on both sides: the length is checked first, and nothing reads a
 * text that is already refused (TRUST G9).
 */
v.setGlobalConfig({ abortPipeEarly: true })

/** Refuses what PostgreSQL or JSON cannot transport: U+0000 and lone surrogates. */
const carriable = v.check<string, 'text'>((value) => value.isWellFormed() && !value.includes('\0'), 'text')

/** A password, or any other value where every byte counts, as it was typed; at most `max` UTF-16 units. */
export const secret = (max: number) => v.pipe(v.string(), v.maxLength(max), carriable)

/**
 * Text of at most `max` UTF-16 units in NFC, otherwise as typed: search terms, a phone in any spelling, several lines.
 */
export const freeText = (max: number) => v.pipe(secret(max), v.transform(composed), v.maxLength(max))

/** Refused in requests; a stored reply with such characters goes out without them (contract/kernel/reply.ts). */
export const visibleLine = v.check<string, 'text_invisible'>((value) => !hasInvisible(value), 'text_invisible')

/**
 * Text as `freeText`. Up to `LONGEST_LINE` units it is one line, and characters that change the direction of text or
 * are invisible are refused. Longer text is prose of several lines, where a quotation in another script may need them;
 * they end with their paragraph.
 */
export const text = (max: number) => v.pipe(freeText(max), max <= LONGEST_LINE ? visibleLine : anyLine)
const anyLine = v.check<string, 'text'>(() => true, 'text')

/** Text that must say something: at least one character that is not a space. */
export const requiredText = (max: number) => v.pipe(text(max), filled)
/** At least one character that is not a space. */
export const filled = v.check<string, 'required'>((value) => value.trim() !== '', 'required')

/**
 * At most `most` of these. A list that is too long is refused before any of it is read: a megabyte holds half a million
 * entries.
 */
export function listOf<const S extends v.GenericSchema>(item: S, most: number, least = 0) {
  const whole = v.pipe(v.array(item), v.minLength(least), v.maxLength(most))
  const length = v.pipe(v.custom<unknown[]>(Array.isArray), v.maxLength(most))
  const run: (typeof whole)['~run'] = (dataset, config) =>
    Array.isArray(dataset.value) && dataset.value.length > most
      ? (length['~run'](dataset, config) as ReturnType<typeof run>) // with an issue, so the value is never used
      : whole['~run'](dataset, config)
  return { ...whole, '~run': run }
}

/** A record's id, in lower case as the database prints it. New ones are UUIDv7, made where the record is made. */
export const id = v.pipe(v.string(), v.regex(UUID))

/**
 * The id of a record that the call makes. External callers may omit it, and the server makes one (`asRowTakes`); a
 * device never omits it.
 */
export const newRecordId = v.pipe(id, v.metadata({ newRecord: true }))

/** An instant in UTC, ISO 8601 with `Z`, as `Date.toISOString` writes it; on a day that exists, from 1900 to 2199. */
export const instant = v.pipe(v.string(), v.regex(INSTANT), v.check(isInstant, 'instant'))

/** An IANA zone by area and place. */
export const zone = v.pipe(text(64), v.check(isZone, 'zone'))

/** A calendar day that exists, as the integer YYYYMMDD (SPEC §9). */
export const dateInt = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(19000101),
  v.maxValue(21991231),
  v.check(isDate, 'date'),
)

/** A calendar day that exists, as YYYY-MM-DD. */
export const isoDay = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((value) => isInOurTime(value) && isDate(Number(value.replaceAll('-', ''))), 'date'),
)

/** How long a visit takes, minutes. */
export const visitMinutes = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(SHORTEST_VISIT_MINUTES),
  v.maxValue(LONGEST_VISIT_MINUTES),
)

/** A wall-clock time as the integer HHmm (SPEC §9). */
export const timeInt = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(2359),
  v.check((value) => value % 100 < 60, 'time'),
)
/** The same, and 2400 for the end of the day. */
export const endTimeInt = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(2400),
  v.check((value) => value % 100 < 60, 'time'),
)

/** Money in minor units (kuruş, cents, pence); never a fraction. */
export const money = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000_000))
export const currency = v.picklist(CURRENCIES)
export const language = v.picklist(LANGUAGES, 'language_not_found')
export const version = v.pipe(v.number(), v.integer(), v.minValue(1))

/** SPEC §3: a text per language; a language with an empty text has no entry. */
export const multilingual = (max: number) =>
  listOf(v.strictObject({ lang: language, value: requiredText(max) }), LANGUAGES.length)

/** The same for input: each language once, and Turkish is required where the text is (SCREENS B0). */
export const multilingualInput = (max: number, need?: 'required') =>
  v.pipe(
    multilingual(max),
    v.check((texts) => new Set(texts.map(({ lang }) => lang)).size === texts.length, 'language_twice'),
    v.check((texts) => need !== 'required' || texts.some(({ lang }) => lang === DEFAULT_LANGUAGE), 'required'),
  )

/** SPEC's name for a record's id, sent in addition to `id` (`withWireNames`). */
export const alsoAs = <T>(name: '_id' | 'uuid') => v.metadata<T, { readonly alsoAs: string }>({ alsoAs: name })

/** Marks a field that only these roles may see; `visible` removes it for all others. */
export const see = <T>(...roles: readonly Role[]) => v.metadata<T, { readonly see: readonly Role[] }>({ see: roles })

/**
 * A value that grants access to whoever holds it: a token, a recovery code, the address of a payment. A reply with one
 * is never compressed (contract/kernel/wire.ts, `mayCompress`).
 */
export const credential = (max: number) => v.pipe(text(max), v.metadata({ credential: true }))

/** SPEC §7 lists take `page` and `limit`; our own screens page by keyset with `after`, the last row's cursor. */
export const paging = {
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
  after: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** An exact `total`, even beyond 10,000: slower the more there are. */
  exact: v.optional(v.boolean()),
  keyword: v.optional(freeText(100)),
}

/** What every list returns besides its rows. `total` is exact up to 10,000; beyond that `more` is true. */
export const listed = {
  status: v.literal(true),
  total: v.pipe(v.number(), v.integer()),
  pages: v.pipe(v.number(), v.integer()),
  more: v.optional(v.boolean()),
  after: v.optional(v.nullable(v.string())),
}

/**
 * Checks only the digits: a month of free times holds a thousand instants, and a `Date` for each took half the time of
 * the answer.
 */
function isInstant(value: string): boolean {
  if (value < '1900' || value >= '2200' || !CLOCK.test(value)) return false
  return isDate(Number(value.slice(0, 4) + value.slice(5, 7) + value.slice(8, 10)))
}
const CLOCK = /T([01]\d|2[0-3]):[0-5]\d:[0-5]\d/

const isInOurTime = (value: string) => value >= '1900' && value < '2200' && Number.isFinite(Date.parse(value))
