import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { openDevice } from '../../../tests/support/device.ts'
import { createLimits } from '../../http/limits.ts'
import { startServer, type Answer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let admin: Client
let kuzey: Client
let linden: Client
let gizli: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  kuzey = await server.as('deskKuzey', 'kuzey.localhost')
  linden = await server.as('deskLinden', 'linden.localhost')
  gizli = await server.as('deskGizli', 'gizli.localhost')
})
afterAll(() => server.stop())
beforeEach(() => void Object.assign(server.deps, { limits: createLimits() }))

let n = 0
const phone = () => `+90543${String(2_000_000 + n++)}`
const made = (extra: object = {}) => ({
  id: newId(),
  name: 'Yeni Hekim',
  phone: phone(),
  email: `${newId()}@test.example`,
  branchIds: [server.world.branch],
  ...extra,
})
const cardOf = async (who: Client, id: string) =>
  ((await who.call('doctor.list', { limit: 1000 })).body['doctors'] as Record<string, unknown>[]).find(
    (doctor) => doctor['id'] === id,
  )
const refusal = ({ status, body }: Answer) => [status, body['refused']]

describe('who sees what of a doctor (rules 33, 47, 51)', () => {
  test('only the clinic, the doctor and admins get commission and contact; another clinic’s device gets neither', async () => {
    const doctor = made({ commissionType: 'ratio', commissionRatio: 15 })
    expect((await kuzey.call('doctor.add', doctor)).status).toBe(200)
    for (const who of [admin, kuzey])
      expect(await cardOf(who, doctor.id)).toMatchObject({
        commissionType: 'ratio',
        commissionRatio: 15,
        phone: doctor.phone,
      })
    const patient = await server.as('patientKuzey')
    expect(Object.keys((await cardOf(patient, doctor.id))!)).not.toEqual(
      expect.arrayContaining(['commissionType', 'phone', 'email', 'signsIn', 'mine']),
    )
    const device = openDevice(server, linden, server.world.people.deskLinden)
    await device.pull()
    const row = await device.row('doctor', doctor.id)
    expect(row).toMatchObject({
      name: doctor.name,
      commissionType: null,
      commissionRatio: null,
      phone: null,
      email: null,
    })
    await device.close()
  })

  test('§3: a selector’s id is also sent under SPEC’s own name', async () => {
    const { body } = await admin.call('branch.getall', {})
    const branches = body['branches'] as Record<string, unknown>[]
    expect(branches[0]).toMatchObject({ _id: branches[0]!['id'], name: expect.any(Array) })
  })

  test('rule 76: a passive doctor disappears from the public; if an admin did it, their REST session and socket end too (R32)', async () => {
    const doctor = await server.world.doctor(`passive.${newId()}`, [server.world.clinics.kuzey])
    Object.assign(server.world.people, { late: { ...doctor, type: 'doctor' } })
    const own = await server.signIn('late' as 'doctorKuzey')
    const patient = await server.as('patientKuzey')
    expect(await cardOf(patient, doctor.id)).toBeDefined()
    const closed = server.closed.length
    // inactive in their only clinic: not public, but able to sign in
    expect((await kuzey.call('doctor.passivate', { id: doctor.id })).body['doctor']).toMatchObject({ active: false })
    expect(await cardOf(patient, doctor.id)).toBeUndefined()
    expect((await own.call('session.user', {})).status).toBe(200)
    await kuzey.call('doctor.activate', { id: doctor.id })
    expect((await admin.call('doctor.passivate', { id: doctor.id })).body['doctor']).toMatchObject({ active: false })
    expect(await cardOf(patient, doctor.id)).toBeUndefined()
    expect((await own.call('session.user', {})).status).toBe(401)
    expect(server.closed.length).toBe(closed + 1)
    expect(await cardOf(kuzey, doctor.id)).toMatchObject({ active: false })
  })

  test('rule 100: a clinic makes a shared doctor passive for itself alone; the other clinic keeps them', async () => {
    const { clinics } = server.world
    const doctor = await server.world.doctor(`shared.${newId()}`, [clinics.kuzey, clinics.linden])
    await server.world.hours(doctor, clinics.kuzey)
    await server.world.hours(doctor, clinics.linden)
    await kuzey.call('doctor.passivate', { id: doctor.id })
    expect(await cardOf(kuzey, doctor.id)).toMatchObject({ active: false })
    expect(await cardOf(linden, doctor.id)).toMatchObject({ active: true })
    const { rows } = await server.pool.query<{ clinic_id: string }>(
      `select distinct clinic_id from free_slots($1, current_date + 5, current_date + 6, null, now())`,
      [doctor.id],
    )
    expect(rows.map((row) => row.clinic_id)).toEqual([clinics.linden])
  })
})

