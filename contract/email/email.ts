import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import type { Language } from '../kernel/constants.ts'
import { EMAIL_GROUPS, TAGS, TEMPLATES } from './email.templates.ts'
import { id, instant, language, listed, listOf, multilingual, requiredText, text, version } from '../kernel/fields.ts'

/**
 * A template in one language. `{tag}` is filled in as text; a blank line starts a paragraph. An SMS has no subject, and
 * shorter words of its own.
 */
export const Letter = v.strictObject({
  subject: requiredText(200),
  content: requiredText(4000),
  sms: requiredText(600),
})
export type Letter = v.InferOutput<typeof Letter>
export type LetterInAll = Readonly<Record<Language, Letter>>

const inEach = { tr: v.nullable(Letter), en: v.nullable(Letter), de: v.nullable(Letter), ru: v.nullable(Letter) }

/**
 * What admins have written in place of a template's built-in words, by language; null: the built-in words. The platform
 * has one set for all clinics.
 */
export const Email = v.object({ id, version, template: v.picklist(TEMPLATES), ...inEach })
export type Email = v.InferOutput<typeof Email>

/** As in SPEC's list: id, current subject and content, usable tags. */
const Listed = v.object({
  ...Email.entries,
  group: v.picklist(EMAIL_GROUPS),
  subject: multilingual(200),
  content: multilingual(4000),
  sms: multilingual(600),
  tags: v.array(v.picklist(TAGS)),
})

/** A message that was not sent and is not retried; only of people the caller may see (rule 47). */
export const Undelivered = v.object({
  id,
  channel: v.picklist(['mail', 'sms']),
  to: text(320),
  template: text(40),
  lang: language,
  /** Why: no server answered, the server refused, we may not call that host, it is too late, its template is gone. */
  reason: v.picklist(['unreachable', 'refused', 'host_not_allowed', 'expired', 'no_template']),
  tries: v.pipe(v.number(), v.integer()),
  /** For a patient's visit or money: the patient's card. */
  patientId: v.nullable(id),
  madeAt: instant,
  endedAt: instant,
  /** Whether it can still go: its words are kept and it is not too late. */
  canGo: v.boolean(),
})
export type Undelivered = v.InferOutput<typeof Undelivered>

const ids = listOf(id, 100, 1)
const count = v.pipe(v.number(), v.integer())

export const emailCalls = {
  'email.list': {
    method: 'GET',
    path: '/api/email/schemalist',
    roles: ['admin'],
    offline: 'cached',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ ...listed, emails: v.array(Listed) }),
  },
  /**
   * New words in these languages; null restores a language's built-in words. Queued messages store their template and
   * its values, so a change applies to all that are not sent yet.
   */
  'email.update': {
    method: 'PUT',
    path: '/api/email/schema/:id',
    roles: ['admin'],
    offline: 'queue',
    refusals: ['email_not_found', 'tag_unknown', 'tag_missing', 'address_in_letter'],
    input: v.strictObject({
      id,
      tr: v.optional(inEach.tr),
      en: v.optional(inEach.en),
      de: v.optional(inEach.de),
      ru: v.optional(inEach.ru),
    }),
    reply: v.object({ status: v.literal(true), email: Email }),
    writes: { table: 'email', needs: [], coalesce: 'edit', sets: ['tr', 'en', 'de', 'ru'] },
  },
  /** Sends one to the caller, filled with sample data: as saved, or as in `letter`. [+] */
  'email.test': {
    method: 'POST',
    path: '/api/email/test',
    roles: ['admin'],
    offline: 'online',
    audits: 'email',
    refusals: [
      'email_not_found',
      'tag_unknown',
      'tag_missing',
      'address_in_letter',
      'setting_incomplete',
      'third_party_failure',
    ],
    input: v.strictObject({ id, lang: language, by: v.picklist(['mail', 'sms']), letter: v.optional(Letter) }),
    reply: v.object({ status: v.literal(true) }),
  },
  /** What could not be sent, newest first, before `before` (SCREENS B22 [+]). */
  'email.undelivered': {
    method: 'POST',
    path: '/api/email/undelivered',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ before: v.optional(id), limit: v.optional(v.pipe(count, v.minValue(1), v.maxValue(100))) }),
    reply: v.object({ status: v.literal(true), letters: v.array(Undelivered), total: count, more: v.boolean() }),
  },
  /** Tries them again from the start, except those that are too late. Answers how many will go. */
  'email.resend': {
    method: 'POST',
    path: '/api/email/resend',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    audits: 'message',
    refusals: [],
    input: v.strictObject({ ids }),
    reply: v.object({ status: v.literal(true), count }),
  },
  /** They are no longer listed, and their words are deleted. */
  'email.giveUp': {
    method: 'POST',
    path: '/api/email/giveup',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    audits: 'message',
    refusals: [],
    input: v.strictObject({ ids }),
    reply: v.object({ status: v.literal(true), count }),
  },
} as const satisfies CallTable
