import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { createLimits } from '../../http/limits.ts'
import { settleRequests } from './settle-requests.ts'
import { freshKey, startServer, type TestServer } from '../../../tests/support/server.ts'
import { PASSWORD } from '../../../tests/support/world.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
beforeEach(async () => {
  Object.assign(server.deps, { limits: createLimits() })
  await server.pool.query('delete from message')
})
afterAll(() => server.stop())

let people = 0
const mail = () => `contact${people++}@test.example`
const phone = () => `+90542${String(1_000_000 + people++)}`
const sql = async <R extends object>(text: string, values: unknown[] = []) =>
  (await server.pool.query<R>(text, values)).rows
const letters = () => sql('select channel, recipient, template, args from message order by recipient')
const desk = () => server.as('deskKuzey', 'kuzey.localhost')
const keyed = () => ({ key: freshKey() })

/** A new patient with their own contact; without `signsIn`, no one can sign in as them. */
async function somebody({ signsIn = true, email = mail() as string | null } = {}) {
  const { id } = await server.world.patient(`contact.${people++}`, server.world.clinics.kuzey)
  const number = phone()
  await sql('update person set email = $2, phone = $3 where id = $1', [id, email, number])
  if (!signsIn) await sql('update person set password_hash = null where id = $1', [id])
  return { id, email, phone: number }
}

describe('R19: no one takes over an account unnoticed by its e-mail or phone', () => {
  test('a desk changes the e-mail of someone who can sign in: the previous address is told, without the reason', async () => {
    const owner = await somebody()
    const answer = await (await desk()).call('patient.update', { id: owner.id, email: mail() }, keyed())
    expect(answer.body).toMatchObject({ status: true })
    const recipients = { template: 'contact_changed_for_you', args: { house: expect.any(String) } }
    expect(await letters()).toMatchObject([
      { channel: 'sms', recipient: owner.phone, ...recipients },
      { channel: 'mail', recipient: owner.email, ...recipients },
    ])
  })

  test('every previous contact is told of a change', async () => {
    const [both, phoneOnly] = [await somebody(), await somebody({ email: null })]
    await (await desk()).call('patient.update', { id: both.id, phone: phone() }, keyed())
    await (await desk()).call('patient.update', { id: phoneOnly.id, phone: phone() }, keyed())
    expect(await letters()).toMatchObject([
      { channel: 'sms', recipient: both.phone },
      { channel: 'sms', recipient: phoneOnly.phone },
      { channel: 'mail', recipient: both.email },
    ])
  })

  test('an account that was made passive first is warned too', async () => {
    const owner = await somebody()
    await (await server.as('admin')).call('patient.update', { id: owner.id, active: false }, keyed())
    await (await server.as('admin')).call('patient.update', { id: owner.id, email: mail() }, keyed())
    expect(await letters()).toMatchObject([{ recipient: owner.phone }, { recipient: owner.email }])
  })

  test('nothing is sent if nothing changed, for another field, or to someone who cannot sign in', async () => {
    const [owner, card] = [await somebody(), await somebody({ signsIn: false })]
    await (await desk()).call('patient.update', { id: owner.id, email: owner.email!, phone: owner.phone }, keyed())
    await (await desk()).call('patient.update', { id: owner.id, city: 'Bursa' }, keyed())
    await (await desk()).call('patient.update', { id: card.id, email: mail() }, keyed())
    expect(await letters()).toEqual([])
  })

  test('a link sent to the previous address no longer sets a password', async () => {
    const owner = await somebody()
    const link =
      'insert into password_link (code_hash, person_id, kind, made_at, expires_at) values ($1, $2, $3, $4, $5)'
    const soon = new Date(server.clock.now + 60_000)
    await sql(link, [`hash ${owner.id}`, owner.id, 'reset', new Date(server.clock.now), soon])
    const open = () => sql('select from password_link where person_id = $1 and used_at is null', [owner.id])
    await (await desk()).call('patient.update', { id: owner.id, city: 'İzmir' }, keyed())
    expect(await open()).toHaveLength(1)
    await (await desk()).call('patient.update', { id: owner.id, email: mail() }, keyed())
    expect(await open()).toHaveLength(0)
  })

  test('rule 48: whoever changes another’s address gets no link with it: for seven days links go to the owner’s previous address, by either name', async () => {
    const owner = await somebody()
    const fresh = mail()
    await (await desk()).call('patient.update', { id: owner.id, email: fresh }, keyed())
    await sql('delete from message')
    const links = async (username: string) => {
      await sql('delete from message')
      await server.nobody('kuzey.localhost').call('session.forget', { type: 'patient', username, lang: 'tr' })
      await settleRequests(server.deps)
      return (await letters()).map((letter) => 'recipient' in letter && letter.recipient)
    }
    expect([await links(fresh), await links(owner.email!)]).toEqual([[owner.email], [owner.email]])
    // a second change by someone else does not make the first one the owner’s
    const later = mail()
    await (await desk()).call('patient.update', { id: owner.id, email: later, phone: phone() }, keyed())
    expect(await links(later)).toEqual([owner.email])
    await sql(`update person set held_until = now() - interval '1 second' where id = $1`, [owner.id])
    Object.assign(server.deps, { limits: createLimits() })
    expect([await links(later), await links(owner.email!)]).toEqual([[later], []])
  })

  test('a restored address applies at once; one set in an open session, even with the password, waits like any other', async () => {
    const held = async (id: string) =>
      (await sql<{ held: string | null }>('select held_email as held from person where id = $1', [id]))[0]!.held
    const back = await somebody()
    await (await desk()).call('patient.update', { id: back.id, email: mail() }, keyed())
    expect(await held(back.id)).toBe(back.email)
    await (await desk()).call('patient.update', { id: back.id, email: back.email! }, keyed())
    expect(await held(back.id)).toBeNull()
    const { patientKuzey } = server.world.people
    await (await desk()).call('patient.update', { id: patientKuzey.id, email: mail() }, keyed())
    expect(await held(patientKuzey.id)).not.toBeNull()
    const own = await server.as('patientKuzey', 'kuzey.localhost')
    expect((await own.call('profile.secure', { password: PASSWORD, email: mail() }, keyed())).body).toMatchObject({
      message: 'profile_updated',
    })
    expect(await held(patientKuzey.id)).not.toBeNull()
    const card = await somebody({ signsIn: false })
    await (await desk()).call('patient.update', { id: card.id, email: mail() }, keyed())
    expect(await held(card.id)).toBeNull()
  })

  test('a colleague’s change too: the previous address is told, and keeps receiving the links', async () => {
    const { deskKuzey } = server.world.people
    const id = newId()
    const [old, fresh] = [mail(), mail()]
    await sql(
      `insert into person (id, type, clinic_id, name, email, phone, password_hash)
       select $1, 'clinic', clinic_id, 'İş Arkadaşı', $2, $3, password_hash from person where id = $4`,
      [id, old, phone(), deskKuzey.id],
    )
    expect((await (await desk()).call('colleague.update', { id, email: fresh }, keyed())).status).toBe(200)
    expect(await letters()).toContainEqual(
      expect.objectContaining({ recipient: old, template: 'contact_changed_for_you' }),
    )
    await sql('delete from message')
    expect((await (await desk()).call('colleague.resetPassword', { id }, keyed())).status).toBe(200)
    expect(await letters()).toMatchObject([{ recipient: old, template: 'password_reset' }])
  })

  test('the same holds for a doctor changed by an admin, a user changed by the superadmin, and oneself', async () => {
    const { doctorLinden, deskLinden } = server.world.people
    const before = async (id: string) =>
      (await sql<{ email: string }>('select email from person where id = $1', [id]))[0]!
    const [doctor, user] = [await before(doctorLinden.id), await before(deskLinden.id)]
    const admin = await server.as('admin')
    expect((await admin.call('doctor.update', { id: doctorLinden.id, email: mail() }, keyed())).status).toBe(200)
    const superadmin = await server.as('superadmin')
    expect((await superadmin.call('user.update', { id: deskLinden.id, email: mail() }, keyed())).status).toBe(200)
    const own = await server.as('patientLinden', 'linden.localhost')
    const mine = await before(server.world.people.patientLinden.id)
    expect((await own.call('profile.secure', { password: PASSWORD, email: mail() }, keyed())).status).toBe(200)
    const recipients = (await letters()).map((letter) => ('recipient' in letter ? letter.recipient : null))
    expect(recipients).toEqual(expect.arrayContaining([doctor.email, user.email, mine.email]))
  })
})

