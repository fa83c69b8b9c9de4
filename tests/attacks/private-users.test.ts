import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

test('after the last user of a private clinic has closed the account, no one of the platform takes it over', async () => {
  const { gizli } = server.world.clinics
  const desk = await server.signIn('deskGizli', 'gizli.localhost')
  expect((await desk.call('profile.close', { password: PASSWORD })).status).toBe(200)
  const superadmin = await server.as('superadmin')
  const planted = { id: newId(), name: 'Mole', email: 'mole@thief.example', phone: '+905551000009' }
  const add = await superadmin.call('user.add', { ...planted, type: 'clinic', clinicId: gizli, lang: 'en' })
  expect(add.status).toBe(403)
  const { id: userId, ...contact } = planted
  const first = await superadmin.call('clinic.addFirstUser', { id: gizli, userId, ...contact })
  expect(first.body['refused']).toBe('user_exists')
  // SQL as faulty code would send it
  const client = await server.pool.connect()
  await client.query(
    `begin; set local role bedside_app; select set_config('app.person', '${server.world.people.superadmin.id}', true),
       set_config('app.type', 'admin', true), set_config('app.keys', '{all,admin}', true), set_config('app.superadmin', 'true', true)`,
  )
  await expect(
    client.query(`insert into person (id, type, realm, clinic_id, name) values ($1, 'clinic', $2, $2, 'Mole')`, [
      newId(),
      gizli,
    ]),
  ).rejects.toMatchObject({ code: '42501' })
  await client.query('rollback')
  client.release()
  expect((await server.pool.query(`select from person where name = 'Mole'`)).rowCount).toBe(0)
})
