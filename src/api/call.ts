import type * as v from 'valibot'
import type { Call } from '../../contract/kernel/call.ts'
import { isMessageCode, type MessageCode } from '../../contract/kernel/messages.ts'
import { readReply } from '../../contract/kernel/reply.ts'
import { spread } from '../../contract/kernel/wire.ts'
import { sendAs, type JsonObject, type Send } from './http.ts'
import { dropToken, readSession } from './session.ts'

/**
 * How a call ended. A refusal has a name and a next step; `unreachable` passes by itself, `broken` is a fault and is
 * shown as one.
 */
export type Outcome<R> =
  | { readonly kind: 'done'; readonly reply: R }
  | { readonly kind: 'refused'; readonly code: MessageCode; readonly status: number; readonly details: JsonObject }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'broken' }

/**
 * Calls a row of the contract over the network, as the person signed in. Queued calls go through `sync/change` instead.
 */
export async function call<C extends Call>(
  row: C,
  input: v.InferInput<C['input']>,
  send?: Send,
): Promise<Outcome<v.InferOutput<C['reply']>>> {
  const { url, body } = spread(row, input as Record<string, unknown>) // every input schema is an object
  const session = send ? null : await readSession()
  const response = await (send ?? sendAs(session))({ method: row.method, url, body })
  if (response.kind === 'none') return { kind: 'unreachable' }
  if (response.status === 401) {
    // a locked device sends no token: a 401 does not sign it out
    if (send || session?.token) await dropToken(session?.token)
    return { kind: 'signed-out' }
  }
  const { refused, status: _, ...details } = response.body
  if (typeof refused === 'string') {
    if (response.status === 503) return { kind: 'unreachable' }
    return isMessageCode(refused)
      ? { kind: 'refused', code: refused, status: response.status, details }
      : { kind: 'broken' }
  }
  const reply = readReply(row.reply, response.body)
  return reply.success ? { kind: 'done', reply: reply.output as v.InferOutput<C['reply']> } : { kind: 'broken' } // valibot widens a generic schema's output
}

/**
 * The same, checked against the version on the screen (`If-Match`): if someone else has made a newer one, it is refused
 * with 412.
 */
export async function callOn<C extends Call>(
  row: C,
  input: v.InferInput<C['input']>,
  base: number,
): Promise<Outcome<v.InferOutput<C['reply']>>> {
  const send = sendAs(await readSession())
  return call(row, input, (request) => send({ ...request, headers: { ...request.headers, 'if-match': `"${base}"` } }))
}
