import type { Refusal } from '../../../contract/calls.ts'
import { readRows, roomsOf } from '../../db/rows.ts'
import type { Handler } from '../../http/handler.ts'
import { toColumn } from '../../db/sealed-columns.ts'
import { lockCard, type Card } from './store.ts'

/** Merges two cards of one patient (SCREENS B7): the database moves what the caller's side has, and refuses by name. */
export const mergePatients: Handler<'patient.merge'> = async ({ id, from }, { db, deps, after, refuse }) => {
  // locks in one order, whichever way round two desks merge at once
  const found = new Map<string, Card>()
  for (const each of [id, from].toSorted()) found.set(each, await lockCard(db, each))
  const cards = [
    { table: 'patient' as const, id },
    { table: 'patient' as const, id: from },
  ]
  const before = await roomsOf(db, cards)
  const { rows } = await db.query<{ why: Refusal<'patient.merge'> | null }>('select patient_merge($1, $2) as why', [
    id,
    from,
  ])
  const why = rows[0]?.why
  if (why) return refuse(why)
  const allergies = bothAllergies(found.get(id)?.allergies ?? null, found.get(from)?.allergies ?? null)
  if (allergies) {
    const { rows: whose } = await db.query<{ realm: string | null }>('select realm from person where id = $1', [id])
    const sealed = toColumn('patient', 'allergies', { id, clinic: whose[0]?.realm ?? null }, allergies)
    await db.query('select patient_allergies_of_both($1, $2)', [id, sealed])
  }
  const [card] = await readRows(db, 'patient', [id])
  if (!card) return refuse('patient_not_found')
  const rooms = [...before, ...(await roomsOf(db, cards))]
  after(async () => deps.poke(rooms))
  return { status: true, patient: card }
}

/** Merging never loses an allergy: adds what the other card says, if it differs. Null: keep the card's own. */
function bothAllergies(stays: string | null, goes: string | null): string | null {
  if (!stays || !goes || stays.toLowerCase().includes(goes.toLowerCase())) return null
  return `${stays}; ${goes}`.slice(0, 500)
}
