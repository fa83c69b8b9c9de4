import type { Patient } from '../../../contract/patient/patient.ts'
import { readIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { nameWords } from '../../../contract/kernel/name.rules.ts'
import type { Db } from '../../db/pool.ts'
import { totals } from '../../db/rows.ts'
import { withNextVisit } from './store.ts'

type Paging = {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly exact?: boolean | undefined
}

/**
 * A page of cards by any part of the name, by phone or by the whole identity number, in name order. No more is read than the page and
 * one, so that an answer keeps up with who types: where there is more, `more` says so and `total` counts what is known. `exact` counts
 * them all.
 */
export async function searchPatients(
  db: Db,
  typed: string,
  { page = 1, limit = 20, exact = false, active }: Paging & { readonly active?: boolean | undefined },
) {
  const reach = page * limit
  const found = await findPatients(db, typed, exact ? null : Math.min(reach + 1, MOST), active)
  const ids = found.slice(reach - limit, reach)
  const byId = new Map((await withNextVisit(db, ids)).map((row: Patient) => [row.id, row]))
  return {
    status: true as const,
    ...totals(found.length, limit, exact),
    ...(!exact && found.length > reach && { more: true }),
    after: null,
    patients: ids.flatMap((id) => byId.get(id) ?? []),
  }
}

/** Ids of the patients whom what is typed means, in name order, at most so many; the database applies the sight. */
export async function findPatients(
  db: Db,
  typed: string,
  most: number | null,
  active?: boolean | undefined,
): Promise<string[]> {
  const identity = readIdentityNumber(typed) ?? paperOf(typed)
  if (identity) {
    const byIdentity = await search(db, { identity }, active, most)
    if (byIdentity.length) return byIdentity
  }
  if (/\p{L}/u.test(typed)) return search(db, { name: typed }, active, most)
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length < 3 ? [] : search(db, { digits: digits.replace(/^0+/, '') }, active, most)
}

async function search(
  db: Db,
  { name = '', digits = '', identity = null }: { name?: string; digits?: string; identity?: string | null },
  active: boolean | undefined,
  most: number | null,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from patient_search($1, $2, $3, $4, $5)', [
    nameWords(name).spellings,
    digits,
    identity,
    active ?? null,
    most,
  ])
  return rows.map((row) => row.id)
}

/** A passport or another paper: letters and digits in one word (rule 61). */
const paperOf = (typed: string): string | null =>
  /^(?=.*\d)[\p{L}\d.-]{5,40}$/u.test(typed.trim()) && /\p{L}/u.test(typed) ? typed.trim() : null

/** No page lies beyond this many. */
const MOST = 10_001
