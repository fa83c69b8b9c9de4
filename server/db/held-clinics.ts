import * as v from 'valibot'
import { id } from '../../contract/kernel/fields.ts'
import { MOST_CLINICS } from '../../contract/sync/sync.ts'
import { kept, type Db } from './pool.ts'

/**
 * The public clinics of an admin's device: those chosen, if they are public, otherwise the platform's first (decision
 * 0125). Ten thousand clinics cost as much as five: the index is read from its start.
 */
export async function clinicsHeld(db: Pick<Db, 'query'>, chosen: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    chosen.length
      ? kept('select id from clinic where id = any ($1::uuid[]) and not private order by id', [chosen])
      : kept('select id from clinic where not private and deleted_at is null order by id limit $1', [MOST_CLINICS]),
  )
  return rows.map(({ id: clinic }) => clinic)
}

/** Ids in what a device or its socket says, divided by commas; what is none is passed over. */
export const clinicsOf = (value: unknown): string[] => (typeof value === 'string' ? idsOf(value, MOST_CLINICS) : [])

/** The first `most` of them. */
export const idsOf = (list: string, most: number): string[] =>
  list
    .slice(0, most * 40)
    .split(',')
    .filter((each) => v.is(id, each))
    .slice(0, most)

/** The room of the admins who hold a clinic. */
export const adminsRoom = (clinic: string) => `admins:${clinic}`
export const isAdminsRoom = (room: string) => room.startsWith('admins:')
