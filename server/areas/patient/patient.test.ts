import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { createLimits } from '../../http/limits.ts'
import { freshKey, startServer, type Answer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { identityOf } from '../../app/demo/identity.ts'
import { toE164 } from '../../kernel/phone.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
beforeEach(() => void Object.assign(server.deps, { limits: createLimits() }))
afterAll(() => server.stop())

const desk = () => server.as('deskKuzey', 'kuzey.localhost')
const otherDesk = () => server.as('deskLinden', 'linden.localhost')
const privateDesk = () => server.as('deskGizli', 'gizli.localhost')
const doctor = () => server.as('doctorKuzey', 'kuzey.localhost')
const colleague = () => server.as('doctorBoth', 'kuzey.localhost')
const admin = () => server.as('admin')

let phones = 0
const phone = () => `+90541${String(1_000_000 + phones++)}`
const add = async (who: Client, extra: Partial<Input<'patient.add'>> = {}) =>
  who.call('patient.add', { id: newId(), name: 'Ayşe Yılmaz', phone: phone(), ...extra }, { key: freshKey() })
const added = async (who: Client, extra: Partial<Input<'patient.add'>> = {}) => {
  const answer = await add(who, extra)
  expect(answer.body).toMatchObject({ status: true })
  return answer.body['patient'] as { id: string; phone: string; version: number }
}
const sees = async (who: Client, id: string) =>
  ((await who.call('patient.list', { id })).body['patients'] as { id: string }[]).length === 1
const refused = ({ status, body }: Answer) => [status, body['refused']]

describe('adding (rules 49, 58–61)', () => {
  test('the whole card is stored; of the identity number the reply says only whether there is one', async () => {
    const identity = identityOf(1)
    const card = await added(await desk(), {
      birthDate: '1990-02-03',
      gender: 'female',
      bloodType: 'AB-',
      allergies: ' Penisilin ',
      emergencyName: 'Ali',
      emergencyPhone: '0532 555 09 81',
      city: 'Bursa',
      identity,
    })
    expect(card).toMatchObject({
      bloodType: 'AB-',
      allergies: 'Penisilin',
      emergencyPhone: '+905325550981',
      city: 'Bursa',
      hasIdentity: true,
      nonCitizen: false,
      active: true,
      addedBy: 'Name desk.kuzey',
      clinicIds: [server.world.clinics.kuzey],
      visits: 0,
    })
    expect(JSON.stringify(card)).not.toContain(identity)
  })

  test('rule 60: a known phone or identity returns the match and creates no second card', async () => {
    const identity = identityOf(2)
    const first = await added(await desk(), { identity })
    for (const extra of [{ phone: first.phone }, { identity: ` ${identity.slice(0, 4)} ${identity.slice(4)}` }]) {
      const answer = await add(await desk(), extra)
      expect([refused(answer), answer.body['id']]).toEqual([[409, 'patient_exists'], first.id])
      // a caller who does not see the record learns that it exists, but not whose it is
      const elsewhere = await add(await otherDesk(), extra)
      expect([refused(elsewhere), elsewhere.body['id']]).toEqual([[409, 'patient_exists'], null])
      expect(JSON.stringify(elsewhere.body)).not.toContain(first.id)
    }
  })

  test('rule 49: a private clinic adds the same phone and identity in its own realm, and nothing leaks', async () => {
    const identity = identityOf(3)
    const first = await added(await desk(), { identity })
    const twin = await added(await privateDesk(), { identity, phone: first.phone })
    expect([await sees(await admin(), twin.id), await sees(await desk(), twin.id)]).toEqual([false, false])
    expect(refused(await add(await privateDesk(), { identity }))).toEqual([409, 'patient_exists'])
  })

  test('rule 61: a foreigner’s document number is not checked; a citizen’s is', async () => {
    expect(refused(await add(await desk(), { identity: 'U 123456' }))).toEqual([409, 'identity_invalid'])
    const card = await added(await desk(), { identity: 'U 123456', nonCitizen: true })
    const answer = await (await desk()).call('patient.identity', { id: card.id })
    expect(answer.body['identity']).toBe('U123456')
  })

  test('RULES 13: an admin’s new card contains nothing medical', async () => {
    const card = await added(await admin(), { allergies: 'x', bloodType: 'A+' })
    const { rows } = await server.pool.query('select allergies, blood_type from patient where id = $1', [card.id])
    expect(rows[0]).toEqual({ allergies: null, blood_type: null })
  })

  test('e-mail addresses are compared without case, including İ and i', async () => {
    await added(await desk(), { email: 'ilker@example.com' })
    expect(refused(await add(await desk(), { email: 'ILKER@Example.com' }))).toEqual([409, 'email_exists'])
  })
})

describe('phones in every spelling (rule 58)', () => {
  type Typed = { country: string; input: string; e164: string | null; why: string }
  const file = new URL('../../../../shared/data/phones.json', import.meta.url)
  const typed: readonly Typed[] = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Typed[]) : []
  const zones: Readonly<Record<string, string>> = {
    TR: 'Europe/Istanbul',
    DE: 'Europe/Berlin',
    AT: 'Europe/Vienna',
    CH: 'Europe/Zurich',
    GB: 'Europe/London',
    RU: 'Europe/Moscow',
    US: 'America/New_York',
  }

  test.skipIf(!typed.length)(`${typed.length} spellings of the shared list, where it is present`, () => {
    const wrong = typed
      .filter(({ country }) => zones[country])
      .flatMap(({ country, input, e164, why }) => {
        const made = toE164(input, zones[country] ?? null)
        return made === e164 ? [] : [[input, why, made, e164]]
      })
    expect(wrong).toEqual([])
  })

  test('an extension is refused with its own code, and ignored in a search', async () => {
    for (const spelling of ['+90 212 555 12 34 ext. 5', '0212 555 12 34 dahili 12']) {
      const { status, body } = await add(await desk(), { phone: spelling })
      expect([status, body['refused'], body['fields']]).toEqual([400, 'bad_input', { phone: 'phone_extension' }])
      expect(toE164(spelling, 'Europe/Istanbul')).toBe('+902125551234')
    }
    const emergency = await add(await desk(), { emergencyPhone: '0212 555 12 34 dahili 12' })
    expect(emergency.body['fields']).toEqual({ emergencyPhone: 'phone_extension' })
  })

  test('two spellings of one number are one patient', async () => {
    await added(await desk(), { phone: '0 (541) 999 88 77' })
    for (const spelling of ['541 999 8877', '+90 541 999 88 77', '0090-541-999-88-77'])
      expect(refused(await add(await desk(), { phone: spelling }))).toEqual([409, 'patient_exists'])
  })
})

