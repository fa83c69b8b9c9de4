import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import type { Language } from '../kernel/constants.ts'
import { EMAIL_GROUPS, TAGS, TEMPLATES } from './email.templates.ts'
import { id, instant, language, listed, listOf, multilingual, requiredText, text, version } from '../kernel/fields.ts'

/** A template in one language. `{tag}` is filled in as text; a blank line begins a paragraph. An SMS has no subject and its own, shorter words. */
export const Letter = v.strictObject({
  subject: requiredText(200),
  content: requiredText(4000),
  sms: requiredText(600),
})
export type Letter = v.InferOutput<typeof Letter>
export type LetterInAll = Readonly<Record<Language, Letter>>

const inEach = { tr: v.nullable(Letter), en: v.nullable(Letter), de: v.nullable(Letter), ru: v.nullable(Letter) }

/** What admins have written instead of a template's own words, by language; null where those hold. The platform has one set for all clinics. */
export const Email = v.object({ id, version, template: v.picklist(TEMPLATES), ...inEach })
export type Email = v.InferOutput<typeof Email>

/** As SPEC's list has it: id, subject and content as they go out now, usable tags. */
const Listed = v.object({
  ...Email.entries,
  group: v.picklist(EMAIL_GROUPS),
  subject: multilingual(200),
  content: multilingual(4000),
  sms: multilingual(600),
  tags: v.array(v.picklist(TAGS)),
})

/** A message that did not go and is not tried any more; only of people the asker may see (rule 47). */
export const Undelivered = v.object({
  id,
  channel: v.picklist(['mail', 'sms']),
  to: text(320),
  template: text(40),
  lang: language,
  /** Why: no server answered, it said no, it is none we may dial, its time had passed, its template is gone. */
  reason: v.picklist(['unreachable', 'refused', 'host_not_allowed', 'expired', 'no_template']),
  tries: v.pipe(v.number(), v.integer()),
  /** Of a patient's visit or money: whose card it is. */
  patientId: v.nullable(id),
  madeAt: instant,
  endedAt: instant,
  /** Whether it may still go: its words are kept and its time has not passed. */
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
   * Other words in these languages; null gives a language its own words back. Queued messages keep their template and what fills it, so a
   * change holds for all that has not gone yet.
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
  /** One of them to the one who asks, filled with sample data: as saved, or as `letter` says. [+] */
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
  /** What could not be sent, the newest first, before `before` (SCREENS B22 [+]). */
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
  /** Tries them again, from the beginning; those whose time has passed stay. Answers how many go. */
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
  /** They are not shown any more, and their words are emptied. */
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
