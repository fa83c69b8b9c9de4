import { appointmentEffects } from './appointment.effects.ts'
import { articleEffects } from './article.effects.ts'
import { availabilityEffects, busyEffects } from './availability.effects.ts'
import { branchEffects } from './branch.effects.ts'
import type { Input, QueuedCall } from './calls.ts'
import { catalogEffects } from './catalog.effects.ts'
import { clinicEffects } from './clinic.effects.ts'
import { commentEffects } from './comment.effects.ts'
import type { Currency } from './constants.ts'
import { doctorEffects } from './doctor.effects.ts'
import { emailEffects } from './email.effects.ts'
import { pageEffects } from './page.effects.ts'
import { notificationEffects } from './notification.effects.ts'
import { patientEffects } from './patient.effects.ts'
import { profileEffects } from './profile.effects.ts'
import { questionEffects } from './question.effects.ts'
import { recipeEffects, reportEffects } from './recipe.effects.ts'
import { videoEffects } from './video.effects.ts'
import type { Row, TableName } from './tables.ts'

/**
 * How each queued change looks on the device before the server has answered: which records it touches, and each of those
 * records after it. Pure, so that a fold over the queue gives the same row today and after a reload (SYNC "rebase").
 */
export const effects = {
  ...appointmentEffects,
  ...articleEffects,
  ...availabilityEffects,
  ...busyEffects,
  ...branchEffects,
  ...catalogEffects,
  ...clinicEffects,
  ...commentEffects,
  ...doctorEffects,
  ...emailEffects,
  ...pageEffects,
  ...notificationEffects,
  ...patientEffects,
  ...profileEffects,
  ...recipeEffects,
  ...reportEffects,
  ...videoEffects,
  ...questionEffects,
} satisfies {
  readonly [N in QueuedCall]: Effect<Input<N>>
}

export type Effect<I> = {
  readonly touches: (input: I) => readonly Target[]
  /** Null: the record is gone. Undefined: this change says nothing of it. */
  readonly apply: {
    readonly [T in TableName]?: (row: Row<T> | undefined, input: I, made: Made) => Row<T> | null | undefined
  }
}
export type EffectsOf<A extends string> = {
  readonly [N in QueuedCall as N extends `${A}.${string}` ? N : never]: Effect<Input<N>>
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
