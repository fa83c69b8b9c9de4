import type { QueryConfig, QueryResult } from 'pg'
import { asOne, isJoint, type JointQuery } from './joint.ts'
import type { Db } from './pool.ts'
import { sqlState } from './transaction.ts'

/** A change found nothing where it goes by itself then (`Joint.finds`). */
class Apart extends Error {}

/** One change of a set: what it asks the database through, and what came of it. */
export type Member = {
  readonly db: Db
  /** It has changed something that a refusal would have to undo. */
  readonly hasWritten: () => boolean
  /** It broke the transaction by itself: a statement of its own failed. */
  readonly hasBroken: () => boolean
}

/**
 * Changes that are done in one transaction, each by its own handler, which runs as it does alone. What several of them ask at the same time with
 * one text goes to the database as one statement; all else goes as it comes. Nothing waits for more to come: a statement leaves as soon as no
 * member has anything to do before it.
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
      wrote = true // what it does cannot be seen
      return client.query(asked, values).catch((error: unknown) => {
        if (sqlState(error) !== ABORTED) broke = true
        fail(error)
        throw error
      })
    }
    // the promises of pg's `query` are all that a handler uses of it
    return { db: { query: query as Db['query'] }, hasWritten: () => wrote, hasBroken: () => broke }
  }

  return { member, failure: () => failure }
}

type Asked = {
  readonly query: JointQuery
  readonly take: (result: QueryResult) => void
  readonly drop: (error: unknown) => void
}

/** Asks once for all, and gives each its own rows. Throws what went wrong, when each has been told. */
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

/** A row of values for each that asks; for those that ask the same of what changes nothing, one. */
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

/** What PostgreSQL says of every statement after the one that failed. */
const ABORTED = '25P02'
