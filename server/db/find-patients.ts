import { readIdentityNumber } from '../../contract/kernel/identity.rules.ts'
import { nameWords } from '../../contract/kernel/name.rules.ts'
import type { Db } from './pool.ts'
import { toIdentity } from './sealed-columns.ts'
import type { Unsealed } from './sealing.ts'

/**
 * Ids of the patients that match what is typed, in name order, up to a limit; the database applies the person's
 * visibility.
 */
export async function findPatients(
  db: Db,
  typed: string,
  most: number | null,
  active?: boolean | undefined,
): Promise<string[]> {
  const identity = readIdentityNumber(typed) ?? paperOf(typed)
  if (identity) {
    // a private clinic's patients are stored under its own key (rule 49)
    const { rows } = await db.query<{ id: string }>(
      `select id from clinic where private and app_keys() @> array['clinic:' || id]`,
    )
    for (const realm of [null, ...rows.map(({ id }) => id)]) {
      const byIdentity = await search(db, { identity: toIdentity(realm, identity) }, active, most)
      if (byIdentity.length) return byIdentity
    }
  }
  if (/\p{L}/u.test(typed)) return search(db, { name: typed }, active, most)
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length < 3 ? [] : search(db, { digits: digits.replace(/^0+/, '') }, active, most)
}

async function search(
  db: Db,
  { name = '', digits = '', identity = null }: { name?: string; digits?: string; identity?: Unsealed | null },
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

/** A passport or another document: letters and digits in one word (rule 61). */
const paperOf = (typed: string): string | null =>
  /^(?=.*\d)[\p{L}\d.-]{5,40}$/u.test(typed.trim()) && /\p{L}/u.test(typed) ? typed.trim() : null
