import { whyNotComment, whyNotPublishAnswer } from '../../../contract/comment/comment.rules.ts'
import type { Comment } from '../../../contract/comment/comment.ts'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { lockUntilEnd } from '../../db/advisory.ts'
import { readRows } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { note } from '../notification/note.ts'
import { listComments } from './list.ts'
import { publishersOf, refuseUnlessPublisher } from './publishers.ts'

/**
 * Comments on visits (rule 77): the patient writes one, once; its doctor may report it; a publisher makes it public.
 * Its clinic may answer; the answer is published apart from it (decision 0163).
 */
export const commentHandlers: Area<'comment'> = {
  'comment.list': listComments,

  'comment.get': async ({ id }, { db, refuse }) => {
    const [comment] = await readRows(db, 'comment', [id])
    return comment ? { status: true, comment } : refuse('comment_not_found')
  },

  'comment.add': async ({ id, appointmentId, rate, content }, { db, who, now, refuse }) => {
    const target: [Target] = [{ table: 'comment', id }]
    // TRUST R06: made before under a key that is lost; the same text by the same person counts as success
    const known = await db.query(
      'select from comment where id = $1 and patient_id = $2 and appointment_id = $3 and rate = $4 and content = $5',
      [id, who.id, appointmentId, rate, content],
    )
    if (known.rowCount) return target
    // two devices of one person wait for each other here
    const { rows } = await db.query<Pick<Appointment, 'status'>>(
      'select status from appointment where id = $1 and patient_id = $2 for update',
      [appointmentId, who.id],
    )
    if (!rows[0]) return refuse('appointment_not_found')
    const { rows: others } = await db.query<{ id: string }>('select id from comment where appointment_id = $1', [
      appointmentId,
    ])
    const why = whyNotComment(rows[0], others[0])
    if (why) throw new Refused(why)
    await db.query('insert into comment (id, appointment_id, rate, content, created_at) values ($1, $2, $3, $4, $5)', [
      id,
      appointmentId,
      rate,
      content,
      new Date(now),
    ])
    return target
  },

  'comment.publish': async ({ id }, ctx) => moderate(id, true, ctx),
  'comment.unpublish': async ({ id }, ctx) => moderate(id, false, ctx),

  'comment.report': async ({ id, reason }, ctx) => {
    const { db, now } = ctx
    const { clinicId, reportedAt } = await load(id, ctx)
    await db.query('select comment_report($1, $2, $3)', [id, reason.trim(), new Date(now)])
    const [doctor] = await readRows(db, 'doctor', [ctx.who.id])
    const name = [doctor?.title, ctx.who.name].filter(Boolean).join(' ')
    // they have been told already, and have not decided yet
    if (!reportedAt)
      for (const userId of await publishersOf(db, clinicId))
        await note(db, { userId, kind: 'comment_reported', args: [name.slice(0, 200)] }, now)
    return [{ table: 'comment', id }]
  },

  'comment.answer': async ({ id, answer: typed }, ctx) => {
    const { db, now, base, refuse } = ctx
    const target: Target = { table: 'comment', id }
    const comment = await load(id, ctx)
    const answer = typed.trim()
    // TRUST R06: made before, under a key that is lost; and the same words need no second look
    if (comment.answer === answer) return [target]
    // two desks at once: the second sees the other's answer beside its own
    judge(target, comment.field_versions, base, ['answer'])
    const { rows } = await db.query<{ done: boolean | null }>('select comment_answer($1, $2, $3) as done', [
      id,
      answer,
      new Date(now),
    ])
    return rows[0]?.done ? [target] : refuse('comment_not_found')
  },

  'comment.publishAnswer': async ({ id }, ctx) => {
    await refuseUnlessPublisher(ctx.db, ctx.who)
    const comment = await load(id, ctx)
    // no one publishes words they have not read
    judge({ table: 'comment', id }, comment.field_versions, ctx.base, ['answer'])
    const why = whyNotPublishAnswer(comment)
    if (why) throw new Refused(why)
    return decideAnswer(comment, true, ctx)
  },

  'comment.unpublishAnswer': async ({ id }, ctx) => {
    await refuseUnlessPublisher(ctx.db, ctx.who)
    return decideAnswer(await load(id, ctx), false, ctx)
  },
}

async function decideAnswer(
  { id, answerPublished: was }: Comment,
  published: boolean,
  { db, now, record }: Pick<Ctx<'comment.publishAnswer'>, 'db' | 'now' | 'record'>,
): Promise<[Target]> {
  await db.query('update comment set answer_published = $2, answer_judged_at = $3 where id = $1', [
    id,
    published,
    new Date(now),
  ])
  record({ values: { answerPublished: [was, published] } })
  return [{ table: 'comment', id }]
}

/** A decision also settles a report. */
async function moderate(
  id: string,
  published: boolean,
  ctx: Pick<Ctx<'comment.publish'>, 'db' | 'who' | 'now' | 'record'>,
) {
  await refuseUnlessPublisher(ctx.db, ctx.who)
  const before = await load(id, ctx)
  await ctx.db.query(
    'update comment set published = $2, reported_at = null, report_reason = null, judged_at = $3 where id = $1',
    [id, published, new Date(ctx.now)],
  )
  ctx.record({ values: { published: [before.published, published] } })
  return [{ table: 'comment' as const, id }] satisfies [Target]
}

/** The comment, locked if the caller may change it; an invisible one does not exist. */
async function load(id: string, { db }: Pick<Ctx<'comment.publish'>, 'db'>): Promise<Kept> {
  await lockUntilEnd(db, 'comment', id)
  const { rows } = await db.query<Kept>('select * from comment_row where id = $1', [id])
  if (!rows[0]) throw new Refused('comment_not_found')
  return rows[0]
}

type Kept = Comment & { readonly field_versions: Readonly<Record<string, number>> }
