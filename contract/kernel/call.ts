import type { GenericSchema } from 'valibot'
import type { MessageCode } from './messages.ts'
import type { TableName } from './table-names.ts'

/** SPEC §1: the four kinds of person. `superadmin` is a flag of an admin, not a role. */
export const ROLES = ['admin', 'clinic', 'doctor', 'patient'] as const
export type Role = (typeof ROLES)[number]

/** Without a network a call is answered from the device, may enter the outbox, or is refused with words. */
export type Offline = 'cached' | 'queue' | 'online'

/** One row of the contract: one command or one query. Plain values and schemas only. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  /** Where several commands share a method and path: the literal `action` in the body that selects this one. */
  readonly action?: string
  /** SPEC's own fields. With one of them and no `action`, the request means this command: `{ status: 'completed' }`. */
  readonly means?: readonly Meaning[]
  readonly input: GenericSchema
  readonly reply: GenericSchema
  readonly roles: readonly Role[] | 'anyone'
  /** Only admins with the flag (rule 102). */
  readonly superadmin?: true
  readonly offline: Offline
  /** The named reasons for which the server may refuse (409), each with words in four languages. */
  readonly refusals: readonly MessageCode[]
  /** A write: the table of its main record, for the audit log, idempotent replies and the outbox. */
  readonly writes?: Writes
  /** A write outside the synced tables: what the audit log calls its object. */
  readonly audits?: string
  /**
   * The record has bytes, which are sent before the change, in parts, after all other waiting work (SYNC); the field
   * holds their number.
   */
  readonly carries?: string
  /**
   * A read of patients' records of this table: the audit log notes when staff make it, one line per call with the
   * number of records (TRUST D15).
   */
  readonly reads?: TableName
  /** Such a read that a device repeats by itself: for one record and one session it is logged once in twelve hours. */
  readonly repeats?: true
  /** A device sends this by itself, on a timer or at a start: it does not count as use of the session (TRUST D2). */
  readonly background?: true
  /** Reads so much that it uses its own database connections, and a session may run only a few at once (TRUST D12). */
  readonly heavy?: true
  /**
   * Open to a person who is signed in only to set up the second factor that is required of them (TRUST D3); all other
   * rows refuse them.
   */
  readonly enrolling?: true
  /** An input field whose value is never shown, logged or stored as it came. */
  readonly secret?: string
}

/**
 * Whether a row only reads, and may be answered from slightly older data, like what a device holds or a report. A
 * replica answers such reads, if there is one (decision 0117).
 */
export const mayBeReplicas = ({ writes, audits, offline, heavy }: Call): boolean =>
  !writes && !audits && (offline === 'cached' || heavy === true)

export type Meaning = Readonly<Record<string, string | boolean>>

export type Writes = {
  readonly table: TableName
  /**
   * Input fields that name records this change depends on, besides `id` itself; they order the queue (SYNC I7, I10).
   */
  readonly needs: readonly string[]
  /** `edit`: unsent edits of one record merge into one. A command with effects never does. */
  readonly coalesce?: 'edit'
  /** The change makes the record; the input's `id` was chosen on the device. */
  readonly creates?: true
  /**
   * It may share a transaction with others of a batch, each of another record; its handler does no work ahead (decision
   * 0107).
   */
  readonly joins?: true
  /** The change removes the record; its success returns none. */
  readonly removes?: true
  /** Fields of the record that this change sets: checked against the version it was made on (SYNC "Merge"). */
  readonly sets?: readonly string[]
  /**
   * Fields of the record that it does not set but whose values its author saw: if someone has changed them since, that
   * is a conflict too.
   */
  readonly rests?: readonly string[]
}

export type CallTable = Readonly<Record<`${string}.${string}`, Call>>
