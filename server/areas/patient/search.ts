import type { Patient } from '../../../contract/patient/patient.ts'
import type { Db } from '../../db/pool.ts'
import { findPatients } from '../../db/find-patients.ts'
import { totals } from '../../db/rows.ts'
import { withNextVisit } from './store.ts'

type Paging = {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly exact?: boolean | undefined
}

/**
 * A page of cards by any part of the name, by phone or by the whole identity number, in name order. It reads only the
 * page and one row more, so that answers keep up with typing: `more` says whether there are others, and `total` counts
 * what is known. `exact` counts all.
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

/** No page goes beyond this many. */
const MOST = 10_001
