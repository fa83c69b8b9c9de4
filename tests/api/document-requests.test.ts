import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionOf, callNames, rowOf } from '../../contract/calls.ts'
import { spread } from '../../contract/kernel/wire.ts'
import { whyNotAskedAsWritten } from '../support/api-document.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { tries, type Try } from './attempts.ts'
import { gather, refreshLimits, type Cast } from './cast.ts'
import { soundInput } from './sound.ts'

let server: TestServer
let cast: Cast
let make: Try
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
  make = tries(server, cast.places)
})
afterAll(() => server.stop())

describe('33 1: what a call accepts is what the document says', () => {
  test.each(callNames)('%s', async (call) => {
    refreshLimits(server)
    const { input } = await soundInput(cast, make, call)
    const { url, body } = spread(rowOf(call), input)
    expect(whyNotAskedAsWritten(rowOf(call).method, url, body, actionOf(call))).toBeNull()
  })
})

test.each([
  ['PUT', '/api/appointment/nobody', { action: 'cancel', reason: 'Ill.' }, 'id is nobody'],
  ['PUT', '/api/appointment/0198f6b0-5c1e-7a3b-9d2e-4f60718293a4', { start: 1 }, 'appointmentUpdate'],
  ['GET', '/api/symptom?colour=red', undefined, 'no colour in its query'],
  ['GET', '/api/availability/0198f6b0-5c1e-7a3b-9d2e-4f60718293a4/20261201/20261202/both', undefined, 'type is both'],
  ['PUT', '/api/doctor/proposal/0198f6b0-5c1e-7a3b-9d2e-4f60718293a4', {}, 'proposalAccept'],
])('%s %s with %j is reported as invalid', (method, url, body, why) =>
  expect(whyNotAskedAsWritten(method, url, body, 'fly')).toContain(why),
)

test('a command without an action may be called by its own name', async () => {
  const desk = await server.as('deskKuzey')
  const { world } = server
  const id = await world.visit(
    world.people.doctorKuzey.id,
    world.people.patientKuzey.id,
    world.clinics.kuzey,
    world.slot(40, 1),
  )
  const url = `/api/appointment/${id}`
  const named = await desk.request('PUT', url, { action: 'update', note: 'One.' })
  expect([named.status, named.body['appointment']]).toEqual([200, expect.objectContaining({ note: 'One.' })])
  expect((await desk.request('PUT', url, { note: 'Two.' })).status).toBe(200)
  expect(await desk.request('PUT', url, { action: 'book', note: 'Three.' })).toMatchObject({
    status: 400,
    body: { fields: { action: 'picklist' } },
  })
})
