import { saveEvent } from '../../screen/save-event.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitContext } from './visit-context.ts'

/**
 * Saves the visit as a calendar file. It contains nothing medical; a patient sees the doctor, staff see the patient.
 */
export function saveIcs(visit: ShownVisit, { doctor, place }: VisitContext, isPatient: boolean, now: number): void {
  saveEvent({
    id: visit.id,
    sequence: visit.version,
    start: visit.start,
    end: visit.end,
    stamp: now,
    summary: (isPatient ? doctor : visit.patientName) ?? '',
    location: visit.type === 'face-to-face' ? (place ?? null) : null,
    url: `${location.origin}/appointment/${visit.id}`,
    cancelled: visit.status === 'cancelled',
  })
}
