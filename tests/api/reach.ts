/**
 * How far a right reaches. `private`: as `clinic`, and only for the desk of a private one. `mailed`: as `clinic`, but of its own a private one's
 * desk is told that no link is mailed to them (403).
 */
export type Reach = 'all' | 'public' | 'clinic' | 'mailed' | 'private' | 'own' | 'none' | 'forbidden'

export function everyone<R extends Reach>(reach: R) {
  return { admin: reach, clinic: reach, doctor: reach, patient: reach } as const
}

export function adminsOnly<R extends Reach>(reach: R) {
  return { admin: reach, clinic: 'forbidden', doctor: 'forbidden', patient: 'forbidden' } as const
}

export function clinicsOnly<R extends Reach>(reach: R) {
  return { admin: 'forbidden', clinic: reach, doctor: 'forbidden', patient: 'forbidden' } as const
}

/** RULES 13 and rule 100: hours are their doctor's, and their clinic's within itself. */
export function ofCalendars() {
  return { admin: 'forbidden', clinic: 'forbidden', doctor: 'own', patient: 'forbidden' } as const
}

export function ofHours() {
  return { admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' } as const
}

/** Lists of words are the admins' to write (RULES 13). */
export function forAdmins() {
  return { asks: 'self', admin: 'own', clinic: 'forbidden', doctor: 'forbidden', patient: 'forbidden' } as const
}

/** RULES 13 "A, C o": a doctor of one's own clinic, or of any public one. */
export function ofStaff() {
  return { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' } as const
}

/** Rule 50, RULES 13: a patient's notes are their clinic's and doctor's; neither admins nor the patient read them. */
export function ofNotes() {
  return { admin: 'forbidden', clinic: 'clinic', doctor: 'own', patient: 'forbidden' } as const
}

/** RULES 13: a patient's files are theirs, their clinic's and their doctor's; admins read none. */
export function ofFiles() {
  return { admin: 'forbidden', clinic: 'clinic', doctor: 'own', patient: 'own' } as const
}

/** RULES 13: recipes and reports are written and taken back by the patient's own doctor. */
export function doctorsOnly() {
  return { admin: 'forbidden', clinic: 'forbidden', doctor: 'own', patient: 'forbidden' } as const
}

/** Rules 47, 50–52: a visit is its clinic's, its doctor's and its patient's; the platform's admins reach the public clinics. */
export function ofVisits() {
  return { admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'own' } as const
}

/** RULES 13 "payment PUT, DELETE", rule 77: admins, and the desk of a private clinic. */
export function ofMoney() {
  return { admin: 'public', clinic: 'private', doctor: 'forbidden', patient: 'forbidden' } as const
}
