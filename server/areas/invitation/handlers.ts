import type { Invitation, Invited } from '../../../contract/invitation/invitation.ts'
import { allowStamping } from '../doctor/leave.ts'
import { roomsOf } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { note } from '../notification/note.ts'

/**
 * Invitations of a clinic and of a doctor; `doctor.join` makes them (invite.ts). The database decides whose they are.
 */
export const invitationHandlers: Area<'invitation'> = {
  'invitation.list': async (_, { db, now }) => {
    const { rows } = await db.query<Invitation>(
      `select * from invitation_row where status = 'open' and expires_at > $1 or created_at > $2 and status <> 'open'
        order by status <> 'open', created_at desc, id limit 200`,
      [new Date(now), new Date(now - 30 * DAY)],
    )
    return { status: true, invitations: rows }
  },

  'invitation.withdraw': async ({ id }, { db, now, record }) => {
    const { rowCount } = await db.query(`update invitation set status = 'withdrawn', answered_at = $2 where id = $1`, [
      id,
      new Date(now),
    ])
    if (!rowCount) throw new Refused('invitation_not_found')
    record({ object: { table: 'invitation', id } })
    return { status: true }
  },

  'invitation.mine': async (_, { db, now }) => {
    const { rows } = await db.query<Invited>('select * from my_invitations($1)', [new Date(now)])
    return { status: true, invitations: rows }
  },

  'invitation.accept': async ({ id, sharesContact }, ctx) => answer(id, { yes: true, sharesContact }, ctx),
  'invitation.decline': async ({ id }, ctx) => answer(id, { yes: false, sharesContact: false }, ctx),
}

const DAY = 86_400_000

/**
 * Tells the clinic's users about an acceptance with the doctor's name, about a refusal with the contact they had typed:
 * they may not learn more (rule 49).
 */
async function answer(
  id: string,
  { yes, sharesContact }: { readonly yes: boolean; readonly sharesContact: boolean },
  { db, who, now, deps, after, record }: Ctx<'invitation.accept'> | Ctx<'invitation.decline'>,
) {
  if (yes) await allowStamping(db)
  const { rows } = await db.query<{ clinic_id: string; contact: string; users: string[] }>(
    'select * from answer_invitation($1, $2, $3, $4)',
    [id, yes, sharesContact, new Date(now)],
  )
  const answered = rows[0]
  if (!answered) throw new Refused('invitation_not_found')
  record({ object: { table: 'invitation', id } })
  for (const userId of answered.users)
    await note(
      db,
      {
        userId,
        kind: yes ? 'invitation_accepted' : 'invitation_declined',
        args: [yes ? who.name : answered.contact],
      },
      now,
    )
  const rooms = yes
    ? await roomsOf(db, [{ table: 'doctor', id: who.id }])
    : [`doctor:${who.id}`, `clinic:${answered.clinic_id}`]
  after(async () => deps.poke([...rooms, `user:${who.id}`, ...answered.users.map((user) => `user:${user}`)]))
  return { status: true as const }
}
