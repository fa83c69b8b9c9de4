import { sqlState } from '../../db/transaction.ts'
import { ahead, type Area } from '../../http/handler.ts'
import { auditEntry } from './audit.ts'
import { sendPasswordLink } from './password-link.ts'
import { hashOf } from '../../identity/secret.ts'
import type { Role } from '../../../contract/kernel/call.ts'

/**
 * "That was not me": restores an account's contacts, ends all its sessions and sends the owner a link for a new
 * password. In its own transaction, without a person: the holder of the code needs no session, and may have lost the
 * password.
 */
export const undoContactHandlers = {
  'session.undoContact': ahead(async ({ code }, { deps, origin, now, refuse }) => {
    const tries = await deps.limits.take(['address', origin.ip])
    const client = await deps.pool.connect()
    let person: Undone | undefined
    try {
      await client.query('begin')
      const { rows } = await client.query<Undone>('select * from contact_undo($1, $2)', [hashOf(code), new Date(now)])
      person = rows[0]
      if (person) await sendPasswordLink({ db: client, deps, now, after: () => {} }, person.person_id, 'reset')
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      // the contact belongs to someone else now: only the clinic can tell whose it is
      if (sqlState(error) === '23505') return refuse('undo_link_invalid')
      throw error
    } finally {
      client.release()
    }
    if (!person) return refuse('undo_link_invalid')
    await tries.giveBack()
    for (const session of person.sessions) deps.closeSockets(session)
    deps.sendSoon()
    await auditEntry(deps.pool, {
      call: 'session.undoContact',
      person: { id: person.person_id, type: person.type, clinicId: person.clinic_id },
      proved: true,
      outcome: 'done',
      ip: origin.ip,
    })
    return { status: true as const }
  }),
} satisfies Pick<Area<'session'>, 'session.undoContact'>

type Undone = {
  readonly person_id: string
  readonly type: Role
  readonly clinic_id: string | null
  readonly sessions: readonly string[]
}
