/**
 * Whether the app may offer to be installed (SCREENS B31): on a later day than the first, or once something has been
 * booked here, and not for 30 days after it was declined. Stored for this browser, whoever uses it; it says nothing
 * about a person.
 */
export type InstallMemory = {
  /** Days on which the app was opened here, at most two of them; YYYYMMDD. */
  readonly days: readonly number[]
  readonly booked: boolean
  /** When the offer was last declined, in epoch ms. */
  readonly refusedAt: number | null
}

export const mayOffer = ({ days, booked, refusedAt }: InstallMemory, now: number): boolean =>
  (days.length > 1 || booked) && (refusedAt === null || now - refusedAt > REST_MS)

export const withDay = (memory: InstallMemory, day: number): InstallMemory =>
  memory.days.includes(day) || memory.days.length > 1 ? memory : { ...memory, days: [...memory.days, day] }

export function readInstallMemory(): InstallMemory {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<InstallMemory>) }
  } catch {
    return NONE
  }
}

/** A browser that stores nothing gets no offer: it could not keep the app either. */
export function changeInstallMemory(patch: (memory: InstallMemory) => InstallMemory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(patch(readInstallMemory())))
  } catch {
    // nothing depends on it
  }
}

const NONE: InstallMemory = { days: [], booked: false, refusedAt: null }
const KEY = 'install-offer'
const REST_MS = 30 * 86_400_000
