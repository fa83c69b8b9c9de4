import type { QueuedCall } from '../../contract/calls.ts'
import type { Facts } from '../../contract/kernel/effect.ts'
import type { MessageCode } from '../../contract/kernel/messages.ts'

/**
 * A change waiting to be sent. It is complete when it is queued: ids and times are chosen then, and nothing is computed
 * when it is replayed (SYNC). `id` is its Idempotency-Key; `seq` is the order of creation.
 */
export type Entry = {
  readonly seq?: number
  readonly id: string
  readonly call: QueuedCall
  /** The payload's version; a queued call only grows, or has an upcaster (`src/sync/upcast.ts`). */
  readonly payload: number
  readonly input: Readonly<Record<string, unknown>>
  /** The server's version that it was made on; null for a new record. */
  readonly base: number | null
  /** What the fields it sets held when it was made: later versions that still hold the same do not conflict. */
  readonly was: Readonly<Record<string, unknown>> | null
  /** `table:id` of every record it touches, and of those made on this device that it depends on. */
  readonly keys: readonly string[]
  readonly state: 'ready' | 'sending' | 'parked'
  /** How often it has left the device; what was sent once is frozen. */
  readonly attempts: number
  /** It left this device, and no answer says that the server did not take it. Older builds counted only attempts. */
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
  /**
   * For a record with bytes: how many there are, and how many have arrived. They go before the change, after all other
   * waiting work (`upload-files.ts`).
   */
  readonly carry?: { readonly size: number; readonly sent: number }
}

/** Whether the server may already have the change, so that this device cannot say that it does not. */
export const mayHold = ({ attempts, mayHold: known }: Pick<Entry, 'attempts' | 'mayHold'>): boolean =>
  known ?? attempts > 0

/**
 * Whether a change waits and has surely not reached the server, so that it can be undone as if it had not been made.
 */
export const isUndoable = (entry: Pick<Entry, 'state' | 'attempts' | 'mayHold'>): boolean =>
  entry.state === 'ready' && !mayHold(entry)

/**
 * Why an entry waits for a person: the server's refusal and what helps, a fault of ours, or a build that does not know
 * it.
 */
export type Problem = {
  readonly kind: 'refused' | 'conflict' | 'fault' | 'stuck' | 'unknown'
  readonly status: number
  readonly code: MessageCode | null
  readonly details: Readonly<Record<string, unknown>>
  readonly at: string
}

/**
 * Changes that ended together, kept for reading (`src/sync/ended.ts`). Databases of version 1 had a record for each.
 */
export type Settled = {
  /** How many had ended by then, including these. */
  readonly n: number
  readonly end: 'sent' | 'discarded'
  readonly at: string
} & ({ readonly entries: readonly Entry[] } | { readonly entry: Entry })
