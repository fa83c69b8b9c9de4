/**
 * Why a patient's own move may be refused, with the record or by a message's link; other callers have more reasons
 * (`appointment.move`).
 */
export const MOVE_REFUSALS = [
  'already_completed',
  'already_cancelled',
  'slot_taken',
  'slot_past',
  'slot_outside',
  'slot_closed',
  'slot_too_soon',
  'slot_too_far',
  'doctor_passive',
  'cancel_window',
  'move_limit',
  'arrived_already',
  'patient_overlap',
] as const

/** The same for cancelling. */
export const CANCEL_REFUSALS = ['already_completed', 'already_cancelled', 'cancel_window', 'arrived_already'] as const
