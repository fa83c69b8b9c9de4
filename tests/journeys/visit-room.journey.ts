import { bookFollowUp } from './support/booking.ts'
import { expect, test } from './support/journey.ts'
import type { TestServer } from './support/server.ts'

const DOCTOR = 'doctor.kuzguncuk@demo.bedside.test'
const PATIENT = 'patient.kuzguncuk@demo.bedside.test'

/** Gives this patient a visit that the doctor has days later, and moves it online, to five free minutes around now. */
async function onlineVisit(server: TestServer): Promise<string> {
  const rows = await server.sql<{ id: string }>(
    `with visit as (
       select a.id, a.doctor_id from appointment a join person d on d.id = a.doctor_id
        where d.email = $1 and a.status = 'waiting' and a.starts_at > $3::timestamptz + interval '3 days' limit 1
     ), free as (
       select begins from visit, generate_series($3::timestamptz - interval '20 min', $3::timestamptz + interval '14 min', interval '1 min') begins
        where not exists (select from appointment o where o.doctor_id = visit.doctor_id and o.status <> 'cancelled'
                             and o.during && tstzrange(begins, begins + interval '5 min')) limit 1
     )
     update appointment set type = 'online', meeting_link = 'https://meet.example.org/room', starts_at = begins,
            ends_at = begins + interval '5 min', patient_id = p.id, patient_name = p.name
       from visit, free, person p where p.email = $2 and appointment.id = visit.id
      returning appointment.id`,
    [DOCTOR, PATIENT, server.now],
  )
  return rows[0]!.id
}

test('repeat visits: weeks booked at once, each a visit of its own, at the same wall time (SCREENS B1)', async ({
  server,
  signedIn,
}) => {
  const doctor = await signedIn('kuzguncuk', DOCTOR, '/doctor-login')
  const id = await bookFollowUp(doctor.page, 'm', 3, { inAll: 4 })
  await doctor.settled()
  const rows = await server.sql<{ wall: string; status: string }>(
    `select to_char(a.starts_at at time zone a.zone, 'ID HH24:MI') as wall, a.status from appointment a, appointment first
      where first.id = $1 and (a.doctor_id, a.patient_id, a.created_by) = (first.doctor_id, first.patient_id, first.created_by)
        and a.created_at between first.created_at - interval '1 minute' and first.created_at + interval '1 minute'`,
    [id],
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(new Set(rows.map(({ wall }) => wall)).size).toBe(1)
  expect(rows.every(({ status }) => status === 'waiting')).toBe(true)
})

test('an online visit: the room opens, each sees that the other is there, and finds the way back (rule 31)', async ({
  server,
  device,
}) => {
  const id = await onlineVisit(server)
  const [patient, doctor] = [await device('kuzguncuk'), await device('kuzguncuk')]
  await Promise.all([patient.signIn(PATIENT, '/patient-login'), doctor.signIn(DOCTOR, '/doctor-login')])
  await Promise.all([patient.settled(), doctor.settled()])
  for (const { page } of [patient, doctor])
    await page.context().route('https://meet.example.org/**', (route) => route.fulfill({ body: 'room' }))
  await patient.goto(`/appointment/${id}/meeting`)
  await patient.page.getByRole('link', { name: 'Join the meeting' }).click()
  await expect(patient.page.getByText('Your doctor has been told that you are here')).toBeVisible()
  await expect(patient.page.getByRole('link', { name: 'Rejoin' })).toBeVisible()

  await doctor.goto(`/appointment/${id}/meeting`)
  await expect(doctor.page.getByText(/is in the meeting/)).toBeVisible()
  await doctor.page.getByRole('link', { name: 'Join the meeting' }).click()
  // the waiting patient learns it without a reload
  await expect(patient.page.getByText('Your doctor is in the meeting')).toBeVisible({ timeout: 20_000 })
})
