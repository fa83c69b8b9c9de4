import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { callNames, rowOf, type CallName } from '../../contract/calls.ts'
import { instant } from '../../contract/fields.ts'
import { gather, withWireNames } from '../../contract/wire.ts'
import { readBind } from '../session/bind.ts'
import { whoHolds } from '../session/store.ts'
import { badInput, no, type Answer } from './answer.ts'
import { answer } from './loop.ts'
import type { Deps, Origin, Who } from './handler.ts'

/** Registers every row of the contract; rows that share an address are told apart by `action` before anything is validated. */
export function registerCalls(app: FastifyInstance, deps: Deps) {
  const byAddress = Map.groupBy(callNames, (name) => `${rowOf(name).method} ${rowOf(name).path}`)
  for (const names of byAddress.values()) {
    const { method, path } = rowOf(names[0]!)
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const call = choose(names, request.body)
        if (!call) return send(reply, no(400, 'bad_input', { fields: { action: 'picklist' } }))
        const marks = v.safeParse(Marks, request.headers)
        if (!marks.success) return send(reply, badInput(marks.issues))
        const asker = await askerOf(deps, request)
        const params = request.params as Record<string, string> // Fastify gives path holes as text
        const input = gather(rowOf(call), params, request.query as Record<string, unknown>, request.body)
        const given = await answer(deps, {
          call,
          input,
          ...asker,
          key: marks.output['idempotency-key'] ?? null,
          base: marks.output['if-match'] ?? null,
          madeAt: marks.output['bedside-made-at'] ?? null,
        })
        return send(reply, { ...given, body: withWireNames(rowOf(call).reply, given.body) })
      },
    })
  }
}

/** Who is asking and from where. A token that opens nothing leaves nobody, which rows for signed-in people answer with 401. */
export async function askerOf(deps: Deps, request: FastifyRequest): Promise<{ who: Who | null; origin: Origin }> {
  const { headers } = request
  const secure = request.protocol === 'https'
  const token = tokenOf(request)
  const session = typeof headers['session'] === 'string' ? headers['session'] : null
  const origin: Origin = {
    host: request.hostname.toLowerCase(),
    ip: request.ip.replace(/^::ffff:/, ''),
    fromBrowser: 'sec-fetch-site' in headers,
    agent: headers['user-agent'] ?? '',
    secure,
    session,
    token,
    bind: readBind(headers.cookie, secure),
  }
  return { who: token ? await whoHolds(deps.pool, token, session, origin.bind, deps.now()) : null, origin }
}

/** The token as it came, with `Bearer` or without (TRUST D1). */
export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  headers.authorization?.replace(/^Bearer /, '') || null

export function send(reply: FastifyReply, { status, body, headers = {} }: Answer) {
  return reply.code(status).headers(headers).send(body)
}

/**
 * What a change may carry beside its input (SYNC "On the wire"). A mark that cannot be read is refused by its name: taken for none, it
 * would leave a change unprotected that its maker believes safe.
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
  if (fields['action'] !== undefined) return names.find((name) => rowOf(name).action === fields['action'])
  const meant = names.find((name) => {
    const means = Object.entries(rowOf(name).means ?? {})
    return means.length > 0 && means.every(([field, value]) => fields[field] === value)
  })
  return meant ?? names.find((name) => rowOf(name).action === undefined)
}
