import { appointmentEffects } from './appointment/appointment.effects.ts'
import { articleEffects } from './article/article.effects.ts'
import { availabilityEffects, busyEffects } from './availability/availability.effects.ts'
import { branchEffects } from './branch/branch.effects.ts'
import type { Input, QueuedCall } from './calls.ts'
import { catalogEffects } from './catalog/catalog.effects.ts'
import { clinicEffects } from './clinic/clinic.effects.ts'
import { closureEffects } from './closure/closure.effects.ts'
import { visitTypeEffects } from './visittype/visittype.effects.ts'
import { commentEffects } from './comment/comment.effects.ts'
import { doctorEffects } from './doctor/doctor.effects.ts'
import { emailEffects } from './email/email.effects.ts'
import { pageEffects } from './page/page.effects.ts'
import { notificationEffects } from './notification/notification.effects.ts'
import { patientEffects } from './patient/patient.effects.ts'
import { profileEffects } from './profile/profile.effects.ts'
import { questionEffects } from './question/question.effects.ts'
import { recipeEffects } from './recipe/recipe.effects.ts'
import { reportEffects } from './report/report.effects.ts'
import { videoEffects } from './video/video.effects.ts'
import type { Effect } from './kernel/effect.ts'
import type { TableName } from './kernel/table-names.ts'
import type { Row } from './tables.ts'

/**
 * How each queued change looks on the device before the server answers: the records it touches, and each of those
 * records afterwards. Pure, so that a fold over the queue gives the same row today and after a reload (SYNC "rebase").
 */
export const effects = {
  ...appointmentEffects,
  ...articleEffects,
  ...availabilityEffects,
  ...busyEffects,
  ...branchEffects,
  ...catalogEffects,
  ...clinicEffects,
  ...closureEffects,
  ...visitTypeEffects,
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
  readonly [N in QueuedCall]: Effect<Input<N>, AllRows>
}

/** Every table's rows, by its name. */
export type AllRows = { readonly [T in TableName]: Row<T> }
