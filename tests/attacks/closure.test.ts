import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { freshKey, startServer, type TestServer } from '../support/server.ts'

/** A clinic that closes another one takes all its patients for that time; a patient who closes one, too. */
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** What a person would do to the tables if a handler let them: under their role, with their keys. */
async function underSight(person: { id: string; type: string }, keys: readonly string[], sql: string) {
  const client = await server.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('role', 'bedside_app', true), set_config('app.keys', $1, true), set_config('app.person', $2, true), set_config('app.type', $3, true)`,
      [`{${keys.join(',')}}`, person.id, person.type],
    )
    const answer = await client.query(sql)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
const closing = (clinic: string) =>
  `insert into closure (id, clinic_id, name, starts_at, ends_at) values ('${newId()}', '${clinic}', 'x', now(), now() + interval '1 day') returning id`

test('no one closes a clinic that is not theirs, whatever reaches the table', async () => {
  const { clinics, people } = server.world
  const { kuzey, linden } = clinics
  const refused = [
    [people.deskLinden, [`clinic:${linden}`]],
    [people.patientKuzey, [`patient:${people.patientKuzey.id}`]],
    // a doctor of the clinic, who sees its closures
    [people.doctorKuzey, [`doctor:${people.doctorKuzey.id}`]],
    [people.admin, ['all', 'admin']],
  ] as const
  for (const [person, keys] of refused)
    await expect(underSight(person, keys, closing(kuzey))).rejects.toThrow(/row-level security/)
  const own = await underSight(people.deskKuzey, [`clinic:${kuzey}`], closing(kuzey))
  expect(own.rowCount).toBe(1)

  const { id } = own.rows[0] as { id: string }
  const remove = async (person: { id: string; type: string }, keys: readonly string[]) =>
    (await underSight(person, keys, `delete from closure where id = '${id}'`)).rowCount
  for (const [person, keys] of refused) expect([person.type, await remove(person, keys)]).toEqual([person.type, 0])
  expect(await remove(people.deskKuzey, [`clinic:${kuzey}`])).toBe(1)
})

test('what another clinic is closed for is not read by who does not work there', async () => {
  const { clinics, people } = server.world
  const desk = await server.as('deskGizli', 'gizli.localhost')
  const id = newId()
  const start = server.world.slot(3, 0)
  const end = server.world.slot(3, 6)
  expect((await desk.call('closure.add', { id, name: 'Tadilat', start, end }, { key: freshKey() })).status).toBe(200)
  const seen = async (person: { id: string; type: string }, keys: readonly string[]) =>
    (await underSight(person, keys, `select id from closure where id = '${id}'`)).rowCount
  // a private clinic's are not the platform's to read either (rule 47)
  expect(await seen(people.admin, ['all', 'admin'])).toBe(0)
  expect(await seen(people.deskKuzey, ['all', `clinic:${clinics.kuzey}`])).toBe(0)
  expect(await seen(people.patientGizli, ['all', `patient:${people.patientGizli.id}`, `host:${clinics.gizli}`])).toBe(0)
  expect(await seen(people.doctorGizli, ['all', `doctor:${people.doctorGizli.id}`])).toBe(1)
})

test('a booking does not slip into a closure past the server’s own check', async () => {
  const { clinics, people } = server.world
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const [start, end] = [server.world.slot(4, 0), server.world.slot(4, 6)]
  await desk.call('closure.add', { id: newId(), name: 'Bayram', start, end }, { key: freshKey() })
  const visit = (at: string) => server.world.visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, at)
  await expect(visit(start)).rejects.toMatchObject({ constraint: 'appointment_in_closure' })
  const id = await visit(end)
  const shift = server.pool.query('update appointment set starts_at = $2, ends_at = $3 where id = $1', [id, start, end])
  await expect(shift).rejects.toMatchObject({ constraint: 'appointment_in_closure' })
})
