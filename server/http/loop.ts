import * as v from 'valibot'
import { rowOf, type CallName, type Parsed } from '../../contract/calls.ts'
import { mayBeReplicas, type Call } from '../../contract/kernel/call.ts'
import type { Target } from '../../contract/kernel/effect.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import type { Db } from '../db/pool.ts'
import { asPerson } from '../db/transaction.ts'
import { PasswordQueueFull } from '../identity/password.ts'
import { handlerOf } from './ahead.ts'
import { badInput, busy, no, shown, toNobody, type Answer } from './answer.ts'
import { auditRead } from './audit.ts'
import { Refused } from '../kernel/refused.ts'
import type { CallRequest, Ctx, Deps, Outside, Recorded } from './handler.ts'
import type { Who } from '../identity/who.ts'
import { Left } from './leaving.ts'
import { look, type Write } from './look.ts'
import { isBusy, isKept } from './refusal.ts'
import { tellOf } from './tell.ts'
import { refuse, write, type Read } from './write.ts'

/**
 * The whole of a request, written once for all rows: person, rate, role, input, one transaction, parsed reply. `tell`
 * receives the touched records after the commit. `left` ends a read whose caller has gone; a change goes on.
 */
export async function answer(deps: Deps, request: CallRequest, how: How = {}): Promise<Answer> {
  const admitted = await admit(deps, request)
  return 'answer' in admitted ? admitted.answer : await carryOut(deps, admitted, how)
}

type How = { readonly tell?: (touched: readonly Target[]) => Promise<void>; readonly left?: AbortSignal | undefined }

/** A request that may be carried out: its caller has the right to it, and its input fits its row. */
export type Admitted = { readonly row: Call; readonly request: Read; readonly input: Parsed<CallName> }

/** All that needs no database: the rate, the role, the input. Refuses at once. */
export async function admit(deps: Deps, request: CallRequest): Promise<Admitted | { readonly answer: Answer }> {
  const row = rowOf(request.call)
  const { who } = request
  // before the role, since calls without a right count too. A key costs more to store, so only changes have a higher
  // limit with one
  const wait = await deps.limits.spend(
    request.key && row.writes ? 'keyed' : 'call',
    who?.sessionHash ?? request.origin.ip,
  )
  if (wait) return { answer: no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }) }
  if (row.roles !== 'anyone') {
    if (!who) return { answer: no(401, 'token_invalid') }
    if (!row.roles.includes(who.type) || (row.superadmin && who.type === 'admin' && !who.superadmin))
      return { answer: no(403, 'unauthorized') }
    if (who.mustEnrol && !row.enrolling) return { answer: no(403, 'factor_required') }
  }
  const input = v.safeParse(row.input, request.input)
  if (!input.success) return { answer: badInput(input.issues) }
  return {
    row,
    request: { ...request, input: input.output, sent: request.input },
    input: input.output as Parsed<CallName>,
  }
}

/** The transaction of an admitted request, and what follows it. */
export async function carryOut(
  deps: Deps,
  { row, request, input }: Admitted,
  { tell = (touched) => tellOf(deps, touched), left }: How = {},
): Promise<Answer> {
  const { who } = request
  const touched: Target[] = []
  const before: SideEffects = { cookies: [], afterwards: [], recorded: [] }
  let effects = before
  try {
    const handler = await handlerOf(request.call, input, outside(deps, request, before))
    const keeps = row.writes || row.audits ? who : null
    const signal = keeps ? undefined : left
    const lane = row.heavy ? 'reports' : 'requests'
    const workIn = (db: Db) => {
      // if a transaction is retried, the last attempt counts
      touched.length = 0
      effects = { cookies: [...before.cookies], afterwards: [...before.afterwards], recorded: [...before.recorded] }
      const ctx: Ctx<CallName> = { ...outside(deps, request, effects), db }
      return () => handler(input, ctx)
    }
    const ask = () =>
      keeps
        ? asPerson(deps[lane], keeps, (db) => write(db, row, request, keeps, workIn(db), touched, effects.recorded))
        : look(
            mayBeReplicas(row) ? deps : { ...deps, replicas: null },
            lane,
            request,
            (db, log) => read(log, row, request, workIn(db)),
            { signal },
          )
    const response = await (
      row.heavy ? deps.gate.run(who?.sessionHash ?? request.origin.ip, ask, signal) : ask()
    ).catch((error: unknown) => {
      if (!keeps || !(error instanceof Refused) || !isKept(error)) throw error
      effects = { ...effects, afterwards: [] } // what they were to follow has been rolled back
      return asPerson(deps.requests, keeps, (db) => refuse(db, row, request, keeps, error, effects.recorded))
    })
    for (const work of effects.afterwards) await work()
    if (touched.length) await tell(touched)
    const { cookies } = effects
    return cookies.length
      ? { ...response, headers: { ...response.headers, 'set-cookie': cookies.join('\n') } }
      : response
  } catch (error) {
    if (error instanceof Refused) return no(error.status, error.code, error.details, retryAfter(error))
    if (error instanceof Left) return toNobody()
    if (error instanceof PasswordQueueFull || isBusy(error)) return busy()
    throw error
  }
}

/** What a handler returns besides its reply. */
export type SideEffects = {
  readonly cookies: string[]
  readonly afterwards: (() => Promise<void>)[]
  readonly recorded: Recorded[]
}

/** What a handler has before its transaction. */
export const outside = (deps: Deps, request: CallRequest, effects: SideEffects, now = deps.now()): Outside => ({
  deps,
  who: request.who as Who, // rows open to anyone do not read it
  origin: request.origin,
  now,
  moment: request.moment ?? now,
  base: request.base,
  refuse: (reason, details) => {
    throw new Refused(reason, details)
  },
  after: (work) => void effects.afterwards.push(work),
  record: (line) => void effects.recorded.push(line),
  setCookie: (cookie) => void effects.cookies.push(cookie),
})

/** A read. If staff read patients' records and find any, it is logged (TRUST D15). */
async function read(log: Write, row: Call, request: CallRequest, work: () => Promise<unknown>): Promise<Answer> {
  const { who, call, input, origin } = request
  const reply = await work()
  const found = Object.values(reply ?? {}).find(Array.isArray)?.length ?? 0
  if (row.reads && found && who && who.type !== 'patient') {
    const fields = Object.keys(input as object) // as every input is
    const object = readOf(row.reads, input as OfWhom)
    await log((db) =>
      auditRead(db, who, {
        call,
        object,
        fields,
        records: found,
        ip: origin.ip,
        ...(row.repeats && { repeats: true }),
      }),
    )
  }
  return shown(row, who, reply)
}

type OfWhom = { readonly id?: string; readonly patient?: string; readonly patientId?: string }
/** The patient that it asks about, whatever of theirs is read; otherwise the visit, if it asks for one. */
const readOf = (table: TableName, { id, patient, patientId }: OfWhom) =>
  patient || patientId
    ? { table: 'patient', id: patient ?? patientId! }
    : { table: table === 'appointment' || !id ? table : 'patient', id: id ?? null }

const retryAfter = ({ details }: Refused): Record<string, string> =>
  typeof details['seconds'] === 'number' ? { 'retry-after': String(details['seconds']) } : {}