describe('changing (RULES 13, rule 83)', () => {
  test('a desk changes every field, a doctor contact and allergies, a patient their own except those used to sign in', async () => {
    const { patientKuzey } = server.world.people
    await server.world.visit(
      server.world.people.doctorKuzey.id,
      patientKuzey.id,
      server.world.clinics.kuzey,
      server.world.slot(-2, 0),
      { status: 'completed' },
    )
    const update = async (who: Client, fields: object) =>
      refused(await who.call('patient.update', { id: patientKuzey.id, ...fields }))
    const self = await server.as('patientKuzey')
    const done = [200, undefined]
    const no = [403, 'unauthorized']
    expect(await update(await desk(), { name: 'Yeni Ad', allergies: 'Polen' })).toEqual(done)
    expect(await update(await doctor(), { city: 'İzmir', emergencyName: 'Can' })).toEqual(done)
    expect(await update(await doctor(), { name: 'x' })).toEqual(no)
    expect(await update(await doctor(), { bloodType: 'A+' })).toEqual(no)
    expect(await update(await admin(), { city: 'Ankara' })).toEqual(done)
    expect(await update(await admin(), { allergies: 'x' })).toEqual(no)
    expect(await update(self, { bloodType: '0+', city: 'Muş' })).toEqual(done)
    expect(await update(self, { phone: phone() })).toEqual(no)
    expect(await update(self, { email: 'other@example.com' })).toEqual(no)
    expect(await update(self, { active: false })).toEqual(no)
  })

  test('a changed name shows on the card, in visits and in the search', async () => {
    const card = await added(await desk())
    const visit = await server.world.visit(
      server.world.people.doctorKuzey.id,
      card.id,
      server.world.clinics.kuzey,
      server.world.slot(4, 3),
    )
    const answer = await (await desk()).call('patient.update', { id: card.id, name: 'Çiğdem Büyükşahin' })
    expect(answer.body['patient']).toMatchObject({ name: 'Çiğdem Büyükşahin' })
    const { body } = await (await desk()).call('patient.list', { keyword: 'buyuks cig' })
    expect((body['patients'] as { id: string }[]).map(({ id }) => id)).toEqual([card.id])
    const { rows } = await server.pool.query('select patient_name from appointment where id = $1', [visit])
    expect(rows[0]).toEqual({ patient_name: 'Çiğdem Büyükşahin' })
  })

  test('two editors: different facts are merged, the same fact conflicts, with the current card in the reply', async () => {
    const card = await added(await desk())
    const base = card.version
    const change = async (fields: object) =>
      (await desk()).call('patient.update', { id: card.id, ...fields }, { key: freshKey(), base })
    expect(refused(await change({ phone: phone() }))).toEqual([200, undefined])
    expect(refused(await change({ city: 'Bursa' }))).toEqual([200, undefined])
    const third = await change({ phone: phone() })
    expect([refused(third), third.body['fields']]).toEqual([[412, 'changed_since'], ['phone']])
    expect(third.body['current']).toMatchObject({ id: card.id, city: 'Bursa' })
  })

  test('rule 55: a desk makes a patient passive for itself alone; an admin does so for the account', async () => {
    const { patientLinden } = server.world.people
    const { linden, kuzey } = server.world.clinics
    await server.pool.query('update patient set clinic_ids = $2 where id = $1', [patientLinden.id, [linden, kuzey]])
    const active = async (who: Client) =>
      ((await who.call('patient.list', { id: patientLinden.id })).body['patients'] as { active: boolean }[])[0]?.active
    await (await desk()).call('patient.update', { id: patientLinden.id, active: false })
    expect([await active(await desk()), await active(await otherDesk())]).toEqual([false, true])
    await (await desk()).call('patient.update', { id: patientLinden.id, active: true })
    await (await admin()).call('patient.update', { id: patientLinden.id, active: false })
    expect([await active(await desk()), await active(await otherDesk())]).toEqual([false, false])
    await (await admin()).call('patient.update', { id: patientLinden.id, active: true })
  })
})

