import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { BatchAnswer, BatchCall } from '../../contract/sync/sync.ts'
import { freshKey, startServer, type TestServer } from '../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const queued = (call: string, input: object): BatchCall => ({
  call,
  key: freshKey(),
  base: null,
  madeAt: new Date(server.clock.now).toISOString(),
  input,
})
const booking = (n: number, patientId = server.world.people.patientKuzey.id) =>
  queued('appointment.book', {
    id: newId(),
    paymentId: newId(),
    patientId,
    doctorId: server.world.people.doctorKuzey.id,
    clinicId: server.world.clinics.kuzey,
    start: server.world.slot(3, n),
    duration: 20,
    type: 'face-to-face',
    payWith: 'later',
    overlapSeen: true,
  })
const send = async (calls: readonly BatchCall[]) => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const { body } = await desk.request('POST', '/api/batch', { calls })
  return body['answers'] as readonly BatchAnswer[]
}

test('SYNC “Eligible”: of two bookings of one time the first in the batch wins, and each reply is in its place', async () => {
  const { kuzey } = server.world.clinics
  const second = await server.world.patient('patient.second', kuzey)
  const third = await server.world.patient('patient.third', kuzey)
  for (let n = 1; n <= 5; n++) {
    const answers = await send([booking(n, third.id), booking(n), booking(n, second.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409])
  }
})

test('independent edits are all done, each answered in its place', async () => {
  const visits = [booking(10), booking(11), booking(12), booking(13), booking(14), booking(15)]
  expect((await send(visits)).map(({ status }) => status)).toEqual(visits.map(() => 200))
  const edits = visits.map(({ input }, n) =>
    queued('appointment.update', { id: (input as { id: string }).id, note: `note ${n}` }),
  )
  const broken = queued('appointment.update', { id: newId(), note: 'nobody’s' })
  const answers = await send([...edits.slice(0, 3), broken, ...edits.slice(3), queued('no.such', {})])
  const notes = answers.map(({ status, body }) =>
    status === 200 ? (body as { appointment: { note: string } }).appointment.note : status,
  )
  expect(notes).toEqual(['note 0', 'note 1', 'note 2', 404, 'note 3', 'note 4', 'note 5', 400])
})

test('D14: whoever is notified of a change is notified in a batch too, even if another change of the batch is refused', async () => {
  const { people, clinics } = server.world
  const visits = [booking(20), booking(21)]
  expect((await send(visits)).map(({ status }) => status)).toEqual([200, 200])
  const edit = (id: string) => queued('appointment.update', { id, note: 'heard of' })
  server.poked.length = 0
  const answers = await send([...visits.map(({ input }) => edit((input as { id: string }).id)), edit(newId())])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  expect(new Set(server.poked.flat())).toEqual(
    new Set([
      `clinic:${clinics.kuzey}`,
      `doctor:${people.doctorKuzey.id}`,
      `patient:${people.patientKuzey.id}`,
      `admins:${clinics.kuzey}`,
    ]),
  )
  server.poked.length = 0
  await send([edit(newId())])
  expect(server.poked).toEqual([])
})
