import { useSyncExternalStore } from 'react'
import { PASSWORD_MIN } from '../../contract/kernel/constants.ts'

/** The minimum length of a new password on this server, as last sent with the host's face; before that SPEC's own. */
export const useLeastPassword = (isStaff: boolean): number => useSyncExternalStore(listen, () => leastPassword(isStaff))

export function leastPassword(isStaff: boolean): number {
  try {
    const [everyone = 0, staff = 0] = (localStorage.getItem(KEY) ?? '').split(' ').map(Number)
    return Math.max(PASSWORD_MIN, everyone || 0, isStaff ? staff || 0 : 0)
  } catch {
    return PASSWORD_MIN
  }
}

/** Stores what the server said, so that the forms know it at the next start, also without a network. */
export function keepLeastPassword(everyone: number, staff: number): void {
  localStorage.setItem(KEY, `${everyone} ${staff}`)
  for (const listener of listeners) listener()
}

const KEY = 'password-min'
const listeners = new Set<() => void>()
function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
