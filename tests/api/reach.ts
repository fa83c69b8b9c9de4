/**
 * How far a right reaches. `private`: like `clinic`, but only for a private clinic's desk. `mailed`: like `clinic`, but
 * for its own people a private clinic's desk gets the refusal that no link is mailed to them (403).
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

/** RULES 13 and rule 100: hours belong to their doctor, and to their clinic within it. */
export function ofCalendars() {
  return { admin: 'forbidden', clinic: 'forbidden', doctor: 'own', patient: 'forbidden' } as const
}

export function ofHours() {
  return { admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'forbidden' } as const
}

/** Only admins write picklists (RULES 13). */
export function forAdmins() {
  return { asks: 'self', admin: 'own', clinic: 'forbidden', doctor: 'forbidden', patient: 'forbidden' } as const
}

/** RULES 13 "A, C o": a doctor of one's own clinic, or of any public one. */
export function ofStaff() {
  return { asks: 'object', admin: 'public', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' } as const
}

/**
 * Rule 50, RULES 13: notes about a patient belong to their clinic and doctor; neither admins nor the patient read them.
 */
export function ofNotes() {
  return { admin: 'forbidden', clinic: 'clinic', doctor: 'own', patient: 'forbidden' } as const
}

/** RULES 13: a patient's files belong to them, their clinic and their doctor; admins read none. */
export function ofFiles() {
  return { admin: 'forbidden', clinic: 'clinic', doctor: 'own', patient: 'own' } as const
}

/** RULES 13: the patient's own doctor writes and withdraws recipes and reports. */
export function doctorsOnly() {
  return { admin: 'forbidden', clinic: 'forbidden', doctor: 'own', patient: 'forbidden' } as const
}

/**
 * Rules 47, 50–52: a visit belongs to its clinic, its doctor and its patient; the platform's admins see those of public
 * clinics.
 */
export function ofVisits() {
  return { admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'own' } as const
}

/** RULES 13 "payment PUT, DELETE", rule 77: admins, and the desk of a private clinic. */
export function ofMoney() {
  return { admin: 'public', clinic: 'private', doctor: 'forbidden', patient: 'forbidden' } as const
}
