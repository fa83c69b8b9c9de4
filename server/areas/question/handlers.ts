import type { Target } from '../../../contract/kernel/effect.ts'
import { whyNotAnswer, whyNotPublish } from '../../../contract/question/question.rules.ts'
import { ANSWER_MOST, type Question } from '../../../contract/question/question.ts'
import { isBlank } from '../../../contract/kernel/rich-text.rules.ts'
import { refuseUnlessPublisher } from '../comment/publishers.ts'
import { readRows } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { contains, listPage, where } from '../../http/list.ts'
import { cleanRichTextAside } from '../../kernel/clean-rich-text.ts'
import { askQuestion } from './ask.ts'
import { voicesOf } from './voices.ts'
import { tellAsker } from './tell-asker.ts'
import { countSeen, countVote, personVoter, votesOf } from './voter.ts'

/** Questions to doctors (rule 78): the first answer counts; a publisher makes answered ones public. */
export const questionHandlers: Area<'question'> = {
  'question.list': async ({ keyword, state, doctorId, branchId, clinicId, ...paging }, { db, who }) => {
    const { rows, envelope } = await listPage<Question & { created_at: Date }>(
      db,
      { table: 'question', view: 'question_row' },
      [
        ...(who.type === 'clinic' ? [where('clinic_id = ?', who.clinicId)] : []),
        ...(state === undefined ? [] : [where(state === 'unanswered' ? `answer = ''` : `answer <> ''`)]),
        ...(state === 'unpublished' ? [where('not published')] : []),
        ...(doctorId ? [where('doctor_id = ?', doctorId)] : []),
        ...(branchId ? [where('branch_id = ?', branchId)] : []),
        ...(clinicId ? [where('clinic_id = ?', clinicId)] : []),
        ...(keyword?.trim() ? [contains('content', keyword.trim())] : []),
      ],
      ['created_at', 'id'],
      paging,
      true,
    )
    return { ...envelope, questions: rows }
  },

  'question.ask': askQuestion,
  'question.voices': voicesOf,

  'question.mark': async ({ id, mark }, { db, deps, who, refuse }) => {
    const voter = personVoter(deps.vault, id, who.id)
    if (mark === 'seen') {
      await countSeen(db, id, voter)
      const { rows } = await db.query<{ likes: number; dislikes: number }>('select * from question_counts($1)', [id])
      const [counts] = rows
      if (!counts) return refuse('question_not_found')
      return { status: true, ...counts, vote: (await votesOf(db, deps.vault, who.id, [id])).get(id) ?? 'none' }
    }
    const counts = await countVote(db, id, voter, mark)
    return counts ? { status: true, ...counts, vote: mark } : refuse('question_not_found')
  },

  'question.answer': async ({ id, answer: typed }, ctx) => {
    const { db, who, now, base } = ctx
    const question = await load(id, ctx)
    const answer = await cleanRichTextAside(typed, { pictures: false, field: 'answer' })
    // cleaned away, or written longer by its entities than there is room for
    if (isBlank(answer) || answer.length > 2 * ANSWER_MOST)
      throw new Refused('bad_input', { fields: { answer: 'required' } }, 400)
    // TRUST R06: made before, under a key that is lost
    if (question.answererId === who.id && question.answer === answer) return [{ table: 'question', id }]
    // a doctor who did not know the other answer sees it beside their own
    judge({ table: 'question', id }, question.field_versions, base, ['answer'])
    const why = whyNotAnswer(question, who)
    if (why) throw new Refused(why)
    const [doctor] = await readRows(db, 'doctor', [who.id])
    const name = [doctor?.title, who.name].filter(Boolean).join(' ')
    await db.query(
      'update question set answer = $2, answered_at = $3, answerer_id = $4, answered_by = $5, published = false where id = $1',
      [id, answer, new Date(now), who.id, name],
    )
    return [{ table: 'question', id }]
  },

  'question.publish': async ({ id }, ctx) => {
    await refuseUnlessPublisher(ctx.db, ctx.who)
    const question = await load(id, ctx)
    // no one publishes words they have not read
    judge({ table: 'question', id }, question.field_versions, ctx.base, ['answer'])
    const why = whyNotPublish(question)
    if (why) throw new Refused(why)
    return publish(question, true, ctx)
  },

  'question.unpublish': async ({ id }, ctx) => {
    await refuseUnlessPublisher(ctx.db, ctx.who)
    return publish(await load(id, ctx), false, ctx)
  },

  'question.delete': async ({ id }, ctx) => {
    await refuseUnlessPublisher(ctx.db, ctx.who)
    const { rowCount } = await ctx.db.query('delete from question where id = $1', [id])
    if (!rowCount) throw new Refused('question_not_found')
    return [{ table: 'question', id }] satisfies [Target]
  },
}

type Kept = Question & { readonly field_versions: Readonly<Record<string, number>> }

/** The question, locked until the end of the transaction; an invisible one does not exist. */
async function load(id: string, { db }: Pick<Ctx<'question.answer'>, 'db'>): Promise<Kept> {
  await db.query('select from question where id = $1 for update', [id])
  const { rows } = await db.query<Kept>('select * from question_row where id = $1', [id])
  if (!rows[0]) throw new Refused('question_not_found')
  return rows[0]
}

async function publish(
  { id, published: was }: Question,
  published: boolean,
  { db, deps, now, record, after }: Pick<Ctx<'question.publish'>, 'db' | 'deps' | 'now' | 'record' | 'after'>,
): Promise<[Target]> {
  const { rows } = await db.query<{ asker_id: string | null; first: boolean }>(
    'select asker_id, told_at is null as first from question where id = $1',
    [id],
  )
  await db.query(
    'update question set published = $2, judged_at = $3, told_at = case when $2 then coalesce(told_at, $3) else told_at end where id = $1',
    [id, published, new Date(now)],
  )
  if (published && rows[0]?.first) {
    await tellAsker(db, deps, { id, askerId: rows[0].asker_id }, now)
    after(async () => deps.sendSoon())
  }
  record({ values: { published: [was, published] } })
  return [{ table: 'question', id }]
}
