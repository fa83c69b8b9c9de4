import { nameWords } from '../../../contract/kernel/name.rules.ts'
import { roomsOf } from '../../db/rows.ts'
import type { Area } from '../../http/handler.ts'
import { note } from '../notification/note.ts'
import { lockCard } from './store.ts'

type Calls = 'patient.erase' | 'patient.askErasure'
type Erased = {
  readonly why: 'patient_not_found' | 'open_appointments' | 'patient_has_money' | 'erasure_elsewhere' | null
  readonly stored: readonly string[]
  readonly sessions: readonly string[]
}

/**
 * Erases patients (TRUST D16): one function of the database does all of it, and refuses by name; the bytes are removed
 * after the commit.
 */
export const erasureHandlers: Pick<Area<'patient'>, Calls> = {
  'patient.erase': async ({ id, name, reason }, { db, deps, record, after, refuse }) => {
    const card = await lockCard(db, id)
    if (plain(name) !== plain(card.name)) return refuse('name_not_theirs')
    const rooms = await roomsOf(db, [{ table: 'patient', id }])
    const { rows } = await db.query<Erased>('select * from patient_erase($1)', [id])
    const [{ why, stored, sessions } = { why: 'patient_not_found' as const, stored: [], sessions: [] }] = rows
    if (why) return refuse(why)
    record({ object: { table: 'patient', id }, values: { erased: [null, reason] } })
    after(async () => {
      for (const session of sessions) deps.closeSockets(session)
      deps.poke(rooms)
      // a file that cannot be removed now is no longer referenced, and goes with the next clean-up; its key is
      // already gone
      for (const place of stored) await deps.files.remove(place).catch(() => null)
    })
    return { status: true }
  },

  'patient.askErasure': async ({ ask }, { db, deps, who, now, record, after }) => {
    record({ object: { table: 'patient', id: who.id } })
    const { rows } = await db.query<{ id: string }>('select patient_ask_erasure($1) as id', [
      ask ? new Date(now) : null,
    ])
    for (const { id } of rows) await note(db, { userId: id, kind: 'erasure_asked', args: [who.name] }, now)
    const rooms = await roomsOf(db, [{ table: 'patient', id: who.id }])
    after(async () => deps.poke([...rooms, ...rows.map(({ id }) => `user:${id}`)]))
    return { status: true }
  },
}

/** Compares as people type a name they read: case, spaces and the dots of an i do not matter. */
const plain = (name: string) => nameWords(name).plain.join(' ') || name.trim()
