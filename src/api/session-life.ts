import { COOKIE_SECONDS } from '../../contract/kernel/constants.ts'

/** How long a device stays open after the server last accepted its token (rule 89), ms. */
export const LIFE_MS = COOKIE_SECONDS * 1000

/**
 * Whether a session is open by the clocks of this device. The wall clock may be set to any day while the page lives;
 * the page still knows how much time has passed.
 */
export function isOpen({ token, expiresAt }: Life, now: number): boolean {
  if (expiresAt > now) {
    if (known?.token !== token || known.expiresAt !== expiresAt)
      known = { token, expiresAt, until: performance.now() + Math.min(expiresAt - now, LIFE_MS) }
    return true
  }
  return known?.token === token && known.expiresAt === expiresAt && performance.now() < known.until
}

/** Whether a session should be rewritten with seven days from now: an hour has passed, or the clock was set back. */
export const isWorn = ({ expiresAt }: Pick<Life, 'expiresAt'>, now: number): boolean =>
  Math.abs(expiresAt - now - LIFE_MS) > HOUR_MS

/** What was open in this page, and until when by the page's own clock. */
let known: (Life & { readonly until: number }) | null = null

type Life = { readonly token: string; readonly expiresAt: number }
const HOUR_MS = 3_600_000
