import type { LoginType } from './session.ts'

/** Where each kind of person signs in (SPEC §2), and where they request a new password. */
export const SIGN_IN_PATHS = {
  admin: '/login',
  doctor: '/doctor-login',
  patient: '/patient-login',
} as const satisfies Record<LoginType, string>
export const FORGET_PATHS = {
  admin: '/forget',
  doctor: '/doctor-forget',
  patient: '/patient-forget',
} as const satisfies Record<LoginType, string>
export const LOGIN_TYPES = Object.keys(SIGN_IN_PATHS) as LoginType[] // its own keys

/** Set on a 401 if the device must delete this person's data. */
export const WIPE_HEADER = 'bedside-wipe'
