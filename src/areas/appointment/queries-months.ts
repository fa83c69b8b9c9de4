import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from '../../screen/device.ts'
import { monthsHere, wantedMonths } from '../../sync/months.ts'

/**
 * The months beyond the window, like 2026-03, that are completely on this device because its person keeps them; empty
 * until that is known.
 */
export function useMonthsHere(): readonly string[] {
  const { db } = useDevice()
  return useLiveQuery(() => monthsHere(db), [db]) ?? NONE
}

/** The months the person wants to keep, including those still being fetched. */
export function useWantedMonths(): readonly string[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(() => wantedMonths(db), [db])
}

const NONE: readonly string[] = []
