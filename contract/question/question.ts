import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { alsoAs, id, instant, listed, paging, text, version } from '../kernel/fields.ts'
import { keptRichText, requiredRichText } from '../kernel/rich-text.ts'
import { QUESTION_STATES } from './question.lists.ts'

export const ANSWER_MOST = 8000
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * A question of a visitor of the booking site (SPEC §3), to one doctor or to any doctor of a specialty. Public once it
 * is answered and published (rule 78). Those who may answer, its clinic's users and, for public clinics, the admins see
 * it. The booking site counts views and votes, one per session.
 */
export const Question = v.object({
  id,
  version,
  clinicId: v.nullable(id),
  branchId: v.nullable(id),
  /** Null: any doctor of the specialty may answer. */
  doctorId: v.nullable(id),
  content: text(2000),
  /** Rich text; empty until someone has answered. */
  answer: keptRichText,
  answeredAt: v.nullable(instant),
  answererId: v.nullable(id),
  answeredBy: v.nullable(text(300)),
  published: v.boolean(),
  likes: count,
  dislikes: count,
  views: count,
  createdAt: instant,
})
export type Question = v.InferOutput<typeof Question>

const shown = v.pipe(Question, alsoAs('uuid'))
const questionReply = v.object({ status: v.literal(true), question: shown })
const path = '/api/doctor/question/:id'
const publishers = ['admin', 'clinic'] as const

export const questionCalls = {
  'question.list': {
    method: 'POST',
    path: '/api/doctor/question/list',
    roles: ['admin', 'clinic', 'doctor'],
    offline: 'cached',
    refusals: [],
    input: v.strictObject({
      ...paging,
      /** `unpublished`: answered, and not public. */
      state: v.optional(v.picklist(QUESTION_STATES)),
      doctorId: v.optional(id),
      branchId: v.optional(id),
      clinicId: v.optional(id),
    }),
    reply: v.object({ ...listed, questions: v.array(shown) }),
  },
  /**
   * The first answer counts: whoever comes second sees it beside their own. One's own can be edited, and is then
   * reviewed again before it is public.
   */
  'question.answer': {
    method: 'POST',
    path: '/api/doctor/question/answer/:id',
    roles: ['doctor'],
    offline: 'queue',
    refusals: ['question_not_found', 'question_answered'],
    input: v.strictObject({ id, answer: requiredRichText(ANSWER_MOST) }),
    reply: questionReply,
    writes: { table: 'question', needs: [], coalesce: 'edit', sets: ['answer'] },
  },
  'question.publish': {
    method: 'PUT',
    path,
    action: 'publish',
    means: [{ status: 'published' }, { published: true }],
    roles: publishers,
    offline: 'queue',
    refusals: ['question_not_found', 'question_unanswered'],
    input: v.strictObject({ id }),
    reply: questionReply,
    writes: { table: 'question', needs: [], rests: ['answer'] },
  },
  'question.unpublish': {
    method: 'PUT',
    path,
    action: 'unpublish',
    means: [{ status: 'unpublished' }, { published: false }],
    roles: publishers,
    offline: 'queue',
    refusals: ['question_not_found'],
    input: v.strictObject({ id }),
    reply: questionReply,
    writes: { table: 'question', needs: [] },
  },
  'question.delete': {
    method: 'DELETE',
    path,
    roles: publishers,
    offline: 'queue',
    refusals: ['question_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), question: v.optional(shown) }),
    writes: { table: 'question', needs: [], removes: true },
  },
} as const satisfies CallTable
