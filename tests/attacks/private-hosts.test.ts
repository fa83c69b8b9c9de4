import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { newClinic, ownClinic } from '../api/attempts-clinic.ts'
import { tries } from '../api/attempts.ts'
import { gather } from '../api/cast.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())
const gizli = () => server.world.clinics.gizli

test('neither an admin nor a superadmin can change an address of a private clinic', async () => {
  for (const who of ['admin', 'superadmin'] as const) {
    const client = await server.as(who)
    for (const change of [
      { panelUrl: 'thief.example' },
      { webUrl: 'thief.example' },
      { paymentUrl: 'thief.example' },
      { slug: 'thief' },
      { panelUrl: null },
    ]) {
      const { status, body } = await client.call('clinic.hosts', { id: gizli(), ...change })
      expect([who, change, status, body['refused']]).toEqual([who, change, 409, 'private_hosts_own'])
    }
  }
  const { rows } = await server.pool.query('select panel_url, web_url, payment_url, slug from clinic where id = $1', [
    gizli(),
  ])
  expect(rows).toEqual([{ panel_url: 'gizli.localhost', web_url: null, payment_url: null, slug: 'gizli' }])
})

test('the database enforces it even if the code forgets', async () => {
  const client = await server.pool.connect()
  await client.query(
    `begin; set local role bedside_app; select set_config('app.person', '${server.world.people.superadmin.id}', true),
       set_config('app.type', 'admin', true), set_config('app.keys', '{all,admin}', true)`,
  )
  await expect(
    client.query(`update clinic set panel_url = 'thief.example' where id = $1`, [gizli()]),
  ).rejects.toMatchObject({ code: '42501' })
  await client.query('rollback')
  client.release()
})

test('an address set by the platform does not work; one set by the clinic’s own people does', async () => {
  const cast = await gather(server)
  const make = tries(server, cast.places)
  const id = await ownClinic(make, cast.places.kuzey1, 'with a user')
  const admin = await server.as('admin')
  expect((await admin.call('clinic.hosts', { id, panelUrl: 'thief.localhost' })).status).toBe(200)
  expect((await admin.call('clinic.setPrivate', { id, private: true })).status).toBe(200)
  const host = async () =>
    (await server.pool.query<{ host: string | null }>('select clinic_link_host($1) as host', [id])).rows[0]!.host
  expect(await host()).toBeNull()
  const { rows } = await server.pool.query<{ id: string }>(
    `update person p set email = $2, password_hash = d.password_hash from person d where p.clinic_id = $1 and d.id = $3 returning p.id`,
    [id, 'own@test.example', server.world.people.deskKuzey.id],
  )
  expect(rows).toHaveLength(1)
  const own = await server.enter({ username: 'own@test.example', type: 'clinic' })
  expect((await own.call('clinic.hosts', { id, panelUrl: 'own.localhost' })).status).toBe(200)
  expect(await host()).toBe('own.localhost')
})

test('a closed private clinic leaves no address that someone else could take over', async () => {
  const id = newId()
  const desk = newId()
  await server.pool.query(
    `insert into clinic (id, name, slug, panel_url, zone, currency, city, private) values ($1, 'Kapanan', 'kapanan', 'kapanan.localhost', 'Europe/Istanbul', 'try', 'Şehir', true)`,
    [id],
  )
  const admin = await server.as('admin')
  const move = () => admin.call('clinic.add', { ...newClinic(), panelUrl: 'kapanan.localhost' })
  // a clinic with users closes only after it has left private use, which its users decide
  const insert = `insert into person (id, type, clinic_id, realm, name) values ($1, 'clinic', $2, $2, 'Kullanıcı')`
  await server.pool.query(insert, [desk, id])
  expect((await admin.call('clinic.delete', { id })).body['refused']).toBe('private_own_only')
  expect((await move()).body['refused']).toBe('clinic_exists')

  const empty = newId()
  await server.pool.query(
    `insert into clinic (id, name, slug, panel_url, zone, currency, city, private) values ($1, 'Boş', 'bos', 'bos.localhost', 'Europe/Istanbul', 'try', 'Şehir', true)`,
    [empty],
  )
  expect((await admin.call('clinic.delete', { id: empty })).status).toBe(200)
  expect((await admin.call('clinic.add', { ...newClinic(), panelUrl: 'bos.localhost' })).body['refused']).toBe(
    'clinic_exists',
  )
})
