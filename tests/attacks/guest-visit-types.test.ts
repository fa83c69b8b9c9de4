import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { refreshLimits } from '../api/cast.ts'
import { codeFor, openGuest, slotValue, typedBy } from '../support/guest.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Types of visits on the public site (decisions 0155, 0159). */
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  refreshLimits(server)
})
afterAll(() => server.stop())

async function addType(name: string, { forPatients = true, clinic = server.world.clinics.kuzey } = {}) {
  const id = newId()
  await server.pool.query(
    `insert into visit_type (id, clinic_id, name, instructions, duration, price, currency, buffer_after, type, for_patients, colour)
     values ($1, $2, $3, '[{"lang":"en","value":"Come early."}]', 40, 25000, 'try', 20, 'face-to-face', $4, 'green')`,
    [id, clinic, JSON.stringify([{ lang: 'en', value: name }]), forPatients],
  )
  return id
}

test('a stranger chooses a type before the time, and is booked by it; buffers are kept meanwhile and after', async () => {
  const { clinics, people } = server.world
  const doctor = people.doctorKuzey.id
  const page = `/en/book/${doctor.slice(-12)}`
  const guest = openGuest(server)
  expect((await guest.ask('GET', page)).body).not.toContain('What is the appointment for?')
  const [type] = [await addType('First visit'), await addType('Surgery', { forPatients: false })]
  await addType('Elsewhere', { clinic: clinics.linden })
  const { body } = await guest.ask('GET', page)
  for (const text of ['What is the appointment for?', 'Usual appointment', 'First visit', `?type=${type}`])
    expect(body).toContain(text)
  for (const text of ['Surgery', 'Elsewhere']) expect(body).not.toContain(text)
  const chosen = (await guest.ask('GET', `${page}?type=${type}`)).body
  expect(chosen).toContain('Come early.')
  const start = server.world.slot(4, 3)
  const slot = `${slotValue(start, clinics.kuzey, 'face-to-face', 40)}|${type}`
  expect(chosen).toContain('|40|face-to-face|')
  expect(chosen).toContain(`|${type}"`)

  const booking = await guest.begin(doctor, slot)
  const free = async () => {
    const day = start.slice(0, 10).replaceAll('-', '')
    return (await openGuest(server, { ip: '203.0.113.9' }).times(doctor, day)).map((each) => each.split('|')[0])
  }
  // forty minutes and twenty after
  const taken = [3, 4, 5].map((n) => server.world.slot(4, n))
  expect((await free()).filter((each) => taken.includes(each!))).toEqual([])
  expect((await guest.ask('GET', booking)).body).toContain('First visit')
  const typed = typedBy(1)
  await guest.says(booking, typed)
  const answer = await guest.proves(booking, (await codeFor(server, typed.email))!)
  expect([answer.status, answer.location]).toEqual([303, booking])
  const { rows } = await server.pool.query(
    `select price::int, buffer_after, visit_type->>'id' as type, (extract(epoch from ends_at - starts_at) / 60)::int as minutes
       from appointment where doctor_id = $1 and starts_at = $2`,
    [doctor, start],
  )
  expect(rows).toEqual([{ price: 25_000, buffer_after: 20, type, minutes: 40 }])
  expect((await free()).filter((each) => taken.includes(each!))).toEqual([])
})

test('a type that only the desk books, one of another clinic and an invented one are not booked', async () => {
  const { clinics, people } = server.world
  const start = server.world.slot(5, 3)
  const ids = [
    await addType('Surgery', { forPatients: false }),
    await addType('Elsewhere', { clinic: clinics.linden }),
    newId(),
  ]
  for (const [n, id] of ids.entries()) {
    const guest = openGuest(server, { ip: `198.51.100.${n + 20}` })
    const slot = `${slotValue(start, clinics.kuzey, 'face-to-face', 40)}|${id}`
    const { status, location } = await guest.choose(people.doctorKuzey.id, slot)
    expect([status >= 400, location]).toEqual([true, ''])
  }
  expect((await server.pool.query('select from guest_booking where lower(during) = $1', [start])).rowCount).toBe(0)
})
