import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Target } from '../../contract/kernel/effect.ts'
import { isCallName, rowOf } from '../../contract/calls.ts'
import { id, instant, listOf } from '../../contract/kernel/fields.ts'
import { BATCH, CURSOR_HEADER, type BatchAnswer, type BatchCall } from '../../contract/sync/sync.ts'
import { badInput, no, type Answer } from '../http/answer.ts'
import type { Deps } from '../http/handler.ts'
import { compressed } from '../http/compress.ts'
import { admit, carryOut, type Admitted } from '../http/loop.ts'
import { byThisClock, momentsOf } from '../http/moment.ts'
import { tellOf } from '../http/tell.ts'
import { answerTogether, inLanes } from '../http/together.ts'
import { requesterOf, noToken, refusedIn, send } from '../http/routes.ts'
import { noteUse } from '../identity/session-store.ts'
import { readCursor } from './cursor.ts'
import { standingOf } from './epoch.ts'

const Batch = v.strictObject({
  calls: listOf(
    v.strictObject({
      call: v.pipe(v.string(), v.maxLength(60)),
      key: id,
      base: v.nullable(v.pipe(v.number(), v.integer())),
      madeAt: instant,
      input: v.unknown(),
    }),
    BATCH,
    1,
  ),
})

/**
 * `POST /api/batch`: up to 100 queued calls, each with its own key, outcome and answer (SYNC "Eligible"). They are
 * independent of each other: adjacent calls that join run as one set, and a few of the others run side by side. One
 * that makes a record and does not join runs alone and in its place, since of two that want the same time the first
 * gets it. One that fails answers 500 in its place; the others go on.
 */
export function registerBatch(app: FastifyInstance, deps: Deps) {
  app.post('/api/batch', { bodyLimit: BATCH * LARGEST_CALL, ...compressed }, async (request, reply) => {
    const asker = await requesterOf(deps, request, 'device')
    if (!asker.who) return send(reply, await noToken(deps, asker.origin))
    const batch = v.safeParse(Batch, request.body)
    if (!batch.success) return send(reply, badInput(batch.issues))
    // its changes were made on versions of another life: judged here, they would ignore what is newer (I8)
    const cursor = readCursor(String(request.headers[CURSOR_HEADER] ?? ''))
    if (cursor && (await standingOf(deps.pool, cursor))?.isRestored) return send(reply, no(409, 'server_restored'))
    const { calls } = batch.output
    const claims = { madeAt: calls.map(({ madeAt }) => madeAt), sentAt: asker.origin.sentAt }
    const now = deps.now()
    await noteUse(deps.pool, asker.who.sessionHash, lastMade(byThisClock(claims, now)))
    const moments = await momentsOf(deps.pool, asker.who.id, claims, now)
    const momentOf = new Map(calls.map((each, i) => [each, moments[i] ?? null]))
    const untold: Target[] = []
    let toldAt = performance.now()
    const tell = async (touched: readonly Target[]) => {
      untold.push(...touched)
      if (performance.now() - toldAt < TELL_EVERY) return
      toldAt = performance.now()
      await tellOf(deps, untold.splice(0))
    }
    const failed = (call: string, error: unknown): Answer => {
      request.log.error({ call, err: error }, 'failed')
      return no(500, 'server_error', { request: request.id })
    }
    const alone = (joinedFields: Admitted) =>
      carryOut(deps, joinedFields, { tell }).catch((error: unknown) => failed(joinedFields.request.call, error))
    const admitted = (each: BatchCall) => {
      const { call, key, base, madeAt, input } = each
      if (!isCallName(call) || rowOf(call).offline !== 'queue')
        return { answer: no(400, 'bad_input', { fields: { call: 'picklist' } }) }
      const moment = momentOf.get(each) ?? null
      return admit(deps, { call, input, ...asker, key, base, madeAt, moment }).catch((error: unknown) => ({
        answer: failed(call, error),
      }))
    }
    const { who } = asker
    const carry = async ({ joins, calls: some }: Run): Promise<Answer[]> => {
      const joinedFields = await Promise.all(some.map(admitted))
      const open = joinedFields.flatMap((each) => ('answer' in each ? [] : [each]))
      const answers = joins
        ? await answerTogether(deps, who, open, { tell, alone, failed })
        : await inLanes(open, alone)
      return joinedFields.map((each) => ('answer' in each ? each.answer : answers.shift()!))
    }
    const answers: Answer[] = []
    for (const run of runsOf(calls)) answers.push(...(await carry(run)))
    await tellOf(deps, untold)
    reply.refused = refusedIn(answers.map(({ body }) => body))
    return send(reply, { status: 200, body: { status: true, answers: answers.map(inBatch) } })
  })
}

/**
 * When its person made the newest of these changes, however late the device sent it: that is when the session was used
 * (TRUST D2).
 */
const lastMade = (moments: readonly (number | null)[]) => Math.max(...moments.map((moment) => moment ?? 0))

/** Adjacent calls that run at once: as one set if they `join`, otherwise side by side. */
type Run = { readonly joins: boolean; readonly calls: BatchCall[] }

/**
 * The calls in order, in runs that follow each other. In a set each is of another record and under another key, and
 * depends on none that is made in it: changes of one record take effect in order (I7), and a repeated key gets its
 * stored answer.
 */
function runsOf(calls: readonly BatchCall[]): Run[] {
  const runs: Run[] = []
  let open: Run | null = null
  let inSet = new Set<unknown>()
  for (const each of calls) {
    const writes = isCallName(each.call) ? rowOf(each.call).writes : undefined
    const joins = writes?.joins === true
    const alone = !joins && writes?.creates === true
    const joinedFields = joins ? fieldsOf(each.input, ['id', ...writes.needs]) : []
    if (open && open.joins === joins && !alone && ![each.key, ...joinedFields].some((mark) => inSet.has(mark)))
      open.calls.push(each)
    else {
      runs.push((open = { joins, calls: [each] }))
      inSet = new Set()
    }
    inSet.add(each.key).add(joinedFields[0])
    if (alone) open = null
  }
  return runs
}

/** These fields of an input that has not been parsed yet. */
const fieldsOf = (input: unknown, names: readonly string[]): unknown[] => {
  const fields = new Map(typeof input === 'object' && input ? Object.entries(input) : [])
  return names.map((name) => fields.get(name))
}

const inBatch = ({ status, body, headers }: Answer): BatchAnswer => ({
  status,
  body,
  ...(headers?.['retry-after'] && { retryAfter: Number(headers['retry-after']) }),
})

/**
 * Ms between announcements of what a batch has done so far: one per change cost the database a fifth more per batch
 * (decision 0012).
 */
const TELL_EVERY = 100

/**
 * Bytes of a call at its largest, every character escaped: a full batch of long notes must get through, or it would be
 * retried for ever.
 */
const LARGEST_CALL = 64 * 1024
