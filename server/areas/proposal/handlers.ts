import type { Parsed } from '../../../contract/calls.ts'
import type { Proposal } from '../../../contract/proposal/proposal.ts'
import { readIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { roomsOf } from '../../db/rows.ts'
import { toIdentity } from '../../db/sealed-columns.ts'
import { checkWords, refuseTaken } from '../doctor/store.ts'
import { writeCard } from '../doctor/write-card.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area } from '../../http/handler.ts'

/** Changes a clinic proposes to a doctor's own card; whose they are is the table's policy. */
export const proposalHandlers: Area<'proposal'> = {
  'proposal.list': async (_, { db }) => {
    const { rows } = await db.query<Proposal>('select * from card_proposal_row order by made_at, id limit 200')
    return { status: true, proposals: rows }
  },

  'proposal.accept': async ({ id }, { db, who, deps, after, record }) => {
    const { rows } = await db.query<Proposal>('select * from card_proposal_row where id = $1', [id])
    const proposal = rows[0]
    if (!proposal) throw new Refused('proposal_not_found')
    await db.query('delete from card_proposal where id = $1', [id])
    // written by `propose`, of what `doctor.update` had parsed
    const { name, identity, ...parts } = proposal.fields as Partial<Parsed<'doctor.update'>>
    // words may have been taken off the lists meanwhile
    await checkWords(db, parts)
    if (identity !== undefined) {
      const number = identity ? readIdentityNumber(identity) : null
      const { rows: own } = await db.query<{ realm: string | null }>('select realm from person where id = $1', [who.id])
      const realm = own[0]?.realm ?? null
      const kept = toIdentity(realm, number)
      if (kept) await refuseTaken(db, realm, { phone: null, email: null, identity: kept }, who.id)
      await db.query('select own_identity_set($1)', [kept])
    }
    if (name !== undefined) await db.query('update person set name = $2 where id = $1', [who.id, name.trim()])
    await writeCard(db, who.id, parts)
    record({ object: { table: 'doctor', id: who.id } })
    const rooms = await roomsOf(db, [{ table: 'doctor', id: who.id }])
    after(async () => deps.poke(rooms))
    return { status: true }
  },

  'proposal.drop': async ({ id }, { db, record }) => {
    const { rows } = await db.query<{ doctor_id: string }>(
      'delete from card_proposal where id = $1 returning doctor_id',
      [id],
    )
    if (!rows[0]) throw new Refused('proposal_not_found')
    record({ object: { table: 'doctor', id: rows[0].doctor_id } })
    return { status: true }
  },
}
