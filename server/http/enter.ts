import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { fileRoutes } from '../../contract/file.ts'
import { badInput, busy, no, storageDown, type Answer } from './answer.ts'
import { Refused } from '../kernel/refused.ts'
import type { Deps } from './handler.ts'
import type { Origin, Who } from '../identity/who.ts'
import type { Limits } from './limits.ts'
import { isBusy } from './refusal.ts'
import { requesterOf, noToken, send } from './routes.ts'
import { StorageDown } from '../ports/files/store.ts'

type Requester = { readonly who: Who; readonly origin: Origin }
type Route = (typeof fileRoutes)[keyof typeof fileRoutes]

/**
 * A file route in the loop's own order: session, person, role, rate, then its work; a refusal is answered by its name.
 */
export async function enter(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  work: (asker: Requester) => Promise<Answer>,
) {
  return send(reply, await answered(deps, request, route, work))
}

/** The fields next to a file, parsed by their schema. Throws `bad_input` with the field named. */
export function parse<S extends v.GenericSchema>(schema: S, fields: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, fields ?? {})
  if (read.success) return read.output
  const { body } = badInput(read.issues)
  throw new Refused('bad_input', { fields: (body as { fields: unknown }).fields }, 400) // `badInput` makes exactly that
}

async function answered(
  deps: Deps,
  request: FastifyRequest,
  route: Route,
  work: (asker: Requester) => Promise<Answer>,
): Promise<Answer> {
  const { who, origin } = await requesterOf(deps, request)
  if (!who) return noToken(deps, origin)
  if (!(route.roles as readonly string[]).includes(who.type)) return no(403, 'unauthorized')
  const [kind, key] = spendingOf(route, who)
  const wait = await deps.limits.spend(kind, key)
  if (wait) return no(429, 'too_many_tries', {}, { 'retry-after': String(wait) })
  try {
    return await work({ who, origin })
  } catch (error) {
    if (error instanceof Refused) return no(error.status, error.code, error.details)
    if (isBusy(error)) return busy()
    if (error instanceof StorageDown) return storageDown()
    throw error
  }
}

function spendingOf(route: Route, who: Who): [Parameters<Limits['spend']>[0], string] {
  if (route.files) return ['upload', who.id]
  return route.method === 'PUT' ? ['part', who.id] : ['call', who.sessionHash]
}
