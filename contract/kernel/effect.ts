import type { InferInput } from 'valibot'
import type { Call } from './call.ts'
import type { Currency } from './constants.ts'
import type { TableName } from './table-names.ts'
import type { BookedType } from '../visittype/visittype.ts'

/**
 * How a queued change looks on the device before the server answers: the records it touches, and each of them
 * afterwards. `I` is the change's input, `Rows` the rows of the tables it touches, by name.
 */
export type Effect<I, Rows extends RowsByTable> = {
  readonly touches: (input: I) => readonly Target[]
  /** Null: the record is gone. Undefined: this change does not affect it. */
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

/** When and by whom a change was made, and what its author saw on the screen that the input does not contain. */
export type Made = { readonly at: string; readonly by: string; readonly facts: Facts }
export type Facts = {
  readonly patientName?: string
  /** The author's own id: whose a note is. */
  readonly authorId?: string
  /** For a recipe or a report: its doctor with title. */
  readonly doctorName?: string
  /** For a comment: the doctor and place of its visit. */
  readonly doctorId?: string
  readonly clinicId?: string | null
  /** For an article: the role of its author. */
  readonly authorType?: 'admin' | 'doctor'
  /** For an answer to a comment: its author is one of those who publish, so that it is public at once. */
  readonly publishes?: boolean
  readonly zone?: string
  /** Minor units. */
  readonly price?: number
  readonly currency?: Currency
  /** For a visit: its type as it was chosen. */
  readonly visitType?: BookedType
}
