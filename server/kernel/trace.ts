import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/**
 * The context of one request, as W3C Trace Context defines it (https://www.w3.org/TR/trace-context/). Contains nothing
 * about a person or a record.
 */
export type Trace = {
  /** 32 hex digits, the same from the device or proxy that started it to PostgreSQL and the services called. */
  readonly id: string
  /** 16 hex digits: our part of it. */
  readonly span: string
  /** Whoever started it records it. */
  readonly isSampled: boolean
  /** Who is asking, once known: their id, which leaves this process only as a keyed hash. */
  actor: string | null
}

const current = new AsyncLocalStorage<Trace>()

/** Runs `work`, and all that it starts, as part of a trace. */
export const inTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** The current trace; undefined in work that no request started. */
export const traceNow = (): Trace | undefined => current.getStore()

/** The trace that a request's `traceparent` continues, or a new one if it has no readable one. */
export function traceOf(header: unknown): Trace {
  const [, id, flags] =
    (typeof header === 'string' && /^00-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/.exec(header)) || []
  const isKnown = id !== undefined && !/^0+$/.test(id)
  return {
    id: isKnown ? id : randomBytes(16).toString('hex'),
    span: randomBytes(8).toString('hex'),
    isSampled: isKnown && (Number.parseInt(flags!, 16) & 1) === 1,
    actor: null,
  }
}

/** Headers that make our request to another service part of the same trace; empty outside of any. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const trace = current.getStore()
  return trace ? { traceparent: headerOf(trace) } : {}
}

export const headerOf = ({ id, span, isSampled }: Trace): string => `00-${id}-${span}-${isSampled ? '01' : '00'}`