describe('deleting hides the card (rule 55)', () => {
  test('a desk removes a patient of two clinics from its own list only; the last clinic hides the card', async () => {
    const card = await added(await desk())
    const proof = { phone: card.phone, birthDate: '1990-01-01', name: 'Ayşe Yılmaz' }
    expect(refused(await (await otherDesk()).call('patient.link', proof))).toEqual([200, undefined])
    expect(refused(await (await desk()).call('patient.delete', { id: card.id }))).toEqual([200, undefined])
    expect([await sees(await desk(), card.id), await sees(await otherDesk(), card.id)]).toEqual([false, true])
    await (await otherDesk()).call('patient.delete', { id: card.id })
    expect([await sees(await otherDesk(), card.id), await sees(await admin(), card.id)]).toEqual([false, false])
    // the person returns: found by proof and shown again, without a second card
    expect(refused(await add(await desk(), { phone: card.phone }))).toEqual([409, 'patient_exists'])
    expect(refused(await (await desk()).call('patient.link', proof))).toEqual([200, undefined])
    expect(await sees(await desk(), card.id)).toBe(true)
  })

  test('a patient with appointments cannot be deleted, by a desk or by an admin', async () => {
    const id = server.world.people.patientKuzey.id
    for (const who of [await desk(), await admin()])
      expect(refused(await who.call('patient.delete', { id }))).toEqual([409, 'patient_has_appointments'])
  })
})

describe('identity (rule 56)', () => {
  test('anyone who sees the card can reveal it, and every look is audited', async () => {
    const identity = identityOf(9)
    const card = await added(await desk(), { identity })
    const looks = async () =>
      (
        await server.pool.query<{ n: number }>(
          `select count(*)::int as n from audit where action = 'patient.identity' and object_id = $1 and outcome = 'done'`,
          [card.id],
        )
      ).rows[0]!.n
    expect((await (await desk()).call('patient.identity', { id: card.id })).body['identity']).toBe(identity)
    expect((await (await admin()).call('patient.identity', { id: card.id })).body['identity']).toBe(identity)
    expect(await looks()).toBe(2)
    expect(refused(await (await otherDesk()).call('patient.identity', { id: card.id }))).toEqual([
      404,
      'patient_not_found',
    ])
    const { rows } = await server.pool.query(`select 1 from audit where to_jsonb(audit)::text like '%' || $1 || '%'`, [
      identity,
    ])
    expect(rows).toEqual([])
  })
})

