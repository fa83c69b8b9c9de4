import type { Slot } from '../../contract/appointment.ts'
import { availabilityCalls } from '../../contract/availability.ts'
import { call } from '../api/call.ts'

/** Keeps a time for this person while they book (rule 16); needs the network, as every promise of the server's does. */
export const holdSlot = (doctorId: string, { clinicId, type, start, end }: Slot) =>
  call(availabilityCalls['availability.hold'], {
    doctorId,
    clinicId,
    type,
    start,
    duration: Math.round((Date.parse(end) - Date.parse(start)) / 60_000),
  })

export const releaseSlot = () => call(availabilityCalls['availability.release'], {})
