import { icsOf } from '../../screen/ics.ts'
import type { ShownVisit } from './queries.ts'
import { saveFile } from '../../screen/save-file.ts'
import type { VisitContext } from './visit-context.ts'

/** Hands the visit to the device's calendar as a file. Nothing medical is in it; a patient sees the doctor, staff the patient. */
export function saveIcs(visit: ShownVisit, { doctor, place }: VisitContext, isPatient: boolean, now: number): void {
  const ics = icsOf({
    uid: `${visit.id}@bedside`,
    sequence: visit.version,
    start: visit.start,
    end: visit.end,
    stamp: now,
    summary: (isPatient ? doctor : visit.patientName) ?? '',
    location: visit.type === 'face-to-face' ? (place ?? null) : null,
    url: `${location.origin}/appointment/${visit.id}`,
    cancelled: visit.status === 'cancelled',
  })
  saveFile('appointment.ics', 'text/calendar;charset=utf-8', ics)
}
