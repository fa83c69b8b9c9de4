import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** One request on its way, as W3C Trace Context names it (https://www.w3.org/TR/trace-context/). Says nothing of whom or what it is about. */
export type Trace = {
  /** 32 hex digits, the same from the device or proxy that began it to PostgreSQL and to whoever else is asked. */
  readonly id: string
  /** 16 hex digits: our part of it. */
  readonly span: string
  /** Whoever began it has it recorded. */
  readonly isSampled: boolean
  /** Who asks, once that is known: their id, which leaves this process as a keyed hash alone. */
  actor: string | null
}

const current = new AsyncLocalStorage<Trace>()

/** Runs `work`, and all that it begins, as part of a trace. */
export const inTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** The trace that this is part of; undefined in work that no request began. */
export const traceNow = (): Trace | undefined => current.getStore()

/** The trace that a request's `traceparent` carries on, or a new one where it has none that can be read. */
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

/** What a request of ours to somebody else carries, as part of the same trace; empty outside of any. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const trace = current.getStore()
  return trace ? { traceparent: headerOf(trace) } : {}
}

export const headerOf = ({ id, span, isSampled }: Trace): string => `00-${id}-${span}-${isSampled ? '01' : '00'}`
