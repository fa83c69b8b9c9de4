import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { alsoAs, id, instant, listed, newRecordId, paging, requiredText, text, version } from '../kernel/fields.ts'
import { RATES } from './comment.lists.ts'

export const ANSWER_MOST = 2000
const rate = v.picklist(RATES)

/**
 * A patient's comment on a completed visit (SPEC §3, rule 77): stars, and words if they like. One per visit; not public
 * until it is published. Its patient, its doctor, its clinic's users and, for public clinics, the admins see it.
 */
export const Comment = v.object({
  id,
  version,
  appointmentId: id,
  clinicId: v.nullable(id),
  doctorId: id,
  patientId: id,
  /** The doctor sees only the initials (SCREENS B13). */
  patientName: text(200),
  rate,
  content: text(2000),
  published: v.boolean(),
  /** When the doctor asked for another look; cleared once someone has looked. */
  reportedAt: v.nullable(instant),
  reportReason: v.nullable(text(500)),
  createdAt: instant,
  /**
   * What the clinic answers, plain text; empty if it has not, and to the patient while it is not public (decision 0163).
   */
  answer: text(ANSWER_MOST),
  answeredAt: v.nullable(instant),
  /** Whether the answer is public; that says nothing of the comment itself. */
  answerPublished: v.boolean(),
})
export type Comment = v.InferOutput<typeof Comment>

const shown = v.pipe(Comment, alsoAs('uuid'))
const commentReply = v.object({ status: v.literal(true), comment: shown })
const staff = ['admin', 'clinic', 'doctor'] as const
const path = '/api/comment/:id'
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const commentCalls = {
  /** `part`: the page without the head, or the head without a page. */
  'comment.list': {
    method: 'POST',
    path: '/api/comment/list',
    roles: staff,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({
      ...paging,
      published: v.optional(v.boolean()),
      rate: v.optional(rate),
      doctorId: v.optional(id),
      clinicId: v.optional(id),
      patientId: v.optional(id),
      appointmentId: v.optional(id),
      hasText: v.optional(v.boolean()),
      reported: v.optional(v.boolean()),
      /** Instants between which it was written. */
      since: v.optional(instant),
      until: v.optional(instant),
      part: v.optional(v.picklist(['page', 'head'])),
    }),
    reply: v.object({
      ...listed,
      comments: v.array(shown),
      /** Mean of all stars within the filter, ignoring the filter on stars; null if there are none. */
      average: v.optional(v.nullable(v.number())),
      /** How many with one star, two … five. */
      histogram: v.optional(v.pipe(v.array(count), v.length(5))),
    }),
  },
  'comment.get': {
    method: 'GET',
    path,
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'cached',
    refusals: ['comment_not_found'],
    input: v.strictObject({ id }),
    reply: commentReply,
  },
  'comment.add': {
    method: 'POST',
    path: '/api/comment/add',
    roles: ['patient'],
    offline: 'queue',
    refusals: ['id_taken', 'appointment_not_found', 'visit_not_completed', 'comment_exists'],
    input: v.strictObject({ id: newRecordId, appointmentId: id, rate, content: text(2000) }),
    reply: commentReply,
    writes: { table: 'comment', needs: ['appointmentId'], creates: true },
  },
  /** Also for a published comment: this settles a report of it. */
  'comment.publish': {
    method: 'PUT',
    path,
    action: 'publish',
    means: [{ status: 'published' }, { published: true }],
    roles: ['admin', 'clinic'],
    offline: 'queue',
    refusals: ['comment_not_found'],
    input: v.strictObject({ id }),
    reply: commentReply,
    writes: { table: 'comment', needs: [] },
  },
  'comment.unpublish': {
    method: 'PUT',
    path,
    action: 'unpublish',
    means: [{ status: 'unpublished' }, { published: false }],
    roles: ['admin', 'clinic'],
    offline: 'queue',
    refusals: ['comment_not_found'],
    input: v.strictObject({ id }),
    reply: commentReply,
    writes: { table: 'comment', needs: [] },
  },
  /** Reports it to those who publish it (rule 77: the doctor may only report). */
  'comment.report': {
    method: 'PUT',
    path,
    action: 'report',
    roles: ['doctor'],
    offline: 'queue',
    refusals: ['comment_not_found'],
    input: v.strictObject({ id, reason: requiredText(500) }),
    reply: commentReply,
    writes: { table: 'comment', needs: [] },
  },
  /**
   * The clinic's answer, empty to take it back. New words are read before they are public, except in a private clinic,
   * whose users are those who publish. Whether the comment is public stays as it is. [+]
   */
  'comment.answer': {
    method: 'PUT',
    path,
    action: 'answer',
    roles: ['clinic'],
    offline: 'queue',
    refusals: ['comment_not_found'],
    input: v.strictObject({ id, answer: text(ANSWER_MOST) }),
    reply: commentReply,
    writes: { table: 'comment', needs: [], coalesce: 'edit', sets: ['answer'] },
  },
  /** By whoever publishes comments; judged against the answer they have read. [+] */
  'comment.publishAnswer': {
    method: 'PUT',
    path,
    action: 'publishAnswer',
    roles: ['admin', 'clinic'],
    offline: 'queue',
    refusals: ['comment_not_found', 'comment_unanswered'],
    input: v.strictObject({ id }),
    reply: commentReply,
    writes: { table: 'comment', needs: [], rests: ['answer'] },
  },
  /** [+] */
  'comment.unpublishAnswer': {
    method: 'PUT',
    path,
    action: 'unpublishAnswer',
    roles: ['admin', 'clinic'],
    offline: 'queue',
    refusals: ['comment_not_found'],
    input: v.strictObject({ id }),
    reply: commentReply,
    writes: { table: 'comment', needs: [] },
  },
} as const satisfies CallTable