describe('rule 55: someone who closes their account is in no list', () => {
  test('also not in that of the private clinic that knew them; the past visit stays, with their name', async () => {
    const { people: world, clinics } = server.world
    const [gizli, own] = [
      await server.as('deskGizli', 'gizli.localhost'),
      await server.as('patientGizli', 'gizli.localhost'),
    ]
    const { id, name } = world.patientGizli
    const visit = await server.world.visit(world.doctorGizli.id, id, clinics.gizli, server.world.slot(-3, 1), {
      status: 'completed',
    })
    const cards = async () => (await gizli.call('patient.list', { id })).body['patients']
    expect(await cards()).toHaveLength(1)
    expect((await own.call('profile.close', { password: PASSWORD }, keyed())).status).toBe(200)
    expect(await cards()).toEqual([])
    expect((await gizli.call('appointment.list', { id: visit })).body['appointments']).toMatchObject([
      { patientName: name },
    ])
  })

  test('a doctor whose account is closed is not offered to anyone', async () => {
    const { id, name } = server.world.people.doctorLinden
    const superadmin = await server.as('superadmin')
    await sql(`update doctor set clinic_ids = '{}' where id = $1`, [id])
    const cards = async () => (await superadmin.call('doctor.list', { keyword: name })).body['doctors']
    expect(await cards()).toHaveLength(1)
    expect((await superadmin.call('user.delete', { id }, keyed())).body).toMatchObject({ status: true })
    expect(await cards()).toEqual([])
    expect(await sql('select audience from doctor where id = $1', [id])).toEqual([{ audience: [] }])
  })
})

describe('R32: a doctor is told when they are approved', () => {
  test('by mail, with the way to sign in; not if they cannot sign in', async () => {
    const { doctorPassive } = server.world.people
    const { email } = (await sql<{ email: string }>('select email from person where id = $1', [doctorPassive.id]))[0]!
    expect((await (await desk()).call('doctor.activate', { id: doctorPassive.id }, keyed())).status).toBe(200)
    expect(await letters()).toMatchObject([{ recipient: email, template: 'account_active' }])
    expect((await letters())[0]).toMatchObject({ args: { link: expect.stringMatching(/\/doctor-login$/) } })
    await sql('delete from message')
    await (await desk()).call('doctor.passivate', { id: doctorPassive.id }, keyed())
    await sql('update person set password_hash = null where id = $1', [doctorPassive.id])
    await (await desk()).call('doctor.activate', { id: doctorPassive.id }, keyed())
    expect(await letters()).toEqual([])
  })
})
