import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { actionOf, callNames, rowOf, type CallName } from '../../contract/calls.ts'
import { mayBeReplicas } from '../../contract/kernel/call.ts'
import { POSITION_HEADER, UNATTENDED_HEADER, UNLOCK_HEADER } from '../../contract/kernel/constants.ts'
import { instant } from '../../contract/kernel/fields.ts'
import { SENT_AT_HEADER } from '../../contract/sync/sync.ts'
import { gather, mayCompress, meaningOf, withWireNames } from '../../contract/kernel/wire.ts'
import { asRowTakes } from '../../contract/kernel/outside-words.ts'
import { readBind } from '../identity/bind.ts'
import { readPosition } from '../db/position.ts'
import { authenticate } from '../identity/session-store.ts'
import { badInput, no, type Answer } from './answer.ts'
import { compressed } from './compress.ts'
import { leaving } from './leaving.ts'
import { momentsOf } from './moment.ts'
import { answer } from './loop.ts'
import { traceNow } from '../kernel/trace.ts'
import { Refused } from '../kernel/refused.ts'
import type { Deps } from './handler.ts'
import type { Origin, Who } from '../identity/who.ts'

/** Registers every row of the contract; rows that share an address are told apart by `action` before validation. */
export function registerCalls(app: FastifyInstance, deps: Deps) {
  const byAddress = Map.groupBy(callNames, (name) => `${rowOf(name).method} ${rowOf(name).path}`)
  for (const names of byAddress.values()) {
    const { method, path } = rowOf(names[0]!)
    app.route({
      method,
      url: path,
      ...(names.every((name) => mayCompress(rowOf(name))) && compressed),
      handler: async (request, reply) => {
        const call = choose(names, request.body)
        if (!call) return send(reply, no(400, 'bad_input', { fields: { action: 'picklist' } }))
        request.isRead = mayBeReplicas(rowOf(call))
        const marks = v.safeParse(Marks, request.headers)
        if (!marks.success) return send(reply, badInput(marks.issues))
        const requester = await anyRequesterOf(deps, request, rowOf(call).background ? 'device' : 'person')
        // on a row for anyone they count as not signed in
        const isNobody = requester.who?.mustEnrol && rowOf(call).roles === 'anyone'
        const params = request.params as Record<string, string> // Fastify gives path parameters as text
        const fields = gather(rowOf(call), params, request.query as Record<string, unknown>, request.body)
        const input = asRowTakes(rowOf(call), fields)
        const madeAt = marks.output['bedside-made-at'] ?? null
        const { who, origin } = requester
        const [moment = null] =
          madeAt && who
            ? await momentsOf(deps.pool, who.id, { madeAt: [madeAt], sentAt: origin.sentAt }, deps.now())
            : []
        const callRequest = {
          call,
          input,
          ...requester,
          ...(isNobody && { who: null }),
          key: marks.output['idempotency-key'] ?? null,
          base: marks.output['if-match'] ?? null,
          madeAt,
          moment,
        }
        const answered = await answer(deps, callRequest, { left: leaving(reply) })
        return send(reply, { ...answered, body: withWireNames(rowOf(call).reply, answered.body) })
      },
    })
  }
}

/**
 * As `anyRequesterOf`, for every entry point outside the contract: throws `factor_required` for a person who is signed in
 * only to set up their second factor, so that no entry point is open to them by oversight (TRUST D3).
 */
export async function requesterOf(...args: Parameters<typeof anyRequesterOf>): ReturnType<typeof anyRequesterOf> {
  const requester = await anyRequesterOf(...args)
  if (requester.who?.mustEnrol) throw new Refused('factor_required', {}, 403)
  return requester
}

/**
 * Who is asking, and from where. An invalid token means no one, and rows for signed-in people then answer 401. `by`
 * says whether a person may be behind the request; if the device says that none is, it does not count as use of the
 * session (TRUST D2). A device that lies only keeps its own session alive, up to its absolute end.
 */
async function anyRequesterOf(
  deps: Deps,
  request: FastifyRequest,
  by: 'person' | 'device' = 'person',
): Promise<{ who: Who | null; origin: Origin }> {
  const { headers } = request
  const secure = request.protocol === 'https'
  const token = tokenOf(request)
  const session = typeof headers['session'] === 'string' ? headers['session'] : null
  const unlock = headers[UNLOCK_HEADER]?.toString() ?? null
  const origin: Origin = {
    host: request.hostname.toLowerCase(),
    site: `${request.protocol}://${request.host.toLowerCase()}`,
    ip: request.ip.replace(/^::ffff:/, ''),
    fromBrowser: 'sec-fetch-site' in headers,
    agent: headers['user-agent'] ?? '',
    secure,
    session,
    token,
    bind: readBind(headers.cookie, secure),
    position: readPosition(headers[POSITION_HEADER]),
    sentAt: v.is(instant, headers[SENT_AT_HEADER]) ? headers[SENT_AT_HEADER] : null,
  }
  const now = deps.now()
  const usedAt = by === 'person' && !(UNATTENDED_HEADER in headers) ? now : null
  const who = token ? await authenticate(deps.pool, { token, session, bind: origin.bind, unlock }, now, usedAt) : null
  const trace = traceNow()
  if (trace && who) trace.actor = who.id
  return { who, origin }
}

/**
 * The answer to a request that needs a person and has none; a client that sends many of them has to wait (TRUST D4).
 */
export async function noToken({ limits }: Pick<Deps, 'limits'>, { ip }: Pick<Origin, 'ip'>): Promise<Answer> {
  const wait = await limits.spend('call', ip)
  return wait ? no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }) : no(401, 'token_invalid')
}

/** The token as it came, with or without `Bearer` (TRUST D1). */
export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  headers.authorization?.replace(/^Bearer /, '') || null

/** Sends the answer; the log gets the code of a refusal (`reply.refused`), also for each place of a batch. */
export function send(reply: FastifyReply, { status, body, headers = {} }: Answer) {
  reply.refused ??= refusedIn([body])
  return reply.code(status).headers(headers).send(body)
}

/** The codes of the refusals among these bodies, each once; null if there are none. */
export function refusedIn(bodies: readonly unknown[]): string | null {
  const codes = bodies.flatMap((body) =>
    typeof body === 'object' && body !== null && 'refused' in body && typeof body.refused === 'string'
      ? [body.refused]
      : [],
  )
  return codes.length ? [...new Set(codes)].join(' ') : null
}

declare module 'fastify' {
  interface FastifyReply {
    /** Why it was refused; for a batch, why any of it was. */
    refused: string | null
  }
}

/**
 * The headers of a change besides its input (SYNC "On the wire"). An unreadable one is refused by its name: ignoring it
 * would leave a change unprotected that its author believes safe.
 */
const Marks = v.object({
  'idempotency-key': v.optional(v.pipe(v.string(), v.toLowerCase(), v.uuid())),
  'if-match': v.optional(
    v.pipe(
      v.string(),
      v.regex(/^"?\d{1,9}"?$/),
      v.transform((version) => Number(version.replaceAll('"', ''))),
    ),
  ),
  'bedside-made-at': v.optional(instant),
})

function choose(names: readonly CallName[], body: unknown): CallName | undefined {
  const fields: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {}
  if (fields['action'] !== undefined) return names.find((name) => actionOf(name) === fields['action'])
  return names.find((name) => meaningOf(rowOf(name), fields)) ?? names.find((name) => rowOf(name).action === undefined)
}