describe('“use the existing one” (rule 60)', () => {
  test('phone or identity together with the birth date links the card, tells the patient, and is audited', async () => {
    const identity = identityOf(20)
    const card = await added(await desk(), { identity, birthDate: '1970-03-04' })
    const proof = { identity, birthDate: '1970-03-04', name: 'irrelevant' }
    const answer = await (await otherDesk()).call('patient.link', proof)
    expect(answer.body['patient']).toMatchObject({ id: card.id, clinicIds: [server.world.clinics.linden] })
    const { rows } = await server.pool.query(`select kind, args from notification where user_id = $1`, [card.id])
    expect(rows).toEqual([{ kind: 'patient_linked', args: ['Klinik linden'] }])
    const { rows: lines } = await server.pool.query(
      `select outcome, fields from audit where action = 'patient.link' and object_id = $1`,
      [card.id],
    )
    expect(lines).toEqual([{ outcome: 'done', fields: ['birthDate', 'name'] }])
  })

  test('any wrong answer gets the same reply, and attempts are limited', async () => {
    const card = await added(await desk(), { birthDate: '1970-03-04' })
    const proof = { phone: card.phone, birthDate: '1970-03-04', name: 'Ayşe Yılmaz' }
    const wrong = [
      { ...proof, birthDate: '1970-03-05' },
      { ...proof, phone: phone() },
      { ...proof, phone: null, identity: identityOf(21) },
    ]
    const answers = []
    for (const each of wrong) answers.push((await (await otherDesk()).call('patient.link', each)).body)
    expect(answers).toEqual(answers.map(() => ({ status: false, refused: 'patient_not_found' })))
    // a private realm is separate from the public one, in both directions
    expect(refused(await (await privateDesk()).call('patient.link', proof))).toEqual([404, 'patient_not_found'])
    const statuses = []
    for (let i = 0; i < 12; i++)
      statuses.push(
        (await (await otherDesk()).call('patient.link', { ...proof, birthDate: `1960-01-${10 + i}` })).status,
      )
    expect(statuses.at(-1)).toBe(429)
    expect(await sees(await otherDesk(), card.id)).toBe(false)
  })

  test('a card without a birth date asks for the full name', async () => {
    const card = await added(await desk(), { name: 'Işıl Öztürk' })
    const proof = { phone: card.phone, birthDate: '2000-01-01' }
    expect(refused(await (await otherDesk()).call('patient.link', { ...proof, name: 'Isil' }))).toEqual([
      404,
      'patient_not_found',
    ])
    expect(refused(await (await otherDesk()).call('patient.link', { ...proof, name: 'ISIL OZTURK' }))).toEqual([
      200,
      undefined,
    ])
  })

  test('twins: cards with the same name and birth date are shown if one may see them, others are not', async () => {
    const one = await added(await desk(), { name: 'İki Kişi', birthDate: '1999-09-09' })
    const two = await added(await desk(), { name: 'iki kişi', birthDate: '1999-09-09' })
    await added(await otherDesk(), { name: 'İki Kişi', birthDate: '1999-09-09' })
    const { body } = await (await desk()).call('patient.twins', { id: one.id })
    expect((body['patients'] as { id: string }[]).map(({ id }) => id)).toEqual([two.id])
  })
})

