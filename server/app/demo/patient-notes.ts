import { demoId } from './ids.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'
import { TEXTS } from './texts.ts'
import type { VisitRow } from './visit-rows.ts'

/** One in this many completed visits has a note. */
const EVERY = 5

/** Notes of the doctors who sign in about patients they have seen, and some of the desk (rule 50). */
export function noteRows(visits: readonly VisitRow[], people: People, plan: Plan) {
  const doctors = new Map(people.doctors.map((doctor) => [doctor.id, doctor]))
  const seen = visits.filter(({ status }) => status === 'completed').filter((_, i) => i % EVERY === 0)
  return seen.flatMap((visit, i) => {
    const doctor = doctors.get(visit.doctor_id)
    const clinic = plan.clinics.find(({ id }) => id === visit.clinic_id)
    if (!doctor || !clinic) return []
    const texts = TEXTS[clinic.lang].staffNotes
    const byDesk = i % 4 === 3
    return [
      {
        id: demoId('patientNote', i + 1),
        patient_id: visit.patient_id,
        clinic_id: clinic.id,
        author_id: byDesk ? demoId('clinicUser', clinic.index + 1) : doctor.id,
        author_name: byDesk ? people.desks[clinic.index]! : doctor.name,
        text: texts[i % texts.length]!,
        created_at: visit.ends_at,
      },
    ]
  })
}
