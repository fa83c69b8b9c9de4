import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from '../../screen/device.ts'
import { monthsHere, wantedMonths } from '../../sync/months.ts'

/**
 * Complete months beyond the window that their person keeps on this device, like 2026-03; empty before that is known.
 */
export function useMonthsHere(): readonly string[] {
  const { db } = useDevice()
  return useLiveQuery(() => monthsHere(db), [db]) ?? NONE
}

/** Those wished for, also while they are still on their way. */
export function useWantedMonths(): readonly string[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(() => wantedMonths(db), [db])
}

const NONE: readonly string[] = []
