import type { LoginType } from '../../contract/session/session.ts'
import { SIGN_IN_PATHS } from '../../contract/session/session.rules.ts'
import { readLoginType } from '../api/session.ts'

/** The login page of the account type last used (SPEC §6). */
export const loginPath = (type: LoginType = readLoginType()) => SIGN_IN_PATHS[type]

/** Whether an address leads to a login page, however it is written. */
export function isLoginPath(pathname: string): boolean {
  const plain = decoded(pathname).toLowerCase().split('/').filter(Boolean).join('/')
  return Object.values(SIGN_IN_PATHS).some((path) => path === `/${plain}`)
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
