import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from '../../screen/device.ts'
import { monthsHere, wantedMonths } from '../../sync/months.ts'

/** Months beyond the window that are whole on this device by its person's wish, like 2026-03; none before that is known. */
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
