import type { LoginType } from '../../contract/session.ts'
import { readLoginType } from '../api/session.ts'

const PATHS = { admin: '/login', doctor: '/doctor-login', patient: '/patient-login' } as const

/** The login page of the last used kind of person (SPEC §6). */
export const loginPath = (type: LoginType = readLoginType()) => PATHS[type]
