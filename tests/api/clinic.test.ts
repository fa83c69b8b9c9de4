import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { endSessionsOf } from '../../server/identity/session-store.ts'
import { openDevice, type Device } from '../support/device.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'
import { newClinic } from './attempts-clinic.ts'
import { gather, refreshLimits, type Cast } from './cast.ts'

let server: TestServer
let cast: Cast
const devices: Device[] = []
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
})
beforeEach(() => refreshLimits(server))
afterAll(async () => {
  for (const device of devices) await device.close()
  await server.stop()
})

const admin = () => cast.clients.admin
const deviceOf = (client: Client, person: { id: string; name: string }) => {
  const device = openDevice(server, client, person)
  devices.push(device)
  return device
}
const clinicOf = ({ body }: { body: Record<string, unknown> }) => body['clinic'] as Record<string, unknown>

describe('a clinic’s addresses', () => {
  test('any spelling is normalised, and its host answers with its name, colour and texts', async () => {
    const input = {
      ...newClinic(),
      panelUrl: ' HTTPS://Deniz.Localhost/ ',
      brand: '#A03317',
      terms: [{ lang: 'tr' as const, value: 'Koşullar' }],
    }
    const made = await admin().call('clinic.add', input)
    expect(clinicOf(made)).toMatchObject({
      panelUrl: 'deniz.localhost',
      brand: '#a03317',
      active: true,
      private: false,
    })
    const { body } = await server.nobody('deniz.localhost').call('clinic.web', {})
    expect(body['clinic']).toMatchObject({ uuid: input.id, name: input.name, brand: '#a03317', terms: input.terms })
    const byUrl = await server
      .nobody()
      .call('clinic.web', { panelUrl: 'https://deniz.localhost:3000/', panelUrlStatus: true })
    expect(clinicOf(byUrl)['id']).toBe(input.id)
    expect(clinicOf(await server.nobody().call('clinic.web', { seo: input.slug }))['id']).toBe(input.id)
    // nothing of the staff's own data
    for (const name of ['private', 'css', 'paymentUrl', 'version', 'updatedBy'])
      expect(Object.keys(body['clinic'] as object)).not.toContain(name)
  })

  test('a disabled address, a passive clinic and a hidden one answer like none', async () => {
    const input = { ...newClinic(), panelUrl: 'kapali.localhost' }
    await admin().call('clinic.add', input)
    const web = async () =>
      (await server.nobody('kapali.localhost').call('clinic.web', {})).body['refused'] ?? 'answers'
    const states = [await web()]
    await admin().call('clinic.hosts', { id: input.id, panelUrlStatus: false })
    states.push(await web())
    await admin().call('clinic.hosts', { id: input.id, panelUrlStatus: true })
    states.push(await web())
    await admin().call('clinic.passivate', { id: input.id })
    states.push(await web())
    await admin().call('clinic.activate', { id: input.id })
    states.push(await web())
    expect((await admin().call('clinic.delete', { id: input.id })).status).toBe(200)
    states.push(await web())
    expect(states).toEqual([
      'answers',
      'clinic_not_found',
      'answers',
      'clinic_not_found',
      'answers',
      'clinic_not_found',
    ])
    // the names of a deleted clinic are free again
    expect(
      (await admin().call('clinic.add', { ...newClinic(), panelUrl: 'kapali.localhost', slug: input.slug })).status,
    ).toBe(200)
    const listed = await admin().call('clinic.list', { limit: 1000 })
    expect(JSON.stringify(listed.body)).not.toContain(input.id)
  })

  test('a host in use is refused whoever has it and for whatever, without saying whose it is (rule 49)', async () => {
    const taken = {
      ...newClinic(),
      panelUrl: 'alindi.localhost',
      webUrl: 'web.alindi.example',
      paymentUrl: 'odeme.alindi.example',
    }
    await admin().call('clinic.add', taken)
    for (const [field, host] of [
      ['panelUrl', 'gizli.localhost'],
      ['webUrl', 'GIZLI.localhost/'],
      ['panelUrl', 'web.alindi.example'],
      ['paymentUrl', 'alindi.localhost'],
      ['webUrl', 'odeme.alindi.example'],
    ] as const) {
      const { status, body } = await admin().call('clinic.add', { ...newClinic(), [field]: host })
      expect([status, body]).toEqual([409, { status: false, refused: 'clinic_exists' }])
      const seen = await admin().call('clinic.checkHost', { host })
      expect(seen.body).toMatchObject({ state: 'in_use' })
      expect(JSON.stringify(seen.body)).not.toMatch(/Klinik|[0-9a-f]{8}-/)
    }
    // a clinic may keep its own host
    expect((await admin().call('clinic.checkHost', { host: 'alindi.localhost', clinic: taken.id })).body['state']).toBe(
      'free',
    )
    expect((await admin().call('clinic.hosts', { id: taken.id, webUrl: 'alindi.localhost' })).status).toBe(200)
  })

  test.each([
    ['localhost', 'reserved'],
    ['http://127.0.0.1/', 'reserved'],
    ['klinik.example/panel', 'invalid'],
    ['klinik', 'invalid'],
    ['yeni.localhost', 'free'],
  ])('%s is %s', async (host, state) => {
    expect((await admin().call('clinic.checkHost', { host })).body['state']).toBe(state)
  })

  test('two requests for one host at the same moment: one gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin().call('clinic.add', { ...newClinic(), webUrl: 'tek.example' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })
})

describe('texts, brand and legal (RULES 13)', () => {
  test('a clinic user edits their own clinic’s; not its zone, not another clinic’s', async () => {
    const { kuzey1, linden1 } = cast.places
    const desk = cast.clients.deskPublic
    const fields = {
      name: '  Kuzey Tıp  ',
      css: 'h2 { color: red }',
      dataPolicy: [{ lang: 'tr' as const, value: 'Politika' }],
      legalDate: '2026-01-01',
    }
    const edited = await desk.call('clinic.update', { id: kuzey1.clinic, ...fields })
    expect(clinicOf(edited)).toMatchObject({
      ...fields,
      name: 'Kuzey Tıp',
      updatedBy: server.world.people.deskKuzey.name,
    })
    expect((await desk.call('clinic.update', { id: kuzey1.clinic, zone: 'Europe/Berlin' })).status).toBe(403)
    expect((await desk.call('clinic.update', { id: linden1.clinic, name: 'x' })).status).toBe(404)
    expect((await desk.request('PUT', `/api/clinic/${kuzey1.clinic}`, { private: true })).status).toBe(400)
    expect((await desk.request('PUT', `/api/clinic/${kuzey1.clinic}`, { active: false })).status).toBe(403)
  })

  test('edits of different texts at once are both kept; of the same text the later one conflicts (rule 83)', async () => {
    const { clinic } = cast.places.kuzey1
    const { version } = clinicOf(await admin().call('clinic.update', { id: clinic, address: 'Bir' })) as {
      version: number
    }
    await cast.clients.deskPublic.call('clinic.update', { id: clinic, email: 'a@test.example' }, { base: version })
    const merged = await admin().call('clinic.update', { id: clinic, name: 'Kuzey' }, { base: version })
    expect(clinicOf(merged)).toMatchObject({ name: 'Kuzey', email: 'a@test.example' })
    const late = await admin().call('clinic.update', { id: clinic, email: 'b@test.example' }, { base: version })
    expect([late.status, late.body]).toEqual([
      412,
      expect.objectContaining({
        refused: 'changed_since',
        fields: ['email'],
        current: expect.objectContaining({ email: 'a@test.example' }),
      }),
    ])
  })

  test('page CSS is served on its host only, scoped to the page; problems are reported by line', async () => {
    const { clinic } = cast.places.kuzey1
    await admin().call('clinic.update', { id: clinic, css: '.card { border-radius: 0 }' })
    const at = async (host: string) => (await server.app.inject({ url: '/clinic.css', headers: { host } })).body
    expect(await at('kuzey.localhost')).toContain('.clinic-page .card{border-radius:0}')
    expect([await at('linden.localhost'), await at('localhost'), await at('nowhere.example')]).toEqual(['', '', ''])
    const bad = await admin().call('clinic.update', { id: clinic, css: 'a{color:red}\nb{background:url(x)}' })
    expect(bad.body).toEqual({
      status: false,
      refused: 'css_refused',
      // only clinic.checkCss shows the faulty piece: a refusal repeats nothing that was sent (TRUST G7)
      problems: [{ line: 2, reason: 'value' }],
    })
    expect((await admin().call('clinic.checkCss', { css: '@import "x";' })).body['problems']).toMatchObject([
      { reason: 'at_rule' },
    ])
  })

  test('what patients and doctors get of a clinic contains no staff data', async () => {
    const { body } = await cast.clients.patientPublic.call('clinic.list', { id: cast.places.kuzey1.clinic })
    const [row] = body['clinics'] as Record<string, unknown>[]
    expect(row).toMatchObject({ _id: cast.places.kuzey1.clinic, name: 'Kuzey' })
    for (const name of ['css', 'terms', 'private', 'updatedBy', 'doctors', 'patients', 'paymentUrl'])
      expect(row).not.toHaveProperty(name)
  })

  test('only a private clinic itself sees how many people it has (rule 48)', async () => {
    const counted = async (client: Client) => {
      const { body } = await client.call('clinic.list', { id: cast.places.gizli1.clinic })
      const [row] = body['clinics'] as { doctors: number | null; patients: number | null }[]
      return row && [row.doctors, row.patients]
    }
    expect([await counted(admin()), await counted(cast.clients.deskPublic)]).toEqual([[null, null], undefined])
    expect(await counted(cast.clients.deskPrivate)).toEqual([expect.any(Number), expect.any(Number)])
  })
})

describe('its people', () => {
  test('the first user is invited to set a password, for that clinic only; the admin cannot create a second (rule 48)', async () => {
    const input = newClinic()
    await admin().call('clinic.add', input)
    const user = {
      id: input.id,
      userId: newId(),
      name: 'İlk',
      email: `${newId()}@test.example`,
      phone: '+905321112299',
    }
    expect((await admin().call('clinic.addFirstUser', user)).body).toEqual({ status: true })
    const { rows } = await server.pool.query('select type, clinic_id, realm, password_hash from person where id = $1', [
      user.userId,
    ])
    expect(rows).toEqual([{ type: 'clinic', clinic_id: input.id, realm: null, password_hash: null }])
    const links = await server.pool.query('select kind from password_link where person_id = $1', [user.userId])
    expect(links.rows).toEqual([{ kind: 'invite' }])
    const again = await admin().call('clinic.addFirstUser', {
      ...user,
      userId: newId(),
      email: 'x@test.example',
      phone: '+905321112288',
    })
    expect(again.body['refused']).toBe('user_exists')
  })

  test('TRUST R32: making a clinic passive ends the sessions of its users, and of no one else', async () => {
    const input = { ...newClinic(), panelUrl: 'pasif.localhost' }
    await admin().call('clinic.add', input)
    await server.pool.query(
      `insert into person (id, type, clinic_id, name, email, phone, password_hash)
       select $1, 'clinic', $2, 'Pasif', 'pasif@test.example', '+905321112277', password_hash from person where id = $3`,
      [newId(), input.id, server.world.people.deskKuzey.id],
    )
    Object.assign(server.world.people, { pasif: { username: 'pasif@test.example', type: 'admin' } })
    const client = await server.signIn('pasif' as 'admin', 'pasif.localhost')
    expect((await client.call('session.user', {})).status).toBe(200)
    await admin().call('clinic.passivate', { id: input.id })
    expect((await client.call('session.user', {})).status).toBe(401)
    await admin().call('clinic.activate', { id: input.id })
    // an ended session stays ended: the token does not work again when the clinic returns
    expect((await client.call('session.user', {})).status).toBe(401)
    expect((await cast.clients.deskPublic.call('session.user', {})).status).toBe(200)
    await endSessionsOf(server.deps, [])
  })
})

describe('R39: a clinic’s own user makes it private, and public again', () => {
  test('visibility changes with the reply, on the server and with one pull on every device', async () => {
    const { linden1, kuzey1 } = cast.places
    const { people } = server.world
    const desk = cast.clients.deskOther
    const both = (await server.world.doctor('doctor.iki', [linden1.clinic, kuzey1.clinic])).id
    const shared = await server.world.patient('patient.iki', linden1.clinic)
    await server.world.visit(kuzey1.doctor, shared.id, kuzey1.clinic, server.world.slot(21, 3))
    const visit = await server.world.visit(linden1.doctor, linden1.patient, linden1.clinic, server.world.slot(5, 3))
    const onAdmin = deviceOf(admin(), people.admin)
    const onDesk = deviceOf(desk, people.deskLinden)
    const onOther = deviceOf(cast.clients.deskPublic, people.deskKuzey)
    for (const device of [onAdmin, onDesk, onOther]) await device.pull()
    const before = { admin: await onAdmin.holdings(), desk: await onDesk.holdings() }
    const ofLinden = async () => {
      const { rows } = await server.pool.query<{ key: string }>(
        `select 'appointment:' || id as key from appointment where clinic_id = $1 union all
         select 'payment:' || id from payment where clinic_id = $1 union all
         select 'availability:' || id from availability where clinic_id = $1 union all
         select 'doctor:' || id from doctor where clinic_ids = array[$1::uuid]`,
        [linden1.clinic],
      )
      return rows.map(({ key }) => key)
    }
    const theirs = await ofLinden()
    const heldBy = async (device: Device) => {
      const held = await device.holdings()
      return theirs.filter((key) => held.has(key)).length
    }
    expect(await heldBy(onAdmin)).toBeGreaterThan(5)
    const seenBy = async (client: Client) => [
      (await client.call('appointment.list', { clinicId: linden1.clinic })).body['total'],
      (await client.call('patient.list', { id: linden1.patient })).body['total'],
      (await client.call('patient.list', { id: shared.id })).body['total'],
    ]
    const visible = await seenBy(admin())
    expect(visible).toEqual([expect.any(Number), 1, 1])

    // an admin may switch it on; what people may see has changed when the answer arrives
    const poked = server.poked.length
    const moved = await admin().call('clinic.setPrivate', { id: linden1.clinic, private: true })
    expect([moved.status, clinicOf(moved)['private']]).toEqual([200, true])
    expect(server.poked.slice(poked).flat()).toEqual(
      expect.arrayContaining([`clinic:${linden1.clinic}`, `host:${linden1.clinic}`, `admins:${linden1.clinic}`]),
    )
    // a patient of a public clinic too stays that clinic's patient
    expect(await seenBy(admin())).toEqual([0, 0, 1])
    expect((await cast.clients.superadmin.call('appointment.list', { id: visit })).body['total']).toBe(0)
    const doctors = JSON.stringify((await admin().call('doctor.list', { limit: 1000 })).body)
    expect([doctors.includes(linden1.doctor), doctors.includes(both), doctors.includes(linden1.clinic)]).toEqual([
      false,
      true,
      false,
    ])

    for (const device of [onAdmin, onDesk, onOther]) await device.pull()
    expect([await heldBy(onAdmin), await heldBy(onOther)]).toEqual([0, 0])
    expect((await onAdmin.row('doctor', both))?.clinicIds).toEqual([kuzey1.clinic])
    expect(await onAdmin.row('clinic', linden1.clinic)).toMatchObject({ private: true })
    expect(await onOther.row('clinic', linden1.clinic)).toBeUndefined()
    // its own users keep everything, and get a notification that the platform has changed their clinic
    const gained = [...(await onDesk.holdings()).keys()].filter((key) => !before.desk.has(key))
    expect(gained).toEqual([expect.stringMatching(/^notification:/)])
    expect((await onDesk.holdings()).size).toBe(before.desk.size + 1)
    expect((await desk.call('appointment.list', { id: visit })).body['total']).toBe(1)

    // only its own user switches it off (rule 48)
    expect((await admin().call('clinic.setPrivate', { id: linden1.clinic, private: false })).body['refused']).toBe(
      'private_own_only',
    )
    const { rows: realms } = await server.pool.query('select realm from person where id = $1', [linden1.patient])
    expect(realms).toEqual([{ realm: null }])
    expect((await desk.call('clinic.setPrivate', { id: linden1.clinic, private: false })).status).toBe(200)
    expect(await seenBy(admin())).toEqual(visible)
    for (const device of [onAdmin, onDesk, onOther]) await device.pull()
    expect([...(await onAdmin.holdings()).keys()].toSorted()).toEqual([...before.admin.keys()].toSorted())
    expect((await onAdmin.row('doctor', both))?.clinicIds?.toSorted()).toEqual(
      [kuzey1.clinic, linden1.clinic].toSorted(),
    )
  })

  test('changes queued on an admin’s device for it are refused and kept, not lost (R67)', async () => {
    const { linden1 } = cast.places
    const visit = await server.world.visit(linden1.doctor, linden1.patient, linden1.clinic, server.world.slot(6, 5))
    const device = deviceOf(admin(), server.world.people.admin)
    await device.pull()
    await device.change('appointment.update', { id: visit, patientNote: 'Kapı kodu 7' })
    await cast.clients.deskOther.call('clinic.setPrivate', { id: linden1.clinic, private: true })
    await device.sync()
    await device.pull()
    const [entry] = await device.db.outbox.toArray()
    expect([entry?.state, entry?.problem?.code, entry?.input['patientNote']]).toEqual([
      'parked',
      'appointment_not_found',
      'Kapı kodu 7',
    ])
    await cast.clients.deskOther.call('clinic.setPrivate', { id: linden1.clinic, private: false })
  })
})

describe('the branding of a host', () => {
  test('its initial without a logo, otherwise the logo: manifest, icons and sign-in page', async () => {
    const at = (url: string) => server.app.inject({ url, headers: { host: 'linden.localhost' } })
    const letter = (await at('/icon-192.png')).rawPayload
    expect((await at('/clinic-logo')).statusCode).toBe(404)
    const sharp = (await import('sharp')).default
    const logo = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#ff0000' } })
      .png()
      .toBuffer()
    const boundary = 'x'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="logo.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      logo,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const headers = { ...cast.clients.deskOther.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
    expect(
      (await server.app.inject({ method: 'POST', url: '/api/file/clinic/image', headers, payload })).statusCode,
    ).toBe(200)
    const drawn = await at('/icon-192.png')
    const { data, info } = await sharp(drawn.rawPayload).raw().toBuffer({ resolveWithObject: true })
    const middle = (96 * info.width + 96) * info.channels
    const [red = 0, green = 255] = data.subarray(middle, middle + 2)
    expect([drawn.rawPayload.equals(letter), info.width, red > 240, green < 10]).toEqual([false, 192, true, true])
    expect((await at('/clinic-logo')).headers['content-type']).toBe('image/webp')
    const manifest = (await at('/manifest.webmanifest')).json<{ short_name: string; icons: { src: string }[] }>()
    expect(manifest.icons[0]!.src).toMatch(/^\/icon-192\.png\?v=[0-9a-f]{8}$/)
    await admin().call('clinic.update', { id: cast.places.linden1.clinic, appName: 'Lindenhof' })
    expect((await at('/manifest.webmanifest')).json<{ short_name: string }>().short_name).toBe('Lindenhof')
  })
})
