import { useCallback } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { OFFERED_SLOTS } from '../../../contract/kernel/constants.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { rowsIn } from '../../db/database.ts'
import type { Entry } from '../../db/entry.ts'
import { show } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { fetchSlots } from './queries.ts'

/** Fetches the next five free times of the doctor of a refused change; none without a network. */
export function useOfferedSlots() {
  const device = useDevice()
  return useCallback(
    async (entry: Entry): Promise<readonly Slot[]> => {
      const stored = await rowsIn(device.db, 'appointment').get(String(entry.input['id']))
      const visit = stored ? show('appointment', stored) : null
      const doctor = visit?.doctorId ?? String(entry.input['doctorId'])
      const type = (visit?.type ?? entry.input['type']) === 'online' ? 'online' : 'physical'
      const today = todayIn(device.zone, device.now())
      const chosen = entry.input['visitTypeId']
      const known = await fetchSlots(device, {
        doctor,
        start: String(today),
        end: String(addDays(today, 30)),
        type,
        // a booking by its type; a move keeps what the visit was booked with
        ...(typeof chosen === 'string' ? { visitTypeId: chosen } : visit?.visitType && { moves: visit.id }),
      })
      return known.kind === 'known' ? known.slots.slice(0, OFFERED_SLOTS) : []
    },
    [device],
  )
}
