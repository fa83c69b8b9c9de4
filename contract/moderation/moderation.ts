import * as v from 'valibot'
import { RATES } from '../comment/comment.lists.ts'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, language, listed, paging, text, version } from '../kernel/fields.ts'
import { keptRichText } from '../kernel/rich-text.ts'
import { WAITING_KINDS } from './moderation.lists.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * One that waits (docs/decisions/0145): never decided, changed since it was, or reported by its doctor. What was withdrawn does not wait before its words change.
 * An article's and a page's text is read on their own: `article.get`, and the page's screen.
 */
export const Waiting = v.object({
  kind: v.picklist(WAITING_KINDS),
  id,
  /** Of the record: what is published is judged against what was read. */
  version,
  /** Of an article or a page; else empty. */
  title: text(300),
  language: v.nullable(language),
  /** A comment's words, the question that was asked, or a clinic's answer. */
  content: text(2000),
  /** The comment that a clinic answers, empty if it has stars alone; else empty. */
  about: text(2000),
  /** Rich text; of a question alone. */
  answer: keptRichText,
  /** Who wrote what would be published: the patient, whoever answered, the author; null of a page, which is the admins', and of a clinic's answer. */
  byName: v.nullable(text(300)),
  /** Stars of a comment, also of one that is answered. */
  rate: v.nullable(v.picklist(RATES)),
  /** The doctor that the comment or question is about. */
  doctorName: v.nullable(text(300)),
  clinicId: v.nullable(id),
  clinicName: v.nullable(text(160)),
  /** Its doctor asks for it to be looked at again; it may be public meanwhile. */
  reported: v.boolean(),
  reportReason: v.nullable(text(500)),
  published: v.boolean(),
  since: instant,
})
export type Waiting = v.InferOutput<typeof Waiting>

/** [+] */
export const moderationCalls = {
  /** What waits over all clinics that the caller may see, the latest first; `counts` are of all kinds, whichever is asked for. */
  'moderation.list': {
    method: 'POST',
    path: '/api/moderation/list',
    roles: ['admin'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({
      ...paging,
      kind: v.optional(v.picklist(WAITING_KINDS)),
      clinicId: v.optional(id),
    }),
    reply: v.object({
      ...listed,
      waiting: v.array(Waiting),
      counts: v.object({ comment: count, question: count, article: count, page: count, answer: count }),
    }),
  },
} as const satisfies CallTable