describe('notes (rule 50, RULES 13)', () => {
  const note = async (who: Client, patientId: string, text = 'Sabah arayın') => {
    const answer = await who.call('patient.addNote', { id: newId(), patientId, text }, { key: freshKey() })
    expect(answer.body).toMatchObject({ status: true })
    return answer.body['patient_note'] as { id: string; version: number }
  }
  const read = async (who: Client, patient: string) =>
    ((await who.call('patient.getNote', { patient })).body['notes'] as { id: string }[] | undefined)?.map(
      ({ id }) => id,
    )

  test('the author, the clinic and its doctors who treat the patient can read them; no one else can', async () => {
    const { doctorKuzey, doctorBoth } = server.world.people
    const card = await added(await desk())
    await server.world.visit(doctorKuzey.id, card.id, server.world.clinics.kuzey, server.world.slot(5, 0))
    const mine = await note(await doctor(), card.id)
    expect([await read(await doctor(), card.id), await read(await desk(), card.id)]).toEqual([[mine.id], [mine.id]])
    expect(await read(await colleague(), card.id)).toBeUndefined()
    await server.world.visit(doctorBoth.id, card.id, server.world.clinics.kuzey, server.world.slot(5, 1))
    expect(await read(await colleague(), card.id)).toEqual([mine.id])
    expect(await read(await otherDesk(), card.id)).toBeUndefined()
    expect(refused(await (await admin()).call('patient.getNote', { patient: card.id }))).toEqual([403, 'unauthorized'])
    // rule 51: another clinic that gets to know the patient reads no notes of this one
    const proof = { phone: card.phone, birthDate: '1990-01-01', name: 'Ayşe Yılmaz' }
    await (await otherDesk()).call('patient.link', proof)
    expect(await read(await otherDesk(), card.id)).toEqual([])
    // a doctor who leaves the clinic loses its patients and their notes
    await server.pool.query('update doctor set clinic_ids = $2 where id = $1', [
      doctorBoth.id,
      [server.world.clinics.gizli],
    ])
    expect(await read(await colleague(), card.id)).toBeUndefined()
    await server.pool.query('update doctor set clinic_ids = $2 where id = $1', [
      doctorBoth.id,
      [server.world.clinics.kuzey, server.world.clinics.gizli],
    ])
    expect(await read(await colleague(), card.id)).toEqual([mine.id])
  })

  test('only the author edits and deletes; a deleted note is gone for everyone', async () => {
    const card = await added(await desk())
    const mine = await note(await desk(), card.id)
    await server.world.visit(
      server.world.people.doctorKuzey.id,
      card.id,
      server.world.clinics.kuzey,
      server.world.slot(6, 0),
    )
    expect(refused(await (await doctor()).call('patient.editNote', { id: mine.id, text: 'x' }))).toEqual([
      409,
      'permission_denied',
    ])
    expect(refused(await (await doctor()).call('patient.deleteNote', { id: mine.id }))).toEqual([
      409,
      'permission_denied',
    ])
    const edited = await (
      await desk()
    ).call('patient.editNote', { id: mine.id, text: 'Akşam arayın' }, { base: mine.version })
    expect(edited.body['patient_note']).toMatchObject({ text: 'Akşam arayın', editedAt: expect.any(String) })
    expect(
      refused(await (await desk()).call('patient.editNote', { id: mine.id, text: 'y' }, { base: mine.version })),
    ).toEqual([412, 'changed_since'])
    expect((await (await desk()).call('patient.deleteNote', { id: mine.id })).body).toEqual({ status: true })
    expect(await read(await desk(), card.id)).toEqual([])
    expect(refused(await (await desk()).call('patient.deleteNote', { id: mine.id }))).toEqual([404, 'note_not_found'])
    // the record of what was written stays on the server (TRUST D15), visible to no one
    const { rows } = await server.pool.query(
      'select deleted_at is not null as gone, audience from patient_note where id = $1',
      [mine.id],
    )
    expect(rows).toEqual([{ gone: true, audience: [] }])
  })
})

