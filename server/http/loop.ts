import * as v from 'valibot'
import { rowOf, type CallName, type Parsed } from '../../contract/calls.ts'
import type { Call } from '../../contract/call.ts'
import type { Target } from '../../contract/effects.ts'
import { id as recordId } from '../../contract/fields.ts'
import type { MessageCode } from '../../contract/messages.ts'
import { tables, type TableName } from '../../contract/tables.ts'
import { visible } from '../../contract/wire.ts'
import { handlerOf } from './ahead.ts'
import { audit, auditRead } from './audit.ts'
import { together, type Db } from '../db/pool.ts'
import { readRows, roomsOf } from '../db/rows.ts'
import { NOBODY, sqlState, withSight } from '../db/transaction.ts'
import { PasswordQueueFull } from '../session/password.ts'
import { badFields, busy, codeOfFields, no, type Answer } from './answer.ts'
import { Refused, type Ctx, type Deps, type Origin, type Outside, type Recorded, type Who } from './handler.ts'
import { claimKey, keepOutcome, requestHash, type Outcome } from './idempotency.ts'
import { tellAgain, toTellAgain } from './tell-again.ts'

/** A call as it came, by whatever road: one request, or one place of a batch. */
export type Asked = {
  readonly call: CallName
  readonly input: unknown
  readonly who: Who | null
  readonly origin: Origin
  /** `Idempotency-Key`. */
  readonly key: string | null
  /** `If-Match`. */
  readonly base: number | null
  /** When the person did it, by the device's measured clock; for the audit only. ISO. */
  readonly madeAt: string | null
}

/** The whole of a request, once, for every row alike: person, role, rate, input, one transaction, reply parsed. */
export async function answer(deps: Deps, asked: Asked): Promise<Answer> {
  const row = rowOf(asked.call)
  const { who } = asked
  if (row.roles !== 'anyone') {
    if (!who) return no(401, 'token_invalid')
    if (!row.roles.includes(who.type) || (row.superadmin && who.type === 'admin' && !who.superadmin))
      return no(403, 'unauthorized')
  }
  const wait = await deps.limits.spend(asked.key ? 'keyed' : 'call', who?.sessionHash ?? asked.origin.ip)
  if (wait) return no(429, 'too_many_tries', {}, { 'retry-after': String(wait) })
  const input = v.safeParse(row.input, asked.input)
  if (!input.success) return badInput(input.issues)
  const rooms: string[] = []
  const before: Said = { cookies: [], afterwards: [], recorded: [] }
  let said = before
  try {
    const its = { ...asked, input: input.output }
    const handler = await handlerOf(asked.call, input.output as Parsed<CallName>, outside(deps, its, before))
    const given = await withSight(deps.requests, who ?? NOBODY, async (db) => {
      // of a transaction that is tried again, the last try counts
      rooms.length = 0
      said = { cookies: [...before.cookies], afterwards: [...before.afterwards], recorded: [...before.recorded] }
      const ctx: Ctx<CallName> = { ...outside(deps, its, said), db }
      const work = () => handler(input.output as Parsed<CallName>, ctx)
      return (row.writes || row.audits) && who
        ? await write(db, row, its, who, work, rooms, said.recorded)
        : await read(db, row, its, work)
    })
    for (const work of said.afterwards) await work()
    if (rooms.length) deps.poke(rooms)
    const { cookies } = said
    return cookies.length ? { ...given, headers: { ...given.headers, 'set-cookie': cookies.join('\n') } } : given
  } catch (error) {
    if (error instanceof Refused) return no(error.status, error.code, error.details, retryAfter(error))
    if (error instanceof PasswordQueueFull || isBusy(error)) return busy()
    throw error
  }
}

export const badInput = (issues: readonly v.BaseIssue<unknown>[]): Answer =>
  no(400, codeOfFields(issues), badFields(issues))

/** What a handler says beside its reply. */
type Said = { readonly cookies: string[]; readonly afterwards: (() => Promise<void>)[]; readonly recorded: Recorded[] }

const outside = (deps: Deps, asked: Asked, said: Said): Outside => ({
  deps,
  who: asked.who as Who, // rows open to anyone do not read it
  origin: asked.origin,
  now: deps.now(),
  base: asked.base,
  refuse: (reason, details) => {
    throw new Refused(reason, details)
  },
  after: (work) => void said.afterwards.push(work),
  record: (line) => void said.recorded.push(line),
  setCookie: (cookie) => void said.cookies.push(cookie),
})

/** A read; of patients' records, by their staff and not in vain, it leaves a line (TRUST D15). */
async function read(db: Db, row: Call, asked: Asked, work: () => Promise<unknown>): Promise<Answer> {
  const { who, call, input, origin } = asked
  const reply = await work()
  const found = Object.values(reply ?? {}).find(Array.isArray)?.length ?? 0
  if (row.reads && found && who && who.type !== 'patient') {
    const fields = Object.keys(input as object) // as every input is
    await auditRead(db, who, {
      call,
      object: readOf(row.reads, input as OfWhom),
      fields,
      records: found,
      ip: origin.ip,
      ...(row.repeats && { repeats: true }),
    })
  }
  return shown(row, who, reply)
}

type OfWhom = { readonly id?: string; readonly patient?: string; readonly patientId?: string }
/** Of whom it asks is the patient, whatever of theirs is read; else a visit, where it asks for one. */
const readOf = (table: TableName, { id, patient, patientId }: OfWhom) =>
  patient || patientId
    ? { table: 'patient', id: patient ?? patientId! }
    : { table: table === 'appointment' || !id ? table : 'patient', id: id ?? null }

/** The reply as its asker may see it, parsed. */
function shown(row: Call, who: Who | null, reply: unknown): Answer {
  return { status: 200, body: v.parse(row.reply, who ? visible(row.reply, reply, who.type) : reply) }
}

