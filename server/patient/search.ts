import type { Patient } from '../../contract/patient.ts'
import { readIdentityNumber } from '../../contract/identity.rules.ts'
import { nameWords } from '../../contract/name.rules.ts'
import type { Db } from '../db/pool.ts'
import { totals } from '../db/rows.ts'
import { withNextVisit } from './store.ts'

/** A page of cards by any part of the name, by phone or by the whole identity number, in name order. */
export async function searchPatients(
  db: Db,
  typed: string,
  { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined },
) {
  const found = await findPatients(db, typed, Math.min(page * limit + 1, MOST))
  const ids = found.slice((page - 1) * limit, page * limit)
  const byId = new Map((await withNextVisit(db, ids)).map((row: Patient) => [row.id, row]))
  return {
    status: true as const,
    ...totals(found.length, limit),
    after: null,
    patients: ids.flatMap((id) => byId.get(id) ?? []),
  }
}

/** Ids of the patients whom what is typed means, in name order; the database applies the sight. */
export async function findPatients(db: Db, typed: string, most: number): Promise<string[]> {
  const identity = readIdentityNumber(typed) ?? paperOf(typed)
  if (identity) {
    const byIdentity = await search(db, { identity }, most)
    if (byIdentity.length) return byIdentity
  }
  if (/\p{L}/u.test(typed)) return search(db, { name: typed }, most)
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length < 3 ? [] : search(db, { digits: digits.replace(/^0+/, '') }, most)
}

async function search(
  db: Db,
  { name = '', digits = '', identity = null }: { name?: string; digits?: string; identity?: string | null },
  most: number,
): Promise<string[]> {
  const { plain, written } = nameWords(name)
  const { rows } = await db.query<{ id: string }>('select id from patient_search($1, $2, $3, $4, $5)', [
    plain,
    plain.map((word, i) => written[i] ?? word),
    digits,
    identity,
    most,
  ])
  return rows.map((row) => row.id)
}

/** A passport or another paper: letters and digits in one word (rule 61). */
const paperOf = (typed: string): string | null =>
  /^(?=.*\d)[\p{L}\d.-]{5,40}$/u.test(typed.trim()) && /\p{L}/u.test(typed) ? typed.trim() : null

/** No page lies beyond this many. */
const MOST = 10_001
