import { wallOf } from '../../../contract/kernel/time.ts'
import { demoId } from './ids.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'
import type { VisitRow } from './visit-rows.ts'

/**
 * Recent notifications of the people who sign in, the newest unread: doctors and desks about their visits, patients
 * about theirs. Worded like the server's own (server/areas/appointment/notify.ts). Admins get none about visits, so
 * their bell is empty.
 */
export function noticeRows(visits: readonly VisitRow[], people: People, plan: Plan) {
  const lists = plan.clinics
    .filter(({ cast }) => cast)
    .flatMap((clinic) => {
      const [patient] = people.patientsOf[clinic.index]!
      const doctor = people.doctors.find(({ n }) => n === clinic.index * 1000)!
      const ofDoctor = visits.filter((visit) => visit.doctor_id === doctor.id)
      const patientName = (visit: VisitRow) => visit.patient_name
      return [
        newest(ofDoctor, doctor.id, patientName),
        newest(ofDoctor, demoId('clinicUser', clinic.index + 1), patientName),
        newest(
          visits.filter((visit) => visit.patient_id === patient!.id),
          patient!.id,
          (visit, kind) => {
            return (kind === 'appointment_cancelled' && visit.cancelled_by) || people.desks[clinic.index]!
          },
        ),
      ]
    })
  return lists.flat().map((notice, i) => ({ id: demoId('notification', i + 1), ...notice }))
}

/**
 * At most as many as a patient's few visits give, so that everyone has the same number and ids do not depend on the
 * day.
 */
const NOTICES = 12

type Kind = 'appointment_booked' | 'appointment_cancelled' | 'appointment_moved'

function newest(visits: readonly VisitRow[], userId: string, nameIn: (visit: VisitRow, kind: Kind) => string) {
  const events = visits.flatMap((visit) => {
    const moved =
      visit.moves > 0 ? [{ visit, kind: 'appointment_moved' as const, at: soonAfter(visit.created_at) }] : []
    const cancelled = visit.cancelled_at
      ? [{ visit, kind: 'appointment_cancelled' as const, at: visit.cancelled_at }]
      : []
    return [{ visit, kind: 'appointment_booked' as const, at: visit.created_at }, ...moved, ...cancelled]
  })
  const latest = events.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, NOTICES)
  return latest.map(({ visit, kind, at }, i) => ({
    user_id: userId,
    kind,
    args: [nameIn(visit, kind), when(visit)],
    appointment_id: visit.id,
    read: i > 3,
    created_at: at,
  }))
}

/** Booked visits are at least five minutes old (`drawBooked`). */
const soonAfter = (iso: string) => new Date(Date.parse(iso) + 4 * 60_000).toISOString()

/** DD.MM.YYYY HH:mm in the visit's own zone (rule 3). */
function when({ starts_at, zone }: VisitRow) {
  const { date, time } = wallOf(Date.parse(starts_at), zone)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(date % 100)}.${two(Math.floor(date / 100) % 100)}.${Math.floor(date / 10_000)} ${two(Math.floor(time / 100))}:${two(time % 100)}`
}
