import * as v from 'valibot'
import { RATES } from '../comment/comment.lists.ts'
import type { CallTable } from '../kernel/call.ts'
import { alsoAs, id, instant, listed, newRecordId, paging, requiredText, text, version } from '../kernel/fields.ts'
import { keptRichText, requiredRichText } from '../kernel/rich-text.ts'
import { QUESTION_STATES, VOTES } from './question.lists.ts'

export const QUESTION_MOST = 2000
export const ANSWER_MOST = 8000
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * A question to one doctor or to any doctor of a specialty (SPEC §3), of a patient or of a proved stranger (decision
 * 0158). It carries no name. Public once it is answered and published (rule 78). Those who may answer, its clinic's users
 * and, for public clinics, the admins see it, and the patient who wrote it: its answer once that is public. Views and
 * votes count once a person.
 */
export const Question = v.object({
  id,
  version,
  clinicId: v.nullable(id),
  branchId: v.nullable(id),
  /** Null: any doctor of the specialty may answer. */
  doctorId: v.nullable(id),
  content: text(QUESTION_MOST),
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

/** What others wrote and a publisher made public, without their names: a comment has initials, a question nothing. */
export const DoctorVoices = v.object({
  comments: v.array(
    v.object({
      author: text(200),
      rate: v.picklist(RATES),
      content: text(2000),
      createdAt: instant,
      /** The clinic's, null if none is public. */
      answer: v.nullable(text(2000)),
    }),
  ),
  questions: v.array(
    v.object({
      id,
      content: text(2000),
      answer: keptRichText,
      answeredAt: instant,
      answeredBy: v.nullable(text(300)),
      likes: count,
      dislikes: count,
      /** The caller's own. */
      vote: v.picklist(VOTES),
    }),
  ),
})
export type DoctorVoices = v.InferOutput<typeof DoctorVoices>

const shown = v.pipe(Question, alsoAs('uuid'))
const questionReply = v.object({ status: v.literal(true), question: shown })
const path = '/api/doctor/question/:id'
const publishers = ['admin', 'clinic'] as const

export const questionCalls = {
  /**
   * The newest twenty comments and answers that are public, for the doctor's page in the app. No device holds them: they
   * are others'. [+]
   */
  'question.voices': {
    method: 'GET',
    path: '/api/doctor/:id/voices',
    roles: ['patient'],
    offline: 'online',
    refusals: ['doctor_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), ...DoctorVoices.entries }),
  },
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
   * A patient writes to a doctor they see, without their name; five a day. The server chooses the clinic: that of the
   * host, if the doctor is there; none for a doctor who is public. [+]
   */
  'question.ask': {
    method: 'POST',
    path: '/api/doctor/question',
    roles: ['patient'],
    offline: 'queue',
    refusals: ['id_taken', 'doctor_not_found', 'question_limit'],
    input: v.strictObject({ id: newRecordId, doctorId: id, content: requiredText(QUESTION_MOST) }),
    reply: questionReply,
    writes: { table: 'question', needs: [], creates: true },
  },
  /**
   * A reader's mark on a public answer: that they read it, or what they think of it. Counts once a person; not in the
   * audit, which would say what someone reads. [+]
   */
  'question.mark': {
    method: 'PUT',
    path,
    action: 'mark',
    roles: ['patient'],
    offline: 'online',
    refusals: ['question_not_found'],
    input: v.strictObject({ id, mark: v.picklist(['seen', ...VOTES]) }),
    reply: v.object({ status: v.literal(true), likes: count, dislikes: count, vote: v.picklist(VOTES) }),
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