describe('one person, once (rules 49, 53)', () => {
  test('a doctor of another public clinic is reported as existing without naming the clinic; joining asks the doctor (tests/attacks/doctor-membership)', async () => {
    const doctor = made()
    await linden.call('doctor.add', doctor)
    const again = await kuzey.call('doctor.add', made({ phone: doctor.phone }))
    expect([...refusal(again), again.body['id']]).toEqual([409, 'doctor_exists', undefined])
    const updated = await kuzey.call('doctor.join', { phone: doctor.phone })
    expect(updated.body['invitation']).toMatchObject({ phone: doctor.phone, status: 'open' })
    expect(await cardOf(kuzey, doctor.id)).toBeUndefined()
  })

  test('a private clinic’s realm and the platform do not learn of each other’s people', async () => {
    const doctor = made()
    await kuzey.call('doctor.add', doctor)
    const hidden = made({ phone: doctor.phone, email: doctor.email })
    expect((await gizli.call('doctor.add', hidden)).status).toBe(200)
    expect(await cardOf(admin, hidden.id)).toBeUndefined()
    const other = made()
    expect((await gizli.call('doctor.add', other)).status).toBe(200)
    expect((await kuzey.call('doctor.add', made({ phone: other.phone }))).status).toBe(200)
    expect((await kuzey.call('doctor.join', { phone: hidden.phone, email: 'x@test.example' })).status).toBe(200)
  })
})

describe('moving between clinics (R39)', () => {
  test('removing a doctor removes them from the clinic’s devices with the next pull, and ends their hours there', async () => {
    const doctor = made()
    await kuzey.call('doctor.add', doctor)
    await server.world.hours(doctor, server.world.clinics.kuzey)
    const device = openDevice(server, kuzey, server.world.people.deskKuzey)
    await device.pull()
    expect(await device.row('doctor', doctor.id)).toMatchObject({ mine: true })
    await admin.call('doctor.update', { id: doctor.id, clinicIds: [server.world.clinics.linden] })
    await device.pull()
    // still public, as a card without contact, but no longer theirs
    expect(await device.row('doctor', doctor.id)).toMatchObject({ mine: false, phone: null })
    expect(refusal(await kuzey.call('doctor.update', { id: doctor.id, title: 'Dr.' }))).toEqual([
      404,
      'doctor_not_found',
    ])
    const { rows } = await server.pool.query('select status from availability where doctor_id = $1', [doctor.id])
    expect(rows).toEqual([{ status: 'passive' }])
    await device.close()
  })

  test('rule 55: a doctor removed by the clinic that added them can be deleted there, and can no longer sign in', async () => {
    const doctor = made()
    await kuzey.call('doctor.add', doctor)
    expect(refusal(await kuzey.call('doctor.delete', { id: doctor.id }))).toEqual([409, 'doctor_in_clinic'])
    await kuzey.call('doctor.leave', { id: doctor.id })
    expect((await kuzey.call('doctor.delete', { id: doctor.id })).status).toBe(200)
    for (const who of [kuzey, admin]) expect(await cardOf(who, doctor.id)).toBeUndefined()
    // phone and email are free again
    expect((await kuzey.call('doctor.add', made({ phone: doctor.phone, email: doctor.email }))).status).toBe(200)
  })

  test('rule 47: no admin sees a private clinic’s former doctor', async () => {
    const doctor = made()
    await gizli.call('doctor.add', doctor)
    await gizli.call('doctor.leave', { id: doctor.id })
    expect(await cardOf(admin, doctor.id)).toBeUndefined()
    expect(await cardOf(gizli, doctor.id)).toMatchObject({ clinicIds: [] })
  })
})

describe('edits (rule 83)', () => {
  test('edits of different parts are merged; edits of the same part conflict, with the current card in the reply', async () => {
    const doctor = made()
    const { version } = (await kuzey.call('doctor.add', doctor)).body['doctor'] as { version: number }
    const edit = (fields: object, who = kuzey) =>
      who.call('doctor.update', { id: doctor.id, ...fields }, { base: version })
    expect((await edit({ diploma: 'A' })).status).toBe(200)
    expect((await edit({ specialization: 'B' }, admin)).status).toBe(200)
    const late = await edit({ diploma: 'C' }, admin)
    expect([...refusal(late), (late.body['current'] as { diploma: string }).diploma]).toEqual([
      412,
      'changed_since',
      'A',
    ])
    expect((await edit({ name: 'Adı Değişti' })).status).toBe(200)
    expect(refusal(await edit({ phone: phone() }, admin))).toEqual([412, 'changed_since'])
  })

  test('a doctor edits the card, not commission, clinics or contact', async () => {
    const own = await server.as('doctorKuzey')
    const { id } = server.world.people.doctorKuzey
    expect((await own.call('doctor.update', { id, expertise: [{ lang: 'tr', value: 'Katarakt' }] })).status).toBe(200)
    for (const fields of [{ commissionType: null }, { clinicIds: [] }, { email: 'x@test.example' }])
      expect((await own.call('doctor.update', { id, ...fields })).status).toBe(403)
  })
})

