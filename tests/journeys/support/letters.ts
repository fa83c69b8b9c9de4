import { expect } from '@playwright/test'
import { appointmentCalls } from '../../../contract/appointment/appointment.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { callerAt, signIn } from '../../../tools/bench/lists.ts'
import type { TestServer } from './server.ts'

const PATIENT = 'patient.greenwich@demo.bedside.test'

/** Books by the API as the patient, weeks ahead; returns the appointment's id and the link in its letter. */
export async function bookAndRead(server: TestServer) {
  const call = callerAt(server, 'greenwich')
  const headers = await signIn(call, 'patient', PATIENT)
  const [facts] = await server.sql<{ doctor: string; clinic: string; patient: string }>(
    `select a.doctor_id::text as doctor, a.clinic_id::text as clinic, p.id::text as patient
       from availability a join clinic c on c.id = a.clinic_id join doctor d on d.id = a.doctor_id, person p
      where c.slug = 'greenwich' and a.status = 'active' and a.type = 'physical' and d.active and p.email = $1 order by a.price, a.id limit 1`,
    [PATIENT],
  )
  const { doctor, clinic, patient } = facts!
  const dayIn = (days: number) =>
    new Date(Date.parse(server.now) + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  const { availability } = await call(`/api/availability/${doctor}/${dayIn(15)}/${dayIn(25)}/physical`, null, headers)
  const slot = (availability as { start: string; end: string; clinicId: string }[]).find(
    ({ clinicId }) => clinicId === clinic,
  )!
  const id = newId()
  const booked = await call(
    appointmentCalls['appointment.book'].path,
    {
      id,
      paymentId: newId(),
      patientId: patient,
      doctorId: doctor,
      clinicId: clinic,
      start: slot.start,
      duration: (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000,
      type: 'face-to-face',
      payWith: 'later',
    },
    { ...headers, 'idempotency-key': newId() },
  )
  expect(booked).toMatchObject({ status: true })
  return { id, start: slot.start, link: await letterOf(server, id, 'visit_booked') }
}

/** The link of a letter that is in the outbox. */
export async function letterOf(server: TestServer, id: string, template: string): Promise<string> {
  const sent = () =>
    server.sql<{ body: string }>(
      `select body from message where appointment_id = $1 and template = $2 and state = 'sent' and body is not null`,
      [id, template],
    )
  await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBe(1)
  return /https?:\/\/\S+\/(?:a#|patient-login)\S*/.exec((await sent())[0]!.body)![0]
}
