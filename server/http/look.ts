import { isGone } from '../db/gone.ts'
import type { Db } from '../db/pool.ts'
import type { ReadLane, Replica } from '../db/replicas.ts'
import { asPerson, NOBODY, sqlState } from '../db/transaction.ts'
import type { Origin, Who } from '../identity/who.ts'
import type { Deps } from './handler.ts'

type Requester = { readonly who: Who | null; readonly origin: Pick<Origin, 'position'> }
type Manner = NonNullable<Parameters<typeof asPerson>[3]>

/** Writes the audit line of a read: in the read's own transaction, or, if a replica answered, on the primary. */
export type Write = <R>(work: (db: Db) => Promise<R>) => Promise<R>

/**
 * A read in one transaction with the caller's visibility: on a replica that has everything the caller has written or
 * been told of, otherwise on the primary. A replica that fails, or is asked to write, is skipped within the same
 * request. A signed-in caller who does not send a position is answered by the primary.
 */
export async function look<T>(
  deps: Pick<Deps, 'replicas' | ReadLane>,
  lane: ReadLane,
  { who, origin }: Requester,
  work: (db: Db, write: Write, isReplica: boolean) => Promise<T>,
  manner: Manner = {},
): Promise<T> {
  const need = origin.position ?? (who ? null : 'any')
  const replica = deps.replicas?.having(need, who?.keys) ?? null
  const sight = who ?? NOBODY
  const elsewhere: Write = (its) => asPerson(deps[lane], sight, its)
  return onReplica(
    replica,
    (its) => asPerson(its.pools[lane], sight, (db) => work(db, elsewhere, true), { ...manner, readOnly: true }),
    () => asPerson(deps[lane], sight, (db) => work(db, (its) => its(db), false), manner),
  )
}

/** The result from a replica, or from the primary if it cannot answer. */
async function onReplica<T>(
  replica: Replica | null,
  read: (replica: Replica) => Promise<T>,
  onPrimary: () => Promise<T>,
): Promise<T> {
  if (!replica) return onPrimary()
  try {
    return await read(replica)
  } catch (error) {
    if (isGone(error)) replica.failed()
    else if (!(error instanceof NotHere) && !ELSEWHERE.has(sqlState(error) ?? '')) throw error
    return onPrimary()
  }
}

/** A replica does not have what is requested. */
export class NotHere extends Error {}

/** It would have to write; the primary removed what was being read; its database has gone; it is full. */
const ELSEWHERE = new Set(['25006', '40001', '40P01', '57P04', '53300', '55000'])
