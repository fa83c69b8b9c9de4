import { newId } from '../../../contract/kernel/id.ts'
import { INVITATION_DAYS, INVITATIONS_A_DAY, type Invitation } from '../../../contract/invitation/invitation.ts'
import { phoneOf } from './store.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Handler } from '../../http/handler.ts'

/**
 * Rule 53: a doctor works in another clinic once they accept. The answer is the same whether or not someone has the
 * contact, also in another realm (rule 49); a job tells the doctor (tell.ts), so that timing reveals nothing either.
 */
export const joinDoctor: Handler<'doctor.join'> = async ({ phone: typed, email }, ctx) => {
  const { db, who, now, record, refuse } = ctx
  if (!typed && !email) throw new Refused('bad_input', { fields: { email: 'required' } }, 400)
  const phone = typed ? await phoneOf(db, typed, who.clinicId) : null
  const { rows: sent } = await db.query<{ n: number }>(
    'select count(*)::int as n from invitation_row where created_at > $1',
    [new Date(now - DAY)],
  )
  if (sent[0]!.n >= INVITATIONS_A_DAY) throw new Refused('too_many_tries', { seconds: DAY / 1000 }, 429)
  const { rows } = await db.query<{ id: string; is_here: string | null }>(
    'select * from invite($1, $2, $3, $4, $5, $6)',
    [newId(now), email ?? null, phone, who.name, new Date(now), new Date(now + INVITATION_DAYS * DAY)],
  )
  const made = rows[0]!
  if (made.is_here) return refuse('doctor_exists', { id: made.is_here })
  record({ object: { table: 'invitation', id: made.id } })
  const { rows: found } = await db.query<Invitation>('select * from invitation_row where id = $1', [made.id])
  return { status: true, invitation: found[0]! }
}

const DAY = 86_400_000
