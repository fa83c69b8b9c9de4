import * as v from 'valibot'
import type { Call } from '../../contract/kernel/call.ts'
import type { Target } from '../../contract/kernel/effect.ts'
import { id as recordId } from '../../contract/kernel/fields.ts'
import { tables } from '../../contract/tables.ts'
import { visible } from '../../contract/kernel/wire.ts'
import { together, type Db } from '../db/pool.ts'
import { readRows } from '../db/rows.ts'
import { no, shown, type Answer } from './answer.ts'
import { audit } from './audit.ts'
import type { Refused } from '../kernel/refused.ts'
import type { CallRequest, Recorded } from './handler.ts'
import type { Who } from '../identity/who.ts'
import { claimKey, keepOutcome, requestHash, type Outcome } from './idempotency.ts'
import { parseReply } from '../../contract/kernel/reply.ts'
import { refusalOf } from './refusal.ts'
import { tellAgain, toTellAgain } from './tell-again.ts'

/**
 * A change, its outcome and its audit line in one transaction. A refusal is thrown, and rolls back what came before it.
 */
export async function write(
  db: Db,
  row: Call,
  request: Read,
  who: Who,
  work: () => Promise<unknown>,
  touched: Target[],
  recorded: readonly Recorded[],
): Promise<Answer> {
  const before = await earlierAnswer(db, row, request, who)
  if (before) return before
  const result = await work().catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
  const isQueued = row.offline === 'queue'
  const targets = isQueued ? (result as readonly Target[]) : [] // a queued row's handler returns targets
  const outcome: Outcome = { status: 200, refused: null, details: {}, touched: targets }
  const kept = isQueued ? outcome : { ...outcome, ...toTellAgain(row, result) }
  const [answer] = await together(
    isQueued ? answerOf(db, row, who, outcome) : null,
    request.key ? keepOutcome(db, who.id, request.key, kept) : null,
    auditWrite(db, row, request, who, outcome, recorded),
  )
  touched.push(...kept.touched)
  return answer ?? shown(row, who, result)
}

/**
 * The transaction of a refusal: the one it occurred in is rolled back, and this stores the outcome and the line. A
 * savepoint in each change, for the few that are refused, cost a statement and a second transaction id (decision 0012).
 * If a twin came between, its outcome counts.
 */
export async function refuse(
  db: Db,
  row: Call,
  request: Read,
  who: Who,
  refused: Refused,
  recorded: readonly Recorded[],
): Promise<Answer> {
  const before = await earlierAnswer(db, row, request, who)
  return before ?? (await keepRefusal(db, row, request, who, refused, recorded))
}

/** The same within the transaction that already has its key. */
export async function keepRefusal(
  db: Db,
  row: Call,
  request: Read,
  who: Who,
  { status, code, details: { target, ...details } }: Refused,
  recorded: readonly Recorded[],
): Promise<Answer> {
  const outcome: Outcome = { status, refused: code, details, touched: isTarget(target) ? [target] : [] }
  const [answer] = await together(
    answerOf(db, row, who, outcome),
    request.key ? keepOutcome(db, who.id, request.key, outcome) : null,
    auditWrite(db, row, request, who, outcome, recorded),
  )
  return answer
}

/** Claims the key for this transaction, or returns the answer of the change that had it: null if the change is new. */
async function earlierAnswer(db: Db, row: Call, { key, ...request }: Read, who: Who): Promise<Answer | null> {
  const claim = key ? await claimKey(db, who.id, key, requestHash(request)) : null
  if (claim?.kind === 'reused') return no(422, 'key_reused')
  if (claim?.kind !== 'done') return null
  return { ...(await answerOf(db, row, who, claim.outcome)), headers: { 'idempotent-replayed': 'true' } }
}

function auditWrite(
  db: Db,
  row: Call,
  { call, input, madeAt, origin }: CallRequest,
  who: Who,
  { refused, touched }: Outcome,
  recorded: readonly Recorded[],
) {
  const object = recorded.findLast((line) => line.object)?.object ?? touched[0] ?? mainOf(row, input)
  const fields = typeof input === 'object' && input ? Object.keys(input).filter((name) => name !== row.secret) : []
  const values = refused ? null : (recorded.findLast((line) => line.values)?.values ?? null)
  return audit(db, who, { call, object, fields, values, outcome: refused ?? 'done', madeAt, ip: origin.ip })
}

/**
 * The answer to a keyed change, the same now and when its key comes again: the records are read again with the person's
 * visibility.
 */
async function answerOf(db: Db, row: Call, who: Who, { status, refused, details, touched }: Outcome): Promise<Answer> {
  if (refused) return no(status, refused, { ...details, ...(await currentOf(db, who, touched[0])) })
  if (row.offline !== 'queue')
    return { status, body: await tellAgain(db, row, who.type, { status, refused, details, touched }) }
  const body: Record<string, unknown> = { status: true }
  for (const { table, id } of touched) body[table] ??= (await readRows(db, table, [id]))[0]
  const [main] = touched
  // done, and since then removed or no longer visible to this person: it stays a success, or its change would be sent
  // for ever (I10)
  if (main && !body[main.table]) return { status, body: { status: true } }
  return { status, body: parseReply(row.reply, visible(row.reply, body, who.type)) }
}

/** A conflict returns the record as it is now, and who changed it last (SYNC "On the wire"). */
async function currentOf(db: Db, who: Who, target: Target | undefined) {
  const row = target && (await readRows(db, target.table, [target.id]))[0]
  if (!row) return {}
  const current = visible(tables[target.table].schema, row, who.type)
  return { current, ...('updatedBy' in row && { by: row.updatedBy, at: row.updatedAt }) }
}

/** A parsed request. */
export type Read = CallRequest & { /** The input as it came. */ readonly sent: unknown }

const isTarget = (value: unknown): value is Target =>
  typeof value === 'object' && value !== null && 'table' in value && 'id' in value

/** A record is identified by its id; what is not a record (a group of settings, for example) only by its kind. */
function mainOf(row: Call, input: unknown): { table: string; id: string | null } | null {
  const named = typeof input === 'object' && input && 'id' in input && v.is(recordId, input.id) ? input.id : null
  if (row.writes) return named ? { table: row.writes.table, id: named } : null
  return row.audits ? { table: row.audits, id: named } : null
}
