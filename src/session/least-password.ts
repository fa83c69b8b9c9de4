import { useSyncExternalStore } from 'react'
import { PASSWORD_MIN } from '../../contract/constants.ts'

/** The least length of a new password in this house, as the server last said it with the host's face; SPEC's own before it was ever asked. */
export const useLeastPassword = (): number => useSyncExternalStore(listen, leastPassword)

export function leastPassword(): number {
  try {
    return Math.max(PASSWORD_MIN, Number(localStorage.getItem(KEY)) || 0)
  } catch {
    return PASSWORD_MIN
  }
}

/** Keeps what the server said, so that the forms know it at the next start, also without a network. */
export function keepLeastPassword(least: number): void {
  localStorage.setItem(KEY, String(least))
  for (const hear of heard) hear()
}

const KEY = 'password-min'
const heard = new Set<() => void>()
function listen(hear: () => void) {
  heard.add(hear)
  return () => void heard.delete(hear)
}
