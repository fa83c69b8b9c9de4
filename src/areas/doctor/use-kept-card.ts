import { useEffect } from 'react'
import { useDevice } from '../../screen/device.ts'
import { keepCard } from './commands-card.ts'
import { useHoldsAllCards } from './queries-search.ts'

/**
 * Keeps the doctor who is being viewed on this device, even if it does not hold all cards: found by search, or by a
 * link from outside.
 */
export function useKeptCard(doctorId: string | null): void {
  const device = useDevice()
  const holdsAll = useHoldsAllCards()
  useEffect(() => {
    if (doctorId && holdsAll === false) void keepCard(device, doctorId)
  }, [device, doctorId, holdsAll])
}