async function write(
  db: Db,
  row: Call,
  asked: Asked,
  who: Who,
  work: () => Promise<unknown>,
  rooms: string[],
  recorded: readonly Recorded[],
): Promise<Answer> {
  const { key } = asked
  const [claim] = await together(
    key ? claimKey(db, who.id, key, requestHash(asked.call, asked.input, asked.base)) : null,
    db.query('savepoint work'),
  )
  if (claim?.kind === 'reused') return no(422, 'key_reused')
  if (claim?.kind === 'done')
    return { ...(await told(db, row, who, claim.outcome)), headers: { 'idempotent-replayed': 'true' } }
  let outcome: Outcome
  let body: unknown
  try {
    const result = await work()
    const touched = row.offline === 'queue' ? (result as readonly Target[]) : [] // a queued row's handler answers targets
    if (row.offline !== 'queue') body = result
    outcome = { status: 200, refused: null, details: {}, touched }
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused || !KEPT.has(refused.status)) throw error
    await db.query('rollback to savepoint work')
    const { target, ...details } = refused.details
    outcome = { status: refused.status, refused: refused.code, details, touched: isTarget(target) ? [target] : [] }
  }
  const object = recorded.findLast((line) => line.object)?.object ?? outcome.touched[0] ?? mainOf(row, asked.input)
  const fields =
    typeof asked.input === 'object' && asked.input ? Object.keys(asked.input).filter((name) => name !== row.secret) : []
  const kept = body === undefined ? outcome : { ...outcome, ...toTellAgain(row, body) }
  const [heard, its] = await together(
    kept.refused ? [] : roomsOf(db, kept.touched),
    body === undefined ? told(db, row, who, outcome) : null,
    key ? keepOutcome(db, who.id, key, kept) : null,
    audit(db, who, {
      call: asked.call,
      object,
      fields,
      values: outcome.refused ? null : (recorded.findLast((line) => line.values)?.values ?? null),
      outcome: outcome.refused ?? 'done',
      madeAt: asked.madeAt,
      ip: asked.origin.ip,
    }),
  )
  rooms.push(...heard)
  return its ?? shown(row, who, body)
}

/** The answer of a keyed change, the same today and when its key comes again: the records are read anew under the person's sight. */
async function told(db: Db, row: Call, who: Who, { status, refused, details, touched }: Outcome): Promise<Answer> {
  if (refused) return no(status, refused, { ...details, ...(await currentOf(db, who, touched[0])) })
  if (row.offline !== 'queue')
    return { status, body: await tellAgain(db, row, who.type, { status, refused, details, touched }) }
  const body: Record<string, unknown> = { status: true }
  for (const { table, id } of touched) body[table] ??= (await readRows(db, table, [id]))[0]
  const [main] = touched
  // done, and taken away or out of this person's sight since: the yes stays a yes, or its change would be sent for ever (I10)
  if (main && !body[main.table]) return { status, body: { status: true } }
  return { status, body: v.parse(row.reply, visible(row.reply, body, who.type)) }
}

/** A conflict shows the record as it is now, and who changed it last (SYNC "On the wire"). */
async function currentOf(db: Db, who: Who, target: Target | undefined) {
  const row = target && (await readRows(db, target.table, [target.id]))[0]
  if (!row) return {}
  const current = visible(tables[target.table].schema, row, who.type)
  return { current, ...('updatedBy' in row && { by: row.updatedBy, at: row.updatedAt }) }
}

const isTarget = (value: unknown): value is Target =>
  typeof value === 'object' && value !== null && 'table' in value && 'id' in value

/** A record is named by its id; what is no record (a group of settings, say) only by its kind. */
function mainOf(row: Call, input: unknown): { table: string; id: string | null } | null {
  const named = typeof input === 'object' && input && 'id' in input && v.is(recordId, input.id) ? input.id : null
  if (row.writes) return named ? { table: row.writes.table, id: named } : null
  return row.audits ? { table: row.audits, id: named } : null
}

/** The database says no by its own names: overlap, a taken id, a record that is not there. */
function refusalOf(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  const state = sqlState(error)
  if (state === '23P01') return new Refused('slot_taken')
  if (state === '23505') return new Refused(CONSTRAINTS[detailOf(error, 'constraint')] ?? 'id_taken')
  if (state === '23514' && detailOf(error, 'constraint') === 'last_superadmin') return new Refused('last_superadmin')
  if (state === '23503') return new Refused('not_found')
  // a row the person may not write is one that does not exist; a missing grant has the same code and is a fault of ours
  return state === '42501' && detailOf(error, 'routine') === 'ExecWithCheckOptions'
    ? new Refused('not_found', {}, 404)
    : null
}

const detailOf = (error: unknown, name: 'constraint' | 'routine') => {
  const value = error instanceof Error && name in error ? (error as Error & Record<typeof name, unknown>)[name] : '' // just looked up
  return typeof value === 'string' ? value : ''
}
const CONSTRAINTS: Readonly<Record<string, MessageCode>> = {
  person_phone: 'patient_exists',
  person_email: 'email_exists',
  clinic_slug_key: 'clinic_exists',
  clinic_panel_url_key: 'clinic_exists',
  article_title: 'article_exists',
}

const retryAfter = ({ details }: Refused): Record<string, string> =>
  typeof details['seconds'] === 'number' ? { 'retry-after': String(details['seconds']) } : {}

const KEPT = new Set([404, 409, 412, 422])
/** Lock wait, statement or connection time over, or three times outrun by others: come back in a moment. */
export const isBusy = (error: unknown): boolean => BUSY.has(sqlState(error) ?? '')
const BUSY = new Set(['55P03', '57014', '53300', '57P03', '40001', '40P01'])
