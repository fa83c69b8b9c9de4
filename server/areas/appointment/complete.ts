import { COMMENT_ASK_DAYS } from '../../../contract/kernel/constants.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { askAt } from '../../../contract/notification/reminder.rules.ts'
import { joint } from '../../db/joint.ts'
import type { Ctx } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { behindSignIn, reachOf } from '../../identity/links.ts'
import { readSettings } from '../setting/read.ts'
import { marked } from './marked.ts'
import { change, type Visit } from './store.ts'

type Needs = Pick<Ctx<'appointment.complete'>, 'db' | 'who' | 'now' | 'moment' | 'deps'>

/** Ends a visit: its queued messages are void (migration 0027), and its patient is asked once how it was (rule 68). */
export async function completeVisit(ctx: Needs, visit: Visit): Promise<[Target, ...Target[]]> {
  const { at, heardAt } = marked(ctx, visit, 'completed')
  const touched = await change(ctx, visit, {
    status: 'completed',
    completedBy: ctx.who.name,
    completedAt: at,
    heardAt,
  })
  // a patient who did not come is not asked
  if (!visit.noShowAt) await askForComment(ctx, visit)
  return touched
}

async function askForComment({ db, now, deps }: Needs, visit: Visit): Promise<void> {
  const reach = await reachOf(db, visit.patientId)
  if (!reach?.recipient) return
  const { quietFrom, quietTo } = await readSettings(db)
  const quiet = reach.channel === 'sms' ? { from: quietFrom, to: quietTo } : null
  const { rows } = await db.query<{ clinic: string; panel: string | null }>(
    joint(
      'select name as clinic, clinic_link_host(id) as panel from clinic where id = $1 and active',
      [visit.clinicId],
      { types: ['uuid'], stays: true },
    ),
  )
  await writeTo(db, deps.publicUrl(), reach, {
    template: 'visit_comment',
    path: behindSignIn(reach, `/appointment/${visit.id}`),
    house: rows[0]?.clinic ?? null,
    panelUrl: rows[0]?.panel ?? null,
    of: { patientId: visit.patientId, clinicId: visit.clinicId },
    visitId: visit.id,
    key: `comment:${visit.id}`,
    now,
    at: askAt(now, visit.zone, quiet),
    notAfter: now + COMMENT_ASK_DAYS * 86_400_000,
  })
}
