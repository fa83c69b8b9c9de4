/**
 * What a developer writes on top of the generated clients: signs in at the desk, books the first free time, moves to
 * the second, cancels, and provokes a refusal. As text, since the test generates what they import. Lines that must not
 * compile say so.
 */
const ASKED = `
export type Asked = {
  base: string; username: string; password: string; doctor: string; patient: string; clinic: string; from: string; to: string
}`

export const onTypes = `
import createClient from 'openapi-fetch'
import type { components, paths } from './types.ts'
${ASKED}
type Schemas = components['schemas']

export async function run({ base, username, password, doctor, patient, clinic, from, to }: Asked) {
  const api = createClient<paths>({ baseUrl: base })
  const started = await api.GET('/api/session')
  const signedIn = await api.POST('/api/auth/{type}', {
    params: { path: { type: 'admin' } },
    body: { action: 'signIn', session: started.data!.session, username, password },
  })
  const reply = signedIn.data!
  if (!('token' in reply)) throw new Error('no token')
  api.use({ onRequest: ({ request }) => void request.headers.set('authorization', \`Bearer \${reply.token}\`) })
  const free = await api.GET('/api/availability/{doctor}/{start}/{end}/{type}', {
    params: { path: { doctor, start: from, end: to, type: 'physical' } },
  })
  const [first, second] = free.data!.availability
  const booked = await api.POST('/api/bank/payment', {
    body: {
      action: 'book', patientId: patient, doctorId: doctor, clinicId: clinic, start: first!.start, duration: 20,
      type: first!.type, payWith: 'later',
    },
  })
  const visit: Schemas['Appointment'] = booked.data!.appointment
  const params = { path: { id: visit.id } }
  const moved = await api.PUT('/api/appointment/{id}', { params, body: { action: 'move', start: second!.start, duration: 20 } })
  const cancelled = await api.PUT('/api/appointment/{id}', { params, body: { action: 'cancel', reason: 'Ill.' } })
  const again = await api.PUT('/api/appointment/{id}', { params, body: { action: 'cancel', reason: 'Ill.' } })
  const listed = await api.POST('/api/appointment/list', { body: { patientId: patient, page: 1, limit: 5 } })
  return {
    free: free.data!.availability.length,
    booked: visit.start, first: first!.start,
    moved: moved.data!.appointment.start, second: second!.start,
    cancelled: cancelled.data!.appointment.status,
    refused: again.error!.refused,
    listed: listed.data!.appointments.map(({ id }) => id), id: visit.id,
  }
}

export async function wrong() {
  const api = createClient<paths>({ baseUrl: '' })
  const params = { path: { id: '' } }
  // @ts-expect-error no such action
  await api.PUT('/api/appointment/{id}', { params, body: { action: 'fly' } })
  // @ts-expect-error a move needs a time
  await api.PUT('/api/appointment/{id}', { params, body: { action: 'move', duration: 20 } })
  // @ts-expect-error cancelling takes no start
  await api.PUT('/api/appointment/{id}', { params, body: { action: 'cancel', start: '2026-12-01T09:00:00Z' } })
  // @ts-expect-error no such kind of sign-in
  await api.POST('/api/auth/{type}', { params: { path: { type: 'robot' } }, body: { action: 'signIn', session: '', username: '', password: '' } })
  // @ts-expect-error no such address
  await api.GET('/api/nothing')
}
`

export const onSdk = `
import { client } from './sdk/client.gen'
import { appointmentBook, appointmentList, appointmentUpdate, availabilityGet, sessionSignIn, sessionStart } from './sdk'
${ASKED}

export async function run({ base, username, password, doctor, patient, clinic, from, to }: Asked) {
  client.setConfig({ baseUrl: base as never })
  const started = await sessionStart({ throwOnError: true })
  const { data: reply } = await sessionSignIn({
    path: { type: 'admin' }, body: { action: 'signIn', session: started.data.session, username, password }, throwOnError: true,
  })
  if (!('token' in reply)) throw new Error('no token')
  client.setConfig({ baseUrl: base as never, auth: reply.token })
  const { data: free } = await availabilityGet({ path: { doctor, start: from, end: to, type: 'physical' }, throwOnError: true })
  const [first, second] = free.availability
  const { data: booked } = await appointmentBook({
    body: {
      action: 'book', patientId: patient, doctorId: doctor, clinicId: clinic, start: first!.start, duration: 20,
      type: first!.type, payWith: 'later',
    },
    throwOnError: true,
  })
  const path = { id: booked.appointment.id }
  const moved = await appointmentUpdate({ path, body: { action: 'move', start: second!.start, duration: 20 }, throwOnError: true })
  const cancelled = await appointmentUpdate({ path, body: { action: 'cancel', reason: 'Ill.' }, throwOnError: true })
  const again = await appointmentUpdate({ path, body: { action: 'cancel', reason: 'Ill.' } })
  const listed = await appointmentList({ body: { patientId: patient, page: 1, limit: 5 }, throwOnError: true })
  return {
    free: free.availability.length,
    booked: booked.appointment.start, first: first!.start,
    moved: moved.data.appointment.start, second: second!.start,
    cancelled: cancelled.data.appointment.status,
    refused: again.error!.refused,
    listed: listed.data.appointments.map(({ id }) => id), id: booked.appointment.id,
  }
}

export async function wrong() {
  const path = { id: '' }
  // @ts-expect-error no such action
  await appointmentUpdate({ path, body: { action: 'fly' } })
  // @ts-expect-error a move needs a time
  await appointmentUpdate({ path, body: { action: 'move', duration: 20 } })
}
`
