import type { QueuedCall } from '../../contract/calls.ts'
import type { Facts } from '../../contract/kernel/effect.ts'
import type { MessageCode } from '../../contract/kernel/messages.ts'

/**
 * A change waiting to be sent. Complete when it is queued: ids and times are chosen then, nothing is computed at replay (SYNC).
 * `id` is its Idempotency-Key; `seq` the order it was made in.
 */
export type Entry = {
  readonly seq?: number
  readonly id: string
  readonly call: QueuedCall
  /** The payload's version; a queued call only grows, or has an upcaster (`src/sync/upcast.ts`). */
  readonly payload: number
  readonly input: Readonly<Record<string, unknown>>
  /** The server's version it was made on; null for a new record. */
  readonly base: number | null
  /** What the fields it sets held when it was made: later versions that still hold the same do not conflict. */
  readonly was: Readonly<Record<string, unknown>> | null
  /** `table:id` of every record it touches, and of those made on this device that it stands on. */
  readonly keys: readonly string[]
  readonly state: 'ready' | 'sending' | 'parked'
  /** Times it has left the device; a body that was sent once is frozen. */
  readonly attempts: number
  /** It left this device, and no answer says that the server did not take it. Older builds counted attempts alone. */
  readonly mayHold?: boolean
  /** Not before this, epoch ms. */
  readonly nextTry: number
  readonly problem: Problem | null
  readonly person: string
  readonly host: string
  readonly build: number
  /** When the person did it, by the server's clock as the device knows it. ISO. */
  readonly madeAt: string
  readonly by: string
  readonly facts: Facts
  /** Of a change whose record has bytes: how many, and how many of them have arrived. They go before it, last of all (`upload-files.ts`). */
  readonly carry?: { readonly size: number; readonly sent: number }
}

/** Whether a change may hold on the server already, so that nobody can say here that it does not. */
export const mayHold = ({ attempts, mayHold: known }: Pick<Entry, 'attempts' | 'mayHold'>): boolean =>
  known ?? attempts > 0

/** Whether a change waits and has surely not reached the server, so that it can be taken back as if it had not been made. */
export const isUndoable = (entry: Pick<Entry, 'state' | 'attempts' | 'mayHold'>): boolean =>
  entry.state === 'ready' && !mayHold(entry)

/** Why an entry waits for a person: the server's word and what helps, a fault of ours, or a build that does not know it. */
export type Problem = {
  readonly kind: 'refused' | 'conflict' | 'fault' | 'stuck' | 'unknown'
  readonly status: number
  readonly code: MessageCode | null
  readonly details: Readonly<Record<string, unknown>>
  readonly at: string
}

/** What has become of changes that ended together, kept to be read (`src/sync/ended.ts`). Databases of version 1 had a record for each. */
export type Settled = {
  /** How many had ended by then, these included. */
  readonly n: number
  readonly end: 'sent' | 'discarded'
  readonly at: string
} & ({ readonly entries: readonly Entry[] } | { readonly entry: Entry })