describe('lists of diseases and treatments', () => {
  test('rule 47: a disease named only by a private clinic’s doctor can be deleted like an unused one, and stays on that card', async () => {
    const id = newId()
    await admin.call('disease.add', { id, name: [{ lang: 'tr', value: `Gizli hastalık ${id}` }] })
    const doctor = server.world.people.doctorGizli.id
    const own = await server.as('doctorGizli')
    expect((await own.call('doctor.update', { id: doctor, diseaseIds: [id] })).status).toBe(200)
    expect((await admin.call('disease.delete', { id })).status).toBe(200)
    expect(refusal(await admin.call('disease.get', { id }))).toEqual([404, 'record_not_found'])
    expect((await gizli.call('disease.get', { id })).status).toBe(200)
    expect(await cardOf(gizli, doctor)).toMatchObject({ diseaseIds: [id] })
  })

  test('B12: deleting a used entry is refused with the count, then removes it from the cards; devices drop it with the next pull', async () => {
    const id = newId()
    const device = openDevice(server, admin, server.world.people.admin)
    await device.change('treatment.add', { id, name: [{ lang: 'tr', value: `Tedavi ${id}` }] })
    await device.sync()
    await server.pool.query('update doctor set treatment_ids = array[$2::uuid] where id = $1', [
      server.world.people.doctorKuzey.id,
      id,
    ])
    const blocked = await admin.call('treatment.delete', { id })
    expect([...refusal(blocked), blocked.body['doctors']]).toEqual([409, 'in_use', 1])
    await device.change('treatment.delete', { id, fromDoctors: 'true' })
    expect(await device.row('treatment', id)).toBeUndefined()
    await device.send()
    expect(await device.row('treatment', id)).toBeUndefined()
    await device.pull()
    expect(await device.row('treatment', id)).toBeUndefined()
    expect(await cardOf(admin, server.world.people.doctorKuzey.id)).toMatchObject({ treatmentIds: [] })
    await device.close()
  })

  test('a refused delete reappears on the device (I5)', async () => {
    const device = openDevice(server, admin, server.world.people.admin)
    await device.pull()
    await device.change('branch.delete', { id: server.world.branch })
    expect(await device.row('branch', server.world.branch)).toBeUndefined()
    await device.send()
    expect(await device.row('branch', server.world.branch)).toMatchObject({ pending: 'failed' })
    await device.close()
  })

  test('§7: records, statistics and pages of ten; an entry’s statistics count only the doctors one may see', async () => {
    for (let i = 0; i < 12; i++)
      await admin.call('symptom.add', {
        id: newId(),
        name: [{ lang: 'tr', value: `Belirti ${String(i).padStart(2, '0')}` }],
      })
    const { body } = await admin.call('symptom.list', { page: '2', keyword: 'BELIRTI' })
    expect([(body['records'] as unknown[]).length, body['total'], body['pages']]).toEqual([2, 12, 2])
    expect(body['stats']).toMatchObject({ used: 0, incomplete: expect.any(Number) })
    expect((body['records'] as { _id: string }[])[0]!._id).toBeDefined()
  })

  test('rule 12: turning off online calls ends the online hours after a confirmation', async () => {
    const branch = newId()
    await admin.call('branch.add', { id: branch, name: [{ lang: 'tr', value: `Dal ${branch}` }], onlineCalls: true })
    const doctor = made({ branchIds: [branch] })
    await kuzey.call('doctor.add', doctor)
    await server.world.hours(doctor, server.world.clinics.kuzey, { type: 'online' })
    const updated = await admin.call('branch.update', { id: branch, onlineCalls: false })
    expect([...refusal(updated), updated.body['doctors']]).toEqual([409, 'online_hours_exist', 1])
    expect((await admin.call('branch.update', { id: branch, onlineCalls: false, endOnline: true })).status).toBe(200)
    const { rows } = await server.pool.query('select status from availability where doctor_id = $1', [doctor.id])
    expect(rows).toEqual([{ status: 'passive' }])
  })
})

