import { useEffect } from 'react'
import { useDevice } from '../../screen/device.ts'
import { keepCard } from './commands-card.ts'
import { useHoldsAllCards } from './queries-search.ts'

/** Whoever is looked at stays on this device, also where it does not hold all cards: found by a search, or by an address from outside. */
export function useKeptCard(doctorId: string | null): void {
  const device = useDevice()
  const holdsAll = useHoldsAllCards()
  useEffect(() => {
    if (doctorId && holdsAll === false) void keepCard(device, doctorId)
  }, [device, doctorId, holdsAll])
}
