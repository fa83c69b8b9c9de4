/**
 * What surrounds a visit and is not in its row. `phone` and `email` are the other side's: the patient's for staff, the
 * clinic's for a patient.
 */
export type VisitContext = {
  readonly doctor?: string | undefined
  readonly place?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly email?: string | null | undefined
}
