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

/** What the server is made of; put together once, in main.ts and in tests. Its connections lie in lanes (`lanes.ts`), but for those of jobs. */
export type Deps = Omit<Lanes, 'jobs'> & {
  /** What answers each call; every row of the contract has its handler. */
  readonly handlers: Handlers
  /** Where reads may be answered beside the primary; null where there are none. */
  readonly replicas: Replicas | null
  /** Who may have how many heavy calls at once. */
  readonly gate: Gate
  /** False while the database is away: then nobody is answered but with 503. */
  readonly databaseIsUp: () => boolean
  readonly limits: Limits
  /** The server's one clock, epoch ms. */
  readonly now: () => number
  /** Hosts that are the platform's own and no clinic's (rule 105), without port. */
  readonly platformHosts: ReadonlySet<string>
  /** Where work that nobody waits for tells of what failed. */
  readonly log: FailureLog
  /** Says to these rooms that there is something to pull; carries nothing. */
  readonly poke: (rooms: readonly string[]) => void
  /** Ends the open sockets of a session at once (TRUST G24). */
  readonly closeSockets: (sessionHash: string) => void
  /** Has the worker look at once for messages and requests that wait; called when what they stand on has been committed. */
  readonly sendSoon: () => void
  /** Scheme, platform's host and port, as people reach it: links to clinics take its scheme and port. Never from a request. */
  readonly publicUrl: () => string
  /** Hosts in a private network that mail and SMS may go through (TRUST R51). */
  readonly privateHosts: ReadonlySet<string>
  /** Push services that devices may subscribe at: hosts of the open internet and those within them; whole origins of one's own network. */
  readonly pushHosts: ReadonlySet<string>
  /** This is a demo server: without a mail server its messages stay in the outbox. */
  readonly demo: boolean
  /** Admins sign in with a second factor. Not in a demo server, whose passwords everybody knows (TRUST D3). */
  readonly requiresFactor: boolean
  readonly vault: Vault
  /** The clinic software doctors may be imported from; in a demo server its stand-in. */
  readonly medisoft: Medisoft
  /** Who charges cards; null where none is set up. */
  readonly pay: PaymentProvider | null
  /** The way to calendars on the open internet. */
  readonly web: OpenWeb
  /** The service whose calendars doctors may connect by consent; null where none is set up. */
  readonly calendarProvider: CalendarProvider | null
  /** Where doctors' videos are. */
  readonly videos: VideoPlatform
  /** Where the bytes of pictures lie (TRUST D9). */
  readonly files: FileStore
  /** Mapbox' public token, handed to every browser; null where the operator has none. */
  readonly mapToken: string | null
}

/** A call as it came, by whatever road: one request, or one place of a batch. */
export type Asked = {
  readonly call: CallName
  readonly input: unknown
  readonly who: Who | null
  readonly origin: Origin
  /** `Idempotency-Key`. */
  readonly key: string | null
  /** `If-Match`. */
  readonly base: number | null
  /** When the person did it, as the device says; for the audit only. ISO. */
  readonly madeAt: string | null
  /** The same by the server's clock, as far as it can be (`moment.ts`), epoch ms; null where it is not known. */
  readonly moment: number | null
}

export type Ctx<N extends CallName> = {
  readonly deps: Deps
  /** Inside the request's one transaction, under the person's sight. */
  readonly db: Db
  readonly who: Who
  readonly origin: Origin
  /** The server's clock, epoch ms. */
  readonly now: number
  /** When the person did it, epoch ms: earlier than `now` where it came in late (decision 0086). Rules are judged by `now` (rule 104). */
  readonly moment: number
  /** The version the change was made on (`If-Match`), or null: then it applies to the current one. */
  readonly base: number | null
  /** Says no by one of the row's own names; `details` helps the person on (free slots, say). */
  readonly refuse: (reason: Refusal<N>, details?: Readonly<Record<string, unknown>>) => never
  /** Work for when the transaction has committed, and only then: sockets to close, say. It must not be needed for the answer to be true. */
  readonly after: (work: () => Promise<void>) => void
  /** What the audit line of this call says beyond names: its object where the input does not name it, and values of money, status and settings (rule 57). */
  readonly record: (line: Recorded) => void
  /** A cookie for the answer, set only by sign-in. */
  readonly setCookie: (cookie: string) => void
}

export type Recorded = {
  readonly object?: { readonly table: string; readonly id: string }
  /** Field to its value before and after; never a secret, never a person's own data. */
  readonly values?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}

/** A queued call names the records it touched, main record first, and the loop answers with them; others answer themselves. */
export type Handler<N extends CallName> = (
  input: Parsed<N>,
  ctx: Ctx<N>,
) => Promise<N extends QueuedCall ? readonly [Target, ...Target[]] : Reply<N>>

/**
 * A call that takes its time before the transaction begins, so that none is open meanwhile: a stranger is asked, a password is proved. What
 * was found goes on in the handler that is given back. A keyed call may have been done already and is told again: what it does ahead must
 * then not be an effect of its own.
 */
export type Asking<N extends CallName> = {
  readonly ahead: (input: Parsed<N>, outside: Outside<N>) => Promise<Handler<N>>
}

/** What a call has before its transaction. */
export type Outside<N extends CallName = CallName> = Omit<Ctx<N>, 'db'>

/** A call without a key whose work is all ahead: it is the server's, not the asker's, and sees to its own transactions. */
export const ahead = <N extends CallName>(
  work: (input: Parsed<N>, outside: Outside<N>) => ReturnType<Handler<N>>,
): Asking<N> => ({
  ahead: async (input, outside) => {
    const reply = await work(input, outside)
    return async () => reply
  },
})

export type Handlers = { readonly [N in CallName]: Handler<N> | Asking<N> }

/** Every call of an area, or the compiler names the one forgotten. */
export type Area<A extends string> = {
  readonly [N in CallName as N extends `${A}.${string}` ? N : never]: Handler<N> | Asking<N>
}
