import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { tellInvited } from '../../server/areas/invitation/tell.ts'
import { freshKey, startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * A hostile clinic and a doctor who works elsewhere: it takes nothing of theirs, and changes nothing of another clinic.
 */
let server: TestServer
let hostile: Client
let linden: Client
let gizli: Client
let admin: Client
beforeAll(async () => {
  server = await startServer()
  hostile = await server.as('deskKuzey', 'kuzey.localhost')
  linden = await server.as('deskLinden', 'linden.localhost')
  gizli = await server.as('deskGizli', 'gizli.localhost')
  admin = await server.as('admin')
})
afterAll(() => server.stop())

type Card = { id: string; clinicIds: string[]; mine: boolean; phone: string | null; commissionRatio: number | null } & {
  memberships?: { clinicId: string; commissionRatio: number | null; active: boolean }[]
}
const cardOf = async (who: Client, id: string) =>
  ((await who.call('doctor.list', { limit: 1000 })).body['doctors'] as Card[]).find((card) => card.id === id)
async function outsider(name: string) {
  const doctor = await server.world.doctor(`${name}.${newId()}`, [server.world.clinics.linden])
  const { rows } = await server.pool.query<{ phone: string }>('select phone from person where id = $1', [doctor.id])
  return { ...doctor, phone: rows[0]!.phone, client: await server.enter(doctor) }
}
const clinicsOf = async (id: string) =>
  (await server.pool.query<{ clinic_ids: string[] }>('select clinic_ids from doctor where id = $1', [id])).rows[0]!
    .clinic_ids
const mine = async (who: Client) => (await who.call('invitation.mine', {})).body['invitations'] as { id: string }[]
async function join(who: Client, doctor: { username: string; client: Client }, sharesContact = true) {
  await who.call('doctor.join', { email: doctor.username })
  const [one] = await mine(doctor.client)
  await doctor.client.call('invitation.accept', { id: one!.id, sharesContact })
}

describe('adding a doctor without consent (rules 49, 53)', () => {
  test('doctor.join adds no one: until the doctor accepts, no card, name or contact is shared', async () => {
    const doctor = await outsider('not.taken')
    const answer = await hostile.call('doctor.join', { phone: doctor.phone })
    expect(answer.status).toBe(200)
    expect(await clinicsOf(doctor.id)).toEqual([server.world.clinics.linden])
    const text = JSON.stringify(answer.body)
    for (const word of [doctor.id, doctor.name, doctor.username]) expect(text).not.toContain(word)
    expect(await cardOf(hostile, doctor.id)).toBeUndefined()
    expect((await hostile.call('doctor.update', { id: doctor.id, title: 'x' })).status).toBe(404)

    expect(await mine(doctor.client)).toHaveLength(1)
    await doctor.client.call('invitation.decline', { id: (await mine(doctor.client))[0]!.id })
    expect(await clinicsOf(doctor.id)).toEqual([server.world.clinics.linden])
    // the clinic's notice of the refusal contains only what the clinic typed
    const { rows } = await server.pool.query('select args from notification where kind = $1 and user_id = $2', [
      'invitation_declined',
      server.world.people.deskKuzey.id,
    ])
    expect(rows).toEqual([{ args: [doctor.phone] }])
  })

  test('a known doctor, an unknown one, one of a private realm, a patient, a desk: the same reply, row and way to withdraw', async () => {
    const known = await outsider('known')
    const hidden = await server.world.doctor(`hidden.${newId()}`, [server.world.clinics.gizli])
    await server.pool.query('update person set realm = $2 where id = $1', [hidden.id, server.world.clinics.gizli])
    const { patientKuzey, deskLinden } = server.world.people
    const emails = [known.username, hidden.username, patientKuzey.username, deskLinden.username, 'nobody@test.example']
    const shapes = new Set<string>()
    for (const email of emails) {
      const { status, body } = await hostile.call('doctor.join', { email })
      const text = JSON.stringify({ status, body })
        .replaceAll(email, 'E')
        .replaceAll(/[0-9a-f-]{36}/g, 'I')
      shapes.add(text)
    }
    expect([...shapes]).toHaveLength(1)
    const list = (await hostile.call('invitation.list', {})).body['invitations'] as { id: string; email: string }[]
    expect(emails.every((email) => list.some((one) => one.email === email))).toBe(true)
    // a doctor of another realm gets no invitation
    expect(await mine(await server.enter(hidden, 'gizli.localhost'))).toEqual([])
    expect(await mine(known.client)).toHaveLength(1)
    const one = list.find(({ email }) => email === known.username)!
    expect((await linden.call('invitation.withdraw', { id: one.id })).status).toBe(404)
    expect((await hostile.call('invitation.withdraw', { id: one.id })).status).toBe(200)
    expect(await mine(known.client)).toEqual([])
    expect((await known.client.call('invitation.accept', { id: one.id })).status).toBe(404)
  })

  test('the database tells no clinic whose contact it is, and does not let it write the acceptance', async () => {
    const { clinics, people } = server.world
    const asDesk = (sql: string) => underSight([`clinic:${clinics.kuzey}`], people.deskKuzey.id, 'clinic', sql)
    await expect(asDesk('select doctor_id from invitation')).rejects.toThrow(/permission denied/)
    await expect(asDesk('select invited_doctor(null, null, null)')).rejects.toThrow(/permission denied/)
    await expect(asDesk(`update invitation set status = 'accepted'`)).rejects.toThrow(/row-level security/)
    await expect(asDesk(`update membership set commission_value = 100`)).rejects.toThrow(/permission denied/)
    const { rows } = await asDesk('select distinct clinic_id from membership')
    expect(rows).toEqual([{ clinic_id: clinics.kuzey }])
  })

  test('the doctor is told once, in the app and by mail; one who registers later finds the invitation', async () => {
    const doctor = await outsider('told')
    await linden.call('doctor.join', { email: doctor.username }) // already works there
    await hostile.call('doctor.join', { email: doctor.username })
    await hostile.call('doctor.join', { email: doctor.username })
    await tellInvited(server.deps)
    await tellInvited(server.deps)
    const notes = await server.pool.query(
      `select kind, args from notification where user_id = $1 and kind = 'doctor_invited'`,
      [doctor.id],
    )
    expect(notes.rows).toEqual([{ kind: 'doctor_invited', args: ['Klinik kuzey'] }])
    const mails = await server.pool.query(
      `select args ->> 'house' as house from message where template = 'doctor_invited' and recipient = $1`,
      [doctor.username],
    )
    expect(mails.rows).toEqual([{ house: 'Klinik kuzey' }])

    const late = `late.${newId()}`
    await hostile.call('doctor.join', { email: `${late}@test.example` })
    expect(await mine(await server.enter(await server.world.doctor(late, [])))).toHaveLength(1)
  })

  test('fifty invitations a day, then it is refused', async () => {
    const { kuzey } = server.world.clinics
    await server.pool.query('delete from invitation where clinic_id = $1', [kuzey])
    await server.pool.query(
      `insert into invitation (id, clinic_id, email, invited_by, created_at, expires_at)
       select gen_random_uuid(), $1, n || '@x.example', 'x', $2, $2::timestamptz + interval '30 days' from generate_series(1, 50) n`,
      [kuzey, new Date(server.clock.now)],
    )
    expect((await hostile.call('doctor.join', { email: 'one.more@test.example' })).status).toBe(429)
    await server.pool.query('delete from invitation where clinic_id = $1', [kuzey])
  })
})

describe('setting the commission of another clinic (rules 21, 33, 100)', () => {
  test('each clinic has its own, sees its own, and books with its own', async () => {
    const { clinics } = server.world
    const doctor = await outsider('shared.terms')
    await join(hostile, doctor)
    expect((await cardOf(linden, doctor.id))?.commissionRatio).toBe(15)
    // a membership begins without terms: another clinic's are not copied
    expect((await cardOf(hostile, doctor.id))?.commissionRatio).toBeNull()
    const before = (await cardOf(linden, doctor.id)) as Card & { version: number }
    const set = { id: doctor.id, commissionType: 'ratio' as const, commissionRatio: 100 }
    expect((await hostile.call('doctor.update', set)).status).toBe(200)
    expect((await cardOf(linden, doctor.id))?.commissionRatio).toBe(15)
    expect((await cardOf(hostile, doctor.id))?.memberships?.map(({ clinicId }) => clinicId)).toEqual([clinics.kuzey])
    // the doctor reads both
    const own = (await doctor.client.call('doctor.list', {})).body['doctors'] as Card[]
    expect(own[0]!.memberships).toMatchObject([
      { clinicId: clinics.linden, commissionRatio: 15 },
      { clinicId: clinics.kuzey, commissionRatio: 100 },
    ])
    // another clinic's change does not conflict with one's own (rule 83)
    const edit = { id: doctor.id, commissionType: 'ratio' as const, commissionRatio: 20 }
    expect((await linden.call('doctor.update', edit, { base: before.version })).status).toBe(200)
    expect((await linden.call('doctor.update', edit, { base: before.version })).status).toBe(412)

    await server.world.hours(doctor, clinics.linden)
    const booked = newId()
    const answer = await linden.call(
      'appointment.book',
      {
        id: booked,
        clinicId: clinics.linden,
        doctorId: doctor.id,
        patientId: server.world.people.patientLinden.id,
        type: 'face-to-face',
        start: server.world.slot(4, 0, 'Europe/Berlin'),
        duration: 20,
        paymentId: newId(),
        payWith: 'later',
      },
      { key: freshKey() },
    )
    expect([answer.status, answer.body]).toMatchObject([200, {}])
    const { rows } = await server.pool.query('select commission, earn from appointment where id = $1', [booked])
    expect(rows).toEqual([{ commission: 2000, earn: 8000 }])
  })

  test('an admin sets that of the named public clinic, never a private one’s (rule 47)', async () => {
    const { clinics } = server.world
    const doctor = await outsider('admin.terms')
    await server.pool.query('update doctor set clinic_ids = clinic_ids || $2::uuid || $3::uuid where id = $1', [
      doctor.id,
      clinics.kuzey,
      clinics.gizli,
    ])
    await gizli.call('doctor.update', { id: doctor.id, commissionType: 'ratio', commissionRatio: 7 })
    expect((await cardOf(admin, doctor.id))?.memberships?.map(({ clinicId }) => clinicId)).toEqual([
      clinics.linden,
      clinics.kuzey,
    ])
    const terms = { id: doctor.id, commissionType: 'ratio' as const, commissionRatio: 30 }
    expect((await admin.call('doctor.update', { ...terms, commissionClinicId: clinics.gizli })).status).toBe(404)
    expect((await admin.call('doctor.update', { ...terms, commissionClinicId: clinics.kuzey })).status).toBe(200)
    expect((await cardOf(linden, doctor.id))?.commissionRatio).toBe(15)
    expect((await admin.call('doctor.update', terms)).status).toBe(200)
    expect((await cardOf(linden, doctor.id))?.commissionRatio).toBe(30)
    expect((await cardOf(gizli, doctor.id))?.commissionRatio).toBe(7)
    const { rows } = await server.pool.query(
      `select count(*)::int as n from notification where user_id = $1 and kind = 'doctor_terms'`,
      [doctor.id],
    )
    expect(rows[0]?.n).toBe(3)
  })
})

describe('passive doctors, and what a clinic sees (rule 100, TRUST R32)', () => {
  test('a clinic makes a doctor passive for itself alone, even as their only one: they stay signed in, and can accept another', async () => {
    const doctor = await outsider('hostage')
    await linden.call('doctor.passivate', { id: doctor.id })
    expect((await doctor.client.call('session.user', {})).status).toBe(200)
    const own = (await doctor.client.call('doctor.list', {})).body['doctors'] as Card[]
    expect(own[0]!.memberships).toMatchObject([{ active: false }])
    await join(hostile, doctor)
    expect(await cardOf(hostile, doctor.id)).toMatchObject({ active: true })
    expect(await cardOf(linden, doctor.id)).toMatchObject({ active: false })
    // a doctor who is deactivated altogether is out at once
    await admin.call('doctor.passivate', { id: doctor.id })
    expect((await doctor.client.call('session.user', {})).status).toBe(401)
  })

  test('the doctor decides whether a clinic sees phone and e-mail', async () => {
    const doctor = await outsider('contact')
    await join(hostile, doctor, false)
    expect(await cardOf(hostile, doctor.id)).toMatchObject({ mine: true, phone: null })
    expect(await cardOf(linden, doctor.id)).toMatchObject({ phone: doctor.phone })
    const share = (sharesContact: boolean) =>
      doctor.client.call('membership.share', { clinicId: server.world.clinics.kuzey, sharesContact })
    expect((await share(true)).status).toBe(200)
    expect(await cardOf(hostile, doctor.id)).toMatchObject({ phone: doctor.phone })
    await share(false)
    expect(await cardOf(hostile, doctor.id)).toMatchObject({ phone: null })
  })
})

/** Runs SQL as the server runs a call: with the person's keys, in the role of requests. */
async function underSight(keys: readonly string[], person: string, type: string, sql: string) {
  const client = await server.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('role', 'bedside_app', true), set_config('app.keys', $1, true), set_config('app.person', $2, true), set_config('app.type', $3, true)`,
      [`{${keys.join(',')}}`, person, type],
    )
    return await client.query(sql)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
