import { addDays, dayBounds, instantOf } from '../../../contract/kernel/time.ts'
import { demoId } from './ids.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'

/** Some doctors close a lunch hour next week; the one who signs in also a whole day in three weeks. */
export function closedTimeRows({ doctors }: People) {
  return doctors
    .filter(({ n, place, active }) => active && (place === 0 || n % 3 === 1))
    .flatMap((doctor) => {
      const [clinic] = doctor.clinics
      if (!clinic) return []
      const at = (ahead: number, time: number) =>
        new Date(instantOf({ date: addDays(clinic.today, ahead), time }, clinic.zone) ?? 0).toISOString()
      const row = (k: number, starts: string, ends: string, title: string) => ({
        id: demoId('busy', doctor.n * 10 + k),
        doctor_id: doctor.id,
        starts_at: starts,
        ends_at: ends,
        title,
        link_id: null,
      })
      return [
        row(1, at(7, 1230), at(7, 1400), 'Demo: case conference'),
        ...(doctor.place === 0 ? [row(2, at(21, 0), at(22, 0), 'Demo: congress')] : []),
      ]
    })
}

/** Every clinic is closed for a day in some weeks; what is booked there waits for a decision. Inserted after the visits. */
export const closureRows = ({ clinics }: Plan) =>
  clinics.map((clinic, n) => {
    const day = dayBounds(addDays(clinic.today, 52), clinic.zone)
    return {
      id: demoId('closure', n),
      clinic_id: clinic.id,
      name: 'Demo: stocktaking',
      starts_at: new Date(day.from).toISOString(),
      ends_at: new Date(day.to).toISOString(),
    }
  })
