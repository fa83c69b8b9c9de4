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
  const waiting = new Map<string, Asked[]>()
  let failure: Error | null = null

  const fail = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error))
  }

  const leave = () => {
    const groups = [...waiting.values()]
    waiting.clear()
    for (const asked of groups) void askFor(client, asked).catch(fail)
  }

  const gather = (query: JointQuery) =>
    new Promise<QueryResult>((take, drop) => {
      if (waiting.size === 0) setImmediate(leave)
      const its = { query, take, drop }
      const same = waiting.get(query.text)
      if (same) same.push(its)
      else waiting.set(query.text, [its])
    })

  const member = (): Member => {
    let wrote = false
    let broke = false
    const query = async (asked: string | QueryConfig, values?: unknown[]) => {
      if (isJoint(asked)) {
        wrote ||= asked.joint.stays !== true
        return gather(asked)
      }
      wrote = true // its effect is unknown
      return client.query(asked, values).catch((error: unknown) => {
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

type Asked = {
  readonly query: JointQuery
  readonly take: (result: QueryResult) => void
  readonly drop: (error: unknown) => void
}

/** Runs one statement for all, and gives each its own rows. Throws the error after each has been told. */
async function askFor(client: Db, asked: readonly Asked[]): Promise<void> {
  const rows = inRows(asked)
  const { query } = rows[0]![0]
  try {
    const isOne = rows.length === 1
    const result = await client.query<{ nth: number }>(
      isOne
        ? query
        : asOne(
            query,
            rows.map(([its]) => its.query.values ?? []),
          ),
    )
    const byPlace = isOne ? new Map([[0, result.rows]]) : Map.groupBy(result.rows, ({ nth }) => nth)
    for (const [nth, same] of rows.entries()) {
      const its = byPlace.get(nth) ?? []
      for (const { take, drop } of same) {
        if (query.joint.finds && its.length === 0) drop(new Apart())
        else take({ ...result, rows: its, rowCount: isOne ? result.rowCount : its.length })
      }
    }
  } catch (error) {
    for (const { drop } of asked) drop(error)
    throw error
  }
}

/** A row of values for each caller; one row for callers that read with the same values. */
function inRows(asked: readonly Asked[]): [Asked, ...Asked[]][] {
  const rows = new Map<string, [Asked, ...Asked[]]>()
  for (const [i, its] of asked.entries()) {
    const place = its.query.joint.stays ? JSON.stringify(its.query.values) : String(i)
    const same = rows.get(place)
    if (same) same.push(its)
    else rows.set(place, [its])
  }
  return [...rows.values()]
}

/** PostgreSQL's code for every statement after the failed one. */
const ABORTED = '25P02'
