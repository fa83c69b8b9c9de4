import { addPiece, stop, takeBackPiece } from '../areas/import/run.ts'
import { eachRow } from '../db/each-row.ts'
import type { Deps } from '../http/handler.ts'
import { clinicUser } from '../identity/clinic-user.ts'

/**
 * Adds the patients of started imports, and removes those of imports that are undone, a piece of each in turn. The lease
 * of a process that dies is taken up by another, which goes on with the next piece. A round ends after a few seconds, so
 * that a server can stop; what is left is due at once. Run every minute, and when one is started.
 */
export async function runImports(deps: Deps): Promise<void> {
  const until = performance.now() + ROUND_MS
  let open = await openImports(deps)
  while (open.length && performance.now() < until) {
    await eachRow(deps, 'runImports', open, idOf, (its) => onePiece(deps, its))
    open = await openImports(deps)
  }
  if (open.length) await deps.pool.query('select import_wake()')
}

const ROUND_MS = 8000

type Open = { readonly id: string; readonly state: string; readonly clinicId: string; readonly madeBy: string }
const idOf = ({ id }: Open) => id

async function openImports({ pool }: Deps): Promise<Open[]> {
  const { rows } = await pool.query<Open>(
    `select id, state, clinic_id as "clinicId", made_by as "madeBy" from import
      where state in ('running', 'undoing') and not job_holds('runImports', id::text) order by created_at limit 20`,
  )
  return rows
}

async function onePiece(deps: Deps, { id, state, clinicId, madeBy }: Open) {
  if (state === 'undoing') await takeBackPiece(deps, id)
  else {
    const who = await clinicUser(deps.pool, madeBy, clinicId)
    await (who ? addPiece(deps, id, who) : stop(deps, id))
  }
  deps.poke([`clinic:${clinicId}`])
}
