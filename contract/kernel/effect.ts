import type { InferInput } from 'valibot'
import type { Call } from './call.ts'
import type { Currency } from './constants.ts'
import type { TableName } from './table-names.ts'

/**
 * How a queued change looks on the device before the server has answered: which records it touches, and each of them after it. `I` is the
 * change's input, `Rows` the rows of the tables it touches, by name.
 */
export type Effect<I, Rows extends RowsByTable> = {
  readonly touches: (input: I) => readonly Target[]
  /** Null: the record is gone. Undefined: this change says nothing of it. */
  readonly apply: {
    readonly [T in keyof Rows]?: (row: Rows[T] | undefined, input: I, made: Made) => Rows[T] | null | undefined
  }
}
type RowsByTable = { readonly [T in TableName]?: unknown }

/** The effects of one noun: one for each of its calls that may wait in the outbox. */
export type EffectsOf<Calls extends Readonly<Record<string, Call>>, Rows extends RowsByTable> = {
  readonly [N in Extract<keyof Calls, string> as Calls[N]['offline'] extends 'queue' ? N : never]: Effect<
    InferInput<Calls[N]['input']>,
    Rows
  >
}

export type Target = { readonly table: TableName; readonly id: string }

/** When and by whom a change was made, and what its maker saw on the screen that the input does not carry. */
export type Made = { readonly at: string; readonly by: string; readonly facts: Facts }
export type Facts = {
  readonly patientName?: string
  /** The maker's own id: of a note, whose it is. */
  readonly authorId?: string
  /** Of a recipe or a report: its doctor with the title. */
  readonly doctorName?: string
  /** Of a comment: whose visit it is about, and where it was. */
  readonly doctorId?: string
  readonly clinicId?: string | null
  /** Of an article: what its author is. */
  readonly authorType?: 'admin' | 'doctor'
  readonly zone?: string
  /** Minor units. */
  readonly price?: number
  readonly currency?: Currency
}