describe('Medisoft that is down, slow, endless or lying (DONE “API”)', () => {
  test.each(['down', 'slow', 'lying', 'endless'] as const)(
    '%s: refused with its own code in bounded time, and nothing is imported',
    async (mood) => {
      const before = await server.pool.query('select count(*) from doctor')
      server.medisoft.behave(mood)
      const began = Date.now()
      const answer = await kuzey.call('doctor.medisoft', {})
      server.medisoft.behave('well')
      expect(refusal(answer)).toEqual([409, 'third_party_failure'])
      expect(Date.now() - began).toBeLessThan(5000)
      expect((await server.pool.query('select count(*) from doctor')).rows).toEqual(before.rows)
    },
  )

  test('healthy: returns its doctors, and marks those already imported', async () => {
    const first = await kuzey.call('doctor.medisoft', {})
    const [one] = first.body['doctors'] as { phone: string; name: string; knownId: string | null }[]
    expect(one!.knownId).toBeNull()
    const added = made({ phone: one!.phone })
    await kuzey.call('doctor.add', added)
    const [again] = (await kuzey.call('doctor.medisoft', {})).body['doctors'] as { knownId: string | null }[]
    expect(again!.knownId).toBe(added.id)
    // another clinic does not learn it
    expect(((await linden.call('doctor.medisoft', {})).body['doctors'] as { knownId: null }[])[0]!.knownId).toBeNull()
  })
})

test('B6: one request returns the next free time of a page of doctors, without those one may not see', async () => {
  const { doctorKuzey, doctorGizli, doctorPassive } = server.world.people
  const { body } = await kuzey.call('doctor.nextFree', { ids: [doctorKuzey.id, doctorGizli.id, doctorPassive.id] })
  const doctors = body['doctors'] as { id: string; next: { start: string } | null }[]
  expect(doctors.map(({ id }) => id)).toEqual([doctorKuzey.id])
  expect(Date.parse(doctors[0]!.next!.start)).toBeGreaterThan(server.clock.now - 20 * 60_000)
})

test('B6: the next free time respects the lead time and the horizon for patients, not for the desk (rule 9)', async () => {
  const { id } = await server.world.doctor('next.free', [server.world.clinics.kuzey])
  await server.pool.query(
    `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency)
     values ($1, $2, $3, '2020-01-01', '2099-12-31', '00:00', '23:55', 5, 'physical', '{1,2,3,4,5,6,7}', 1, 'try')`,
    [newId(), id, server.world.clinics.kuzey],
  )
  const patient = await server.as('patientKuzey', 'kuzey.localhost')
  const nextOf = async (who: typeof patient) => {
    const { doctors } = (await who.call('doctor.nextFree', { ids: [id] })).body as {
      doctors: { next: { start: string } | null }[]
    }
    return doctors[0]!.next && Math.round((Date.parse(doctors[0]!.next.start) - server.clock.now) / 60_000)
  }
  const house = (data: object) =>
    server.pool.query(
      `insert into setting (id, data) values ('setting', $1) on conflict (id) do update set data = $1`,
      [data],
    )
  const { rows } = await server.pool.query<{ data: object }>(`select data from setting where id = 'setting'`)
  // more five-minute slots come before it than the query reads
  await house({ ...rows[0]?.data, leadMinutes: 1440 })
  expect(await nextOf(patient)).toBeGreaterThanOrEqual(1440)
  expect(await nextOf(patient)).toBeLessThanOrEqual(1450)
  expect(await nextOf(kuzey)).toBeLessThanOrEqual(10)
  await server.pool.query(`update availability set start_date = $2 where doctor_id = $1`, [
    id,
    new Date(server.clock.now + 12 * 86_400_000),
  ])
  await house({ ...rows[0]?.data, horizonDays: 10 })
  expect(await nextOf(patient)).toBeNull()
  expect(await nextOf(kuzey)).not.toBeNull()
  await house(rows[0]?.data ?? {})
})

describe('the order of pictures (SCREENS B2)', () => {
  test('the named pictures come first; one added or removed meanwhile causes no conflict', async () => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const { id } = await server.world.doctor('pictured', [server.world.clinics.kuzey])
    // a card without an account is maintained by its clinic
    await server.pool.query('update person set password_hash = null where id = $1', [id])
    const [a, b, c, gone] = [newId(), newId(), newId(), newId()]
    await server.pool.query('update doctor set photo_ids = $2, diploma_ids = $3 where id = $1', [id, [a, b, c], [c, a]])
    await desk.call('doctor.arrange', { id, type: 'photo', ids: [c, gone, a] })
    await desk.call('doctor.arrange', { id, type: 'diploma', ids: [a] })
    const { rows } = await server.pool.query('select photo_ids, diploma_ids from doctor where id = $1', [id])
    expect(rows[0]).toEqual({ photo_ids: [c, a, b], diploma_ids: [a, c] })
    const other = await server.as('deskLinden', 'linden.localhost')
    expect((await other.call('doctor.arrange', { id, type: 'photo', ids: [a] })).status).toBe(404)
  })
})
