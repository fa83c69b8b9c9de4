import type { CallName, Parsed } from '../../contract/calls.ts'
import { Refused } from '../kernel/refused.ts'
import type { AheadHandler, Handler, Outside } from './handler.ts'

/**
 * The handler of a call, after its slow part is done. A refusal from that part is thrown inside the transaction, so
 * that it is logged and stored like any other.
 */
export async function handlerOf<N extends CallName>(
  call: N,
  input: Parsed<N>,
  outside: Outside<N>,
): Promise<Handler<N>> {
  const handler = outside.deps.handlers[call] as Handler<N> | AheadHandler<N> // found by the same name
  if (typeof handler === 'function') return handler
  try {
    return await handler.ahead(input, outside)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return () => Promise.reject(error)
  }
}
