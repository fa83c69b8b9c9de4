import { useEffect, useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { holdSlot, releaseSlot } from './commands-hold.ts'
import { createHolding } from './holding.ts'

/** The state of the chosen time: not held (offline), held until then (epoch ms), or taken by someone else meanwhile. */
export type Hold =
  | { readonly state: 'none' }
  | { readonly state: 'held'; readonly until: number }
  | { readonly state: 'lost' }

/**
 * Holds the chosen time while the page is open and releases it on leaving (rule 16). Offline nothing is held: the
 * server decides later. `moves` is the visit that would move there.
 */
export function useHold(
  doctorId: string,
  slot: Slot | null,
  { moves, visitTypeId }: { readonly moves?: string | undefined; readonly visitTypeId?: string | undefined } = {},
): Hold & { readonly again: () => void } {
  const offline = useIsOffline()
  const [hold, setHold] = useState<Hold>({ state: 'none' })
  const [round, setRound] = useState(0)
  const [holding] = useState(() => createHolding(holdSlot, releaseSlot))
  const start = slot?.start
  useEffect(() => {
    if (!slot || offline) return setHold({ state: 'none' })
    let gone = false
    void holding.take(doctorId, slot, moves, visitTypeId).then((outcome) => {
      if (gone) return
      if (outcome.kind === 'done') setHold({ state: 'held', until: Date.parse(outcome.reply.until) })
      else setHold({ state: outcome.kind === 'refused' && outcome.code === 'slot_taken' ? 'lost' : 'none' })
    })
    return () => {
      gone = true
    }
    // the slot is a new object with every list of free times; its start is what is held
    // oxlint-disable-next-line react/exhaustive-deps
  }, [doctorId, start, slot?.clinicId, slot?.type, moves, visitTypeId, offline, round])
  useEffect(() => () => void holding.leave(), [doctorId, holding])
  return { ...hold, again: () => setRound((n) => n + 1) }
}
