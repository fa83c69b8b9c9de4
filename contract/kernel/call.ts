import type { GenericSchema } from 'valibot'
import type { MessageCode } from './messages.ts'
import type { TableName } from './table-names.ts'

/** SPEC §1: the four kinds of person. `superadmin` is a flag of an admin, not a role. */
export const ROLES = ['admin', 'clinic', 'doctor', 'patient'] as const
export type Role = (typeof ROLES)[number]

/** Without a network a call is answered from the device, may enter the outbox, or is refused in words. */
export type Offline = 'cached' | 'queue' | 'online'

/** One row of the contract: one command or one query. Plain values and schemas only. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  /** Where several commands share one method and path: the literal `action` in the body that means this one. */
  readonly action?: string
  /** SPEC's own fields, any one of which is taken for this command when `action` is absent: `{ status: 'completed' }`. */
  readonly means?: readonly Meaning[]
  readonly input: GenericSchema
  readonly reply: GenericSchema
  readonly roles: readonly Role[] | 'anyone'
  /** Of the admins only those with the flag (rule 102). */
  readonly superadmin?: true
  readonly offline: Offline
  /** The named reasons the server may say no with (409), each with words in four languages. */
  readonly refusals: readonly MessageCode[]
  /** A write: the table of its main record, so that audit, idempotent replies and the outbox know it. */
  readonly writes?: Writes
  /** A write of something that is no synced table: what the audit calls its object. */
  readonly audits?: string
  /** The record has bytes, which go ahead of the change in parts, last of all that waits (SYNC); the field says how many they are. */
  readonly carries?: string
  /** A read of patients' records, of this table: whoever of the staff makes it is written down, once a call with how many they were (TRUST D15). */
  readonly reads?: TableName
  /** Such a read that a device makes again and again by itself: of one record and by one session it is written down once in twelve hours. */
  readonly repeats?: true
  /** A device asks this by itself, on a timer or at a start: it is no use of the session (TRUST D2). */
  readonly background?: true
  /** Reads so much that it has a lane of the database of its own, and a session only a few of them at once (TRUST D12). */
  readonly heavy?: true
  /** Open to one who is signed in only to set up the second factor that is required of them (TRUST D3); all other rows refuse them. */
  readonly enrolling?: true
  /** A field of the input that is never shown, logged or stored as it came. */
  readonly secret?: string
}

/**
 * Whether a row does nothing but read, and may be answered from what was true a moment ago: as a device itself does with what it holds, or in a report.
 * Such reads are asked of a replica, where there is one (decision 0117).
 */
export const mayBeReplicas = ({ writes, audits, offline, heavy }: Call): boolean =>
  !writes && !audits && (offline === 'cached' || heavy === true)

export type Meaning = Readonly<Record<string, string | boolean>>

export type Writes = {
  readonly table: TableName
  /** Input fields that name records this change stands on, besides `id` itself; they order the queue (SYNC I7, I10). */
  readonly needs: readonly string[]
  /** `edit`: unsent edits of one record melt into one. A command with effects never does. */
  readonly coalesce?: 'edit'
  /** The change makes the record; the input's `id` was chosen on the device. */
  readonly creates?: true
  /** It may be done in one transaction with others of a batch, each of another record; its handler has no work ahead (decision 0107). */
  readonly joins?: true
  /** The change takes the record away; its yes carries none. */
  readonly removes?: true
  /** Fields of the record this change sets: judged against the version it was made on (SYNC "Merge"). */
  readonly sets?: readonly string[]
  /** Fields of the record that it does not set and whose maker saw: where somebody else has changed them since, it is a conflict too. */
  readonly rests?: readonly string[]
}

export type CallTable = Readonly<Record<`${string}.${string}`, Call>>