describe('the list', () => {
  test('filters: next visit, no visit since, no e-mail, doctor, passive; the count covers visits that one may see', async () => {
    const { doctorKuzey, doctorLinden } = server.world.people
    const { kuzey, linden } = server.world.clinics
    const card = await added(await desk())
    const ids = async (filter: Partial<Input<'patient.list'>>, who?: Client) =>
      (
        (await (who ?? (await desk())).call('patient.list', { limit: 1000, ...filter })).body['patients'] as {
          id: string
        }[]
      ).map(({ id }) => id)
    expect([await ids({ hasUpcoming: true }), await ids({ hasUpcoming: false })]).toEqual([
      expect.not.arrayContaining([card.id]),
      expect.arrayContaining([card.id]),
    ])
    const visit = await server.world.visit(doctorKuzey.id, card.id, kuzey, server.world.slot(7, 0))
    await server.world.visit(doctorLinden.id, card.id, linden, server.world.slot(-7, 0), { status: 'completed' })
    expect(await ids({ hasUpcoming: true, noEmail: true, doctorId: doctorKuzey.id, active: true })).toContain(card.id)
    // the other clinic's visit counts only for the other clinic (rule 51)
    const shown = async (who: Client) =>
      (
        (await who.call('patient.list', { id: card.id })).body['patients'] as {
          visits: number
          nextVisit: string | null
        }[]
      )[0]
    expect(await shown(await desk())).toMatchObject({ visits: 0, nextVisit: expect.any(String) })
    expect(await shown(await otherDesk())).toMatchObject({ visits: 1, nextVisit: null })
    await server.pool.query(`update appointment set status = 'completed' where id = $1`, [visit])
    expect(await shown(await desk())).toMatchObject({ visits: 1 })
  })

  test('no visit since a day: counts completed visits from that day on that one may see', async () => {
    const { doctorKuzey, doctorLinden } = server.world.people
    const { kuzey, linden } = server.world.clinics
    const since = new Date(server.clock.now - 30 * 86_400_000).toISOString().slice(0, 10)
    const midnight = Date.parse(`${since}T00:00:00Z`)
    const at = (minutes: number) => new Date(midnight + minutes * 60_000).toISOString()
    const HOUR = 60
    /**
     * Each patient is on both clinics' lists; the kind of visit, and the clinics whose list omits the patient because
     * of it.
     */
    const plan = {
      'never came': { visits: [], gone: [] },
      'the day before': { visits: [[kuzey, -12 * HOUR, 'completed']], gone: [] },
      'half an hour before midnight': { visits: [[kuzey, -30, 'completed']], gone: [] },
      'at midnight': { visits: [[kuzey, 0, 'completed']], gone: ['kuzey'] },
      'the day after': { visits: [[kuzey, 36 * HOUR, 'completed']], gone: ['kuzey'] },
      'cancelled since': { visits: [[kuzey, 40 * HOUR, 'cancelled']], gone: [] },
      'waiting since': { visits: [[kuzey, 44 * HOUR, 'waiting']], gone: [] },
      'before, and cancelled since': {
        visits: [
          [kuzey, -20 * HOUR, 'completed'],
          [kuzey, 48 * HOUR, 'cancelled'],
        ],
        gone: [],
      },
      'before, and again since': {
        visits: [
          [kuzey, -16 * HOUR, 'completed'],
          [kuzey, 52 * HOUR, 'completed'],
        ],
        gone: ['kuzey'],
      },
      'since at the other clinic': { visits: [[linden, 56 * HOUR, 'completed']], gone: ['linden'] },
      'before here, since there': {
        visits: [
          [kuzey, -24 * HOUR, 'completed'],
          [linden, 60 * HOUR, 'completed'],
        ],
        gone: ['linden'],
      },
      'since at both': {
        visits: [
          [kuzey, 64 * HOUR, 'completed'],
          [linden, 68 * HOUR, 'completed'],
        ],
        gone: ['kuzey', 'linden'],
      },
    } as const
    const names = new Map<string, string>()
    for (const [name, { visits }] of Object.entries(plan)) {
      const card = await added(await desk())
      names.set(card.id, name)
      // so that both desks have the record, whatever else the test creates
      await server.world.visit(doctorKuzey.id, card.id, kuzey, at((-90 * 24 - names.size) * HOUR), {
        status: 'cancelled',
      })
      await server.world.visit(doctorLinden.id, card.id, linden, at((-90 * 24 - names.size) * HOUR), {
        status: 'cancelled',
      })
      for (const [clinic, minutes, status] of visits)
        await server.world.visit(clinic === kuzey ? doctorKuzey.id : doctorLinden.id, card.id, clinic, at(minutes), {
          status,
        })
    }
    const found = async (who: Client, filter: Partial<Input<'patient.list'>>) => {
      const { body } = await who.call('patient.list', { limit: 1000, ...filter })
      return (body['patients'] as { id: string }[]).flatMap(({ id }) => names.get(id) ?? []).toSorted()
    }
    for (const [clinic, who] of [
      ['kuzey', await desk()],
      ['linden', await otherDesk()],
      ['', await admin()],
    ] as const) {
      expect([clinic, await found(who, {})]).toEqual([clinic, Object.keys(plan).toSorted()])
      // the platform sees the visits of both
      const left = Object.entries(plan).filter(([, { gone }]) => !gone.some((each) => clinic === '' || each === clinic))
      expect([clinic, await found(who, { noVisitSince: since })]).toEqual([
        clinic,
        left.map(([name]) => name).toSorted(),
      ])
    }
    const [one] = names.keys()
    expect(await found(await desk(), { noVisitSince: since, id: one! })).toEqual(['never came'])
  })

  test('keyset pages return every row once, newest first', async () => {
    for (let i = 0; i < 5; i++) await added(await otherDesk())
    const found: string[] = []
    for (let after: string | undefined; ;) {
      const { body } = await (await otherDesk()).call('patient.list', { limit: 2, ...(after && { after }) })
      found.push(...(body['patients'] as { id: string }[]).map(({ id }) => id))
      if (typeof body['after'] !== 'string') break
      after = body['after']
    }
    const { body } = await (await otherDesk()).call('patient.list', { limit: 1000 })
    expect(found).toEqual((body['patients'] as { id: string }[]).map(({ id }) => id))
    expect(new Set(found).size).toBe(found.length)
  })
})
