import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Target } from '../../contract/kernel/effect.ts'
import { isCallName, rowOf } from '../../contract/calls.ts'
import { id, instant, listOf } from '../../contract/kernel/fields.ts'
import { BATCH, CURSOR_HEADER, type BatchAnswer, type BatchCall } from '../../contract/sync/sync.ts'
import { badInput, no } from '../http/answer.ts'
import type { Deps } from '../http/handler.ts'
import { compressed } from '../http/compress.ts'
import { answer } from '../http/loop.ts'
import { byThisClock, momentsOf } from '../http/moment.ts'
import { tellOf } from '../http/tell.ts'
import { askerOf, noToken, send } from '../http/routes.ts'
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
 * `POST /api/batch`: up to 100 queued calls, each its own transaction and its own answer (SYNC "Eligible"). They are independent of each
 * other, so a few go side by side; one that makes a record goes alone and in its place, since of two that want one time the first has it.
 * One that breaks answers 500 in its place; the others go on.
 */
export function registerBatch(app: FastifyInstance, deps: Deps) {
  app.post('/api/batch', { bodyLimit: BATCH * LARGEST_CALL, ...compressed }, async (request, reply) => {
    const asker = await askerOf(deps, request, 'device')
    if (!asker.who) return send(reply, await noToken(deps, asker.origin))
    const batch = v.safeParse(Batch, request.body)
    if (!batch.success) return send(reply, badInput(batch.issues))
    // the versions its changes were made on are those of another life: judged here, they would pass over what is newer (I8)
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
    const one = async (each: BatchCall): Promise<BatchAnswer> => {
      const { call, key, base, madeAt, input } = each
      if (!isCallName(call) || rowOf(call).offline !== 'queue')
        return { status: 400, body: { status: false, refused: 'bad_input', fields: { call: 'picklist' } } }
      try {
        const { status, body, headers } = await answer(
          deps,
          { call, input, ...asker, key, base, madeAt, moment: momentOf.get(each) ?? null },
          { tell },
        )
        return { status, body, ...(headers?.['retry-after'] && { retryAfter: Number(headers['retry-after']) }) }
      } catch (error) {
        request.log.error({ call, err: error }, 'failed')
        return { status: 500, body: { status: false, refused: 'server_error', request: request.id } }
      }
    }
    const answers: BatchAnswer[] = []
    for (const some of sideBySide(calls)) answers.push(...(await inLanes(some, one)))
    await tellOf(deps, untold)
    return send(reply, { status: 200, body: { status: true, answers } })
  })
}

/** When its person made the newest of these changes, whenever the device came to send it: that is when the session was used (TRUST D2). */
const lastMade = (moments: readonly (number | null)[]) => Math.max(...moments.map((moment) => moment ?? 0))

/** The calls in their order, in groups that may go at once. */
function sideBySide(calls: readonly BatchCall[]): BatchCall[][] {
  const groups: BatchCall[][] = []
  let open: BatchCall[] | null = null
  for (const each of calls) {
    const alone = isCallName(each.call) && rowOf(each.call).writes?.creates === true
    if (open && !alone) open.push(each)
    else groups.push((open = [each]))
    if (alone) open = null
  }
  return groups
}

/** A few under way at any time, the next as soon as one is done; the answers in the order of the calls. */
async function inLanes(calls: readonly BatchCall[], one: (each: BatchCall) => Promise<BatchAnswer>) {
  const answers: BatchAnswer[] = []
  const left = calls.entries()
  const lane = async () => {
    for (const [i, each] of left) answers[i] = await one(each)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return answers
}

/** Ms after which others hear of what a batch has done so far: of each change by itself, a batch asked the database a fifth more (decision 0012). */
const TELL_EVERY = 100

/** Connections one batch may hold of those for requests. */
const LANES = 4

/** Bytes of a call at its fullest, every character escaped: a full batch of long notes must get through, or it would be tried for ever. */
const LARGEST_CALL = 64 * 1024
