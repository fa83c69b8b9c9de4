import type { Slot } from '../../../contract/appointment/appointment.ts'
import { availabilityCalls } from '../../../contract/availability/availability.ts'
import { call } from '../../api/call.ts'

/**
 * Holds a time for this person while they book or move a visit (rule 16); needs the network, since only the server can
 * promise it.
 */
export const holdSlot = (
  doctorId: string,
  { clinicId, type, start, end }: Slot,
  moves?: string,
  visitTypeId?: string,
) =>
  call(availabilityCalls['availability.hold'], {
    doctorId,
    clinicId,
    type,
    start,
    duration: Math.round((Date.parse(end) - Date.parse(start)) / 60_000),
    ...(moves && { moves }),
    ...(visitTypeId && { visitTypeId }),
  })

export const releaseSlot = () => call(availabilityCalls['availability.release'], {})
