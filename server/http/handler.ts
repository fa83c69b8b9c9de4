import type { CallName, Parsed, QueuedCall, Refusal, Reply } from '../../contract/calls.ts'
import type { Target } from '../../contract/kernel/effect.ts'
import type { Lanes } from '../db/lanes.ts'
import type { Db } from '../db/pool.ts'
import type { Replicas } from '../db/replicas.ts'
import type { Origin, Who } from '../identity/who.ts'
import type { OpenWeb } from '../ports/calendar/open-web.ts'
import type { CalendarProvider } from '../ports/calendar/provider.ts'
import type { Medisoft } from '../ports/clinic-software/medisoft.ts'
import type { FileStore } from '../ports/files/store.ts'
import type { FailureLog } from '../kernel/guarded.ts'
import type { PaymentProvider } from '../ports/payment/provider.ts'
import type { VideoPlatform } from '../ports/video/platform.ts'
import type { Vault } from '../ports/vault.ts'
import type { Gate } from './gate.ts'
import type { Limits } from './limits.ts'

/**
 * What the server consists of; put together once, in main.ts and in tests. Its connections come in lanes (`lanes.ts`),
 * except those of jobs.
 */
export type Deps = Omit<Lanes, 'jobs'> & {
  /** The handler of each row of the contract. */
  readonly handlers: Handlers
  /** Where reads may be answered besides the primary; null if there are no replicas. */
  readonly replicas: Replicas | null
  /** Limits the heavy calls of a session. */
  readonly gate: Gate
  /** False while the database is away: then every answer is 503. */
  readonly databaseIsUp: () => boolean
  readonly limits: Limits
  /** The server's one clock, epoch ms. */
  readonly now: () => number
  /** Hosts that are the platform's own and no clinic's (rule 105), without port. */
  readonly platformHosts: ReadonlySet<string>
  /** Where background work reports its failures. */
  readonly log: FailureLog
  /** Tells these rooms that there is something to pull; carries no data. */
  readonly poke: (rooms: readonly string[]) => void
  /** Ends the open sockets of a session at once (TRUST G24). */
  readonly closeSockets: (sessionHash: string) => void
  /** Makes the worker look at once for waiting messages and requests; call it after their commit. */
  readonly sendSoon: () => void
  /**
   * Scheme, the platform's host and port, as people reach it: links to clinics use its scheme and port. Never taken
   * from a request.
   */
  readonly publicUrl: () => string
  /** Hosts in a private network that mail and SMS may go through (TRUST R51). */
  readonly privateHosts: ReadonlySet<string>
  /**
   * Push services that devices may subscribe to: hosts on the internet and their subdomains; whole origins in the
   * operator's own network.
   */
  readonly pushHosts: ReadonlySet<string>
  /** This is a demo server: without a mail server its messages stay in the outbox. */
  readonly demo: boolean
  /** Admins need a second factor. Not on a demo server, whose passwords everyone knows (TRUST D3). */
  readonly requiresFactor: boolean
  readonly vault: Vault
  /** The clinic software from which doctors may be imported; on a demo server its double. */
  readonly medisoft: Medisoft
  /** What charges cards; null if none is set up. */
  readonly pay: PaymentProvider | null
  /** Fetches calendars on the open internet. */
  readonly web: OpenWeb
  /** The service whose calendars doctors may connect by consent; null if none is set up. */
  readonly calendarProvider: CalendarProvider | null
  /** Where doctors' videos are. */
  readonly videos: VideoPlatform
  /** Where the bytes of pictures lie (TRUST D9). */
  readonly files: FileStore
  /** Mapbox' public token, sent to every browser; null if the operator has none. */
  readonly mapToken: string | null
}

/** A call as it came, in whatever way: one request, or one place of a batch. */
export type CallRequest = {
  readonly call: CallName
  readonly input: unknown
  readonly who: Who | null
  readonly origin: Origin
  /** `Idempotency-Key`. */
  readonly key: string | null
  /** `If-Match`. */
  readonly base: number | null
  /** When the person did it, as the device says; only for the audit log. ISO. */
  readonly madeAt: string | null
  /** The same by the server's clock, as well as it can be known (`moment.ts`), epoch ms; otherwise null. */
  readonly moment: number | null
}

export type Ctx<N extends CallName> = {
  readonly deps: Deps
  /** Inside the request's one transaction, with the person's visibility. */
  readonly db: Db
  readonly who: Who
  readonly origin: Origin
  /** The server's clock, epoch ms. */
  readonly now: number
  /**
   * When the person did it, epoch ms: earlier than `now` if it arrived late (decision 0086). Rules are judged by `now`
   * (rule 104).
   */
  readonly moment: number
  /** The version the change was made on (`If-Match`), or null: then it applies to the current one. */
  readonly base: number | null
  /** Refuses by one of the row's own names; `details` help the person continue (free slots, for example). */
  readonly refuse: (reason: Refusal<N>, details?: Readonly<Record<string, unknown>>) => never
  /** Work for after the commit, and only then: closing sockets, for example. The answer must be true without it. */
  readonly after: (work: () => Promise<void>) => void
  /**
   * What the call's audit line says beyond names: its object if the input does not name it, and values of money, status
   * and settings (rule 57).
   */
  readonly record: (line: Recorded) => void
  /** A cookie for the answer, set only by sign-in. */
  readonly setCookie: (cookie: string) => void
}

export type Recorded = {
  readonly object?: { readonly table: string; readonly id: string }
  /** A field's value before and after; never a secret, never a person's own data. */
  readonly values?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}

/**
 * A queued call returns the records it touched, main record first, and the loop answers with them; other calls return
 * their reply.
 */
export type Handler<N extends CallName> = (
  input: Parsed<N>,
  ctx: Ctx<N>,
) => Promise<N extends QueuedCall ? readonly [Target, ...Target[]] : Reply<N>>

/**
 * A call with slow work before its transaction, so that none is open meanwhile: it asks another service, or verifies a
 * password. It returns the handler that runs inside. A keyed call may already have been done and gets its stored
 * answer: its work ahead must therefore have no effect of its own.
 */
export type AheadHandler<N extends CallName> = {
  readonly ahead: (input: Parsed<N>, outside: Outside<N>) => Promise<Handler<N>>
}

/** What a call has before its transaction. */
export type Outside<N extends CallName = CallName> = Omit<Ctx<N>, 'db'>

/**
 * A call without a key that does all its work ahead: it works for the server, not for the caller, and manages its own
 * transactions.
 */
export const ahead = <N extends CallName>(
  work: (input: Parsed<N>, outside: Outside<N>) => ReturnType<Handler<N>>,
): AheadHandler<N> => ({
  ahead: async (input, outside) => {
    const reply = await work(input, outside)
    return async () => reply
  },
})

export type Handlers = { readonly [N in CallName]: Handler<N> | AheadHandler<N> }

/** Every call of an area; the compiler names the one that is missing. */
export type Area<A extends string> = {
  readonly [N in CallName as N extends `${A}.${string}` ? N : never]: Handler<N> | AheadHandler<N>
}
