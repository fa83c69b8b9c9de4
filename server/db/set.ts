import type { QueryConfig, QueryResult } from 'pg'
import { asOne, isJoint, type JointQuery } from './joint.ts'
import type { Db } from './pool.ts'
import { sqlState } from './transaction.ts'

/** A change found nothing in a statement that sends it out of the set then (`Joint.finds`). */
class Apart extends Error {}

/** One change of a set: the database as it sees it, and what it has done. */
export type Member = {
  readonly db: Db
  /** It has changed something that a refusal would have to undo. */
  readonly hasWritten: () => boolean
  /** It broke the transaction: a statement of its own failed. */
  readonly hasBroken: () => boolean
}

/**
 * Runs changes in one transaction, each by its own handler, which works as it does alone. Statements with the same text
 * that several of them send at the same time go to the database as one; all others go as they come. Nothing waits for
 * more to come: a statement leaves as soon as no member has anything to do before it.
 */
export function openSet(client: Db) {
  const waiting = new Map<string, QueuedQuery[]>()
  let failure: Error | null = null

  const fail = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error))
  }

  const leave = () => {
    const groups = [...waiting.values()]
    waiting.clear()
    for (const queries of groups) void runTogether(client, queries).catch(fail)
  }

  const gather = (query: JointQuery) =>
    new Promise<QueryResult>((take, drop) => {
      if (waiting.size === 0) setImmediate(leave)
      const queued = { query, take, drop }
      const same = waiting.get(query.text)
      if (same) same.push(queued)
      else waiting.set(query.text, [queued])
    })

  const member = (): Member => {
    let wrote = false
    let broke = false
    const query = async (statement: string | QueryConfig, values?: unknown[]) => {
      if (isJoint(statement)) {
        wrote ||= statement.joint.stays !== true
        return gather(statement)
      }
      wrote = true // its effect is unknown
      return client.query(statement, values).catch((error: unknown) => {
        if (sqlState(error) !== ABORTED) broke = true
        fail(error)
        throw error
      })
    }
    // a handler uses only the promises of pg's `query`
    return { db: { query: query as Db['query'] }, hasWritten: () => wrote, hasBroken: () => broke }
  }

  return { member, failure: () => failure }
}

type QueuedQuery = {
  readonly query: JointQuery
  readonly take: (result: QueryResult) => void
  readonly drop: (error: unknown) => void
}

/** Runs one statement for all, and gives each its own rows. Throws the error after each has been told. */
async function runTogether(client: Db, queries: readonly QueuedQuery[]): Promise<void> {
  const rows = inRows(queries)
  const { query } = rows[0]![0]
  try {
    const isOne = rows.length === 1
    const result = await client.query<{ nth: number }>(
      isOne
        ? query
        : asOne(
            query,
            rows.map(([each]) => each.query.values ?? []),
          ),
    )
    const byPlace = isOne ? new Map([[0, result.rows]]) : Map.groupBy(result.rows, ({ nth }) => nth)
    for (const [nth, same] of rows.entries()) {
      const ownRows = byPlace.get(nth) ?? []
      for (const { take, drop } of same) {
        if (query.joint.finds && ownRows.length === 0) drop(new Apart())
        else take({ ...result, rows: ownRows, rowCount: isOne ? result.rowCount : ownRows.length })
      }
    }
  } catch (error) {
    for (const { drop } of queries) drop(error)
    throw error
  }
}

/** A row of values for each caller; one row for callers that read with the same values. */
function inRows(queries: readonly QueuedQuery[]): [QueuedQuery, ...QueuedQuery[]][] {
  const rows = new Map<string, [QueuedQuery, ...QueuedQuery[]]>()
  for (const [i, queued] of queries.entries()) {
    const place = queued.query.joint.stays ? JSON.stringify(queued.query.values) : String(i)
    const same = rows.get(place)
    if (same) same.push(queued)
    else rows.set(place, [queued])
  }
  return [...rows.values()]
}

/** PostgreSQL's code for every statement after the failed one. */
const ABORTED = '25P02'
