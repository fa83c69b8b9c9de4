import { MOVE_OVERRIDES } from '../../contract/appointment/appointment.overrides.ts'
import { toIdentity } from '../../server/db/sealed-columns.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callNames, rowOf, type CallName, type Input, type Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { isMessageCode } from '../../contract/kernel/messages.ts'
import { identityOf } from '../../server/app/demo/identity.ts'
import type { PdfFault } from '../../server/media/pdf-bytes.ts'
import { settleRequests } from '../../server/areas/session/settle-requests.ts'
import { authenticator } from '../support/authenticator.ts'
import { addPasskey } from '../support/passkey.ts'
import { freshKey, startServer, type Answer, type Client, type TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { asTwin, closedLink, digitsOf, linkFor, registration } from './account-attempts.ts'
import { makeArrived } from './attempts-care.ts'
import { attempts, tries, type Try } from './attempts.ts'
import { gather, refreshLimits, type Cast } from './cast.ts'
import { clinicRefusals } from './refusals-clinic.ts'
import { calendarRefusals } from './refusals-calendar.ts'
import { careRefusals } from './refusals-care.ts'
import { contentRefusals } from './refusals-content.ts'
import { doctorRefusals } from './refusals-doctor.ts'
import { visitTypeRefusals } from './refusals-visittype.ts'
import { webhookRefusals } from './refusals-webhook.ts'
import { moneyRefusals } from './refusals-money.ts'
import { kioskRefusals } from './refusals-kiosk.ts'
import { letterRefusals } from './refusals-letters.ts'
import { membershipRefusals } from './refusals-membership.ts'
import { appointmentLinkRefusals } from './refusals-link.ts'
import { linkRefusals } from './refusals-paymentlink.ts'
import { passkeyRefusals } from './refusals-passkey.ts'
import { peopleRefusals } from './refusals-people.ts'
import { voiceRefusals } from './refusals-voice.ts'

let server: TestServer
let cast: Cast
let make: Try
beforeAll(async () => {
  server = await startServer()
  // noon: there are hours before and after it, on the same day
  server.clock.now = Date.parse(server.world.slot(0, 9))
  cast = await gather(server)
  make = tries(server, cast.places)
})
afterAll(() => server.stop())

type Provoked = () => Promise<Answer>
const HOUR = 3_600_000
const here = () => cast.places.kuzey1
const desk = () => cast.clients.deskPublic
const privateDesk = () => cast.clients.deskPrivate
const patient = () => cast.clients.patientPublic
const at = (ahead: number) => new Date(server.clock.now + ahead).toISOString()

/** A visit of the desk's clinic, `ahead` ms from now, with the given columns. */
async function visit(ahead: number, columns: Readonly<Record<string, unknown>> = {}) {
  const id = await make.visit(here(), 'future')
  const set = { starts_at: at(ahead), ends_at: at(ahead + 20 * 60_000), ...columns }
  // only one visit at a time can be in this hour
  await server.pool.query(
    `update appointment set status = 'cancelled' where doctor_id = $1 and during && tstzrange($2, $3) and id <> $4`,
    [here().doctor, set.starts_at, set.ends_at, id],
  )
  await server.pool.query(
    `update appointment set ${Object.keys(set)
      .map((name, i) => `${name} = $${i + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(set)],
  )
  return id
}
const closed = (status: 'completed' | 'cancelled') => visit(-3 * HOUR, { status })
const book = async (extra: Partial<Input<'appointment.book'>> = {}, who = desk()) =>
  who.call(
    'appointment.book',
    { ...(await attempts['appointment.book'](make, 'deskPublic', here())).input, ...extra },
    { key: freshKey() },
  )
const move = async (extra: Partial<Input<'appointment.move'>>, who = desk(), columns = {}) =>
  who.call('appointment.move', {
    id: await visit(72 * HOUR, columns),
    start: make.slot(here()),
    duration: 20,
    ...extra,
  })
const passive = () => server.world.people.doctorPassive.id
/** The start of a slot that is taken. */
async function taken() {
  const start = make.slot(here())
  await book({ start, patientId: cast.places.kuzey2.patient })
  return start
}
/** A slot at which the patient of the desk's clinic has another appointment. */
async function busy() {
  const start = make.slot(here())
  await server.world.visit(cast.places.kuzey2.doctor, here().patient, here().clinic, start)
  return start
}
/** Ten minutes into an appointment of the patient with the same doctor. */
async function withTheSame() {
  const start = make.slot(here())
  await book({ start, overlapSeen: true })
  return new Date(Date.parse(start) + 10 * 60_000).toISOString()
}
/** Everything that a desk may override, except a taken slot. */
const ANY = [...MOVE_OVERRIDES]
/** A patient who cannot sign in. */
async function card() {
  const { id } = await server.world.patient(`card-${newId()}`, here().clinic)
  await server.pool.query('update person set password_hash = null where id = $1', [id])
  return id
}
/**
 * Hours that begin in half an hour and continue, whatever the time of day, in a clinic and for a doctor made for them.
 */
async function soon() {
  const doctor = await server.world.doctor(`doctor.${newId()}`, [here().clinic])
  const start = new Date(Math.ceil((server.clock.now + 10 * 60_000) / (10 * 60_000)) * 10 * 60_000)
  await server.pool.query(
    `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency)
     select gen_random_uuid(), $1, $2, wall::date, wall::date, wall::time, wall::time + interval '20 min', 20, 'physical', '{1,2,3,4,5,6,7}', 1, 'try'
       from (select $3::timestamptz at time zone 'Europe/Istanbul' as wall) w`,
    [doctor.id, here().clinic, start.toISOString()],
  )
  return { doctorId: doctor.id, start: start.toISOString() }
}

const online = { type: 'online', meeting_link: 'https://meet.test.example/x' }
const join = async (id: string, who = desk()) => who.call('appointment.join', { id })
/** Why a type cannot be booked: another doctor's, kept for the desk, archived. */
const byType = (attempt: (visitTypeId: string, who: Client) => Promise<Answer>) => ({
  visittype_not_found: async () => attempt(await make.visitType(cast.places.linden1), desk()),
  visittype_staff_only: async () => attempt(await make.visitType(here(), { forPatients: false }), patient()),
  visittype_archived: async () => attempt(await make.visitType(here(), { archived: true }), patient()),
})
const hold = async (extra: Partial<Input<'availability.hold'>>, who = desk()) =>
  who.call('availability.hold', {
    doctorId: here().doctor,
    clinicId: here().clinic,
    type: 'face-to-face',
    start: make.slot(here()),
    duration: 20,
    ...extra,
  })
const addHours = async (extra: Partial<Input<'availability.add'>>) =>
  desk().call('availability.add', {
    id: newId(),
    doctorId: here().doctor,
    clinicId: here().clinic,
    ...make.evening(),
    price: 5000,
    ...extra,
  })
const editHours = (input: Input<'availability.update'>) => desk().call('availability.update', input)
const closeTime = (extra: Partial<Input<'busy.add'>>) =>
  desk().call('busy.add', { id: newId(), doctorId: here().doctor, ...make.quiet(), title: null, ...extra })
const closeClinic = (extra: Partial<Input<'closure.add'>>) =>
  desk().call('closure.add', { id: newId(), name: 'Bayram', ...make.quiet(), ...extra })
/** The days and times of hours that the desk's doctor already has. */
async function standing() {
  const hours = make.evening()
  await addHours({ ...hours })
  return hours
}
async function bookedHours() {
  const id = await make.hours(here())
  const booked = await make.visit(here(), 'future')
  await server.pool.query(
    `update appointment set availability_id = a.id, starts_at = (a.start_date + a.start_time) at time zone 'Europe/Istanbul',
       ends_at = (a.start_date + a.start_time + interval '20 min') at time zone 'Europe/Istanbul' from availability a where a.id = $1 and appointment.id = $2`,
    [id, booked],
  )
  return id
}
/** Inactive hours at the same time as active ones. */
async function shadowed() {
  const { startDate, endDate } = await standing()
  const id = await make.hours(here(), 'passive')
  await server.pool.query(
    `update availability set start_date = to_date($2::text, 'YYYYMMDD'), end_date = to_date($3::text, 'YYYYMMDD') where id = $1`,
    [id, startDate, endDate],
  )
  return id
}
/** A doctor of the desk's clinic in a specialty without online visits. */
async function doctorAtDesk() {
  const doctor = await server.world.doctor(`doctor.${newId()}`, [here().clinic])
  const branch = newId()
  await server.pool.query(
    `insert into branch (id, name, online_calls) values ($1, '[{"lang":"tr","value":"Cerrahi"}]', false)`,
    [branch],
  )
  await server.pool.query('update doctor set branch_id = $2 where id = $1', [doctor.id, branch])
  return doctor.id
}
const hoursOf = async (doctor: string, type = 'physical', status: 'active' | 'passive' = 'active') => {
  const id = await make.hours({ ...here(), doctor }, status)
  await server.pool.query('update availability set type = $2 where id = $1', [id, type])
  return id
}

/** A person at the desk in no other attempt; with the second factor on. */
async function twin(factor?: 'on') {
  const { as } = (await asTwin(server, 'deskPublic'))!
  if (!factor) return as
  const { body } = await as.call('session.factorStart', { password: PASSWORD })
  await as.call('session.factorConfirm', { code: digitsOf(String(body['secret'])) })
  return as
}
const register = (extra: Partial<Input<'session.register'>>, host = 'localhost') =>
  server.nobody(host).call('session.register', { ...registration(make), ...extra })
/** Longer than anyone's minimum, but found within a hundred million guesses. */
const GUESSABLE = 'monkeydragon7'
const asDoctor = async (): Promise<Partial<Input<'session.register'>>> => {
  const { rows } = await server.pool.query<{ id: string }>('select id from branch limit 1')
  return { type: 'doctor', title: 'Dr.', branch: rows[0]!.id }
}
/** What only a person with the account's password learns about it. */
const provokedSignIn = {
  confirm_first: async () => {
    const form = registration(make)
    await server.nobody().call('session.register', form)
    await settleRequests(server.deps)
    return signIn({ username: form.email })
  },
  account_passive: async () => signIn({ type: 'doctor', username: server.world.people.doctorPassive.username }),
  totp_required: async () => {
    await twin('on')
    return signIn({ type: 'admin', username: await newest() }, 'kuzey.localhost')
  },
  totp_wrong: async () => {
    await twin('on')
    return signIn({ type: 'admin', username: await newest(), code: '000000x' }, 'kuzey.localhost')
  },
  passkey_required: async () => {
    const client = await twin()
    await addPasskey(client, authenticator())
    const username = String(((await client.call('session.user', {})).body['user'] as { email: string }).email)
    await server.pool.query('update clinic set factor_required = true where id = $1', [here().clinic])
    const refused = await signIn({ type: 'admin', username }, 'kuzey.localhost')
    await server.pool.query('update clinic set factor_required = false where id = $1', [here().clinic])
    return refused
  },
} as const
async function newest() {
  const { rows } = await server.pool.query<{ email: string }>(
    'select email from person join second_factor on person_id = id order by second_factor.confirmed_at desc nulls last, id desc limit 1',
  )
  return rows[0]!.email
}

/**
 * Provokes every refusal of every call (DONE.md "API"). A refusal that a call has and this table lacks does not
 * compile.
 */
const provoked: { readonly [N in CallName]: { readonly [R in Refusal<N>]: Provoked } } = {
  'session.start': {},
  'session.signIn': {
    sign_in_failed: async () => signIn({ password: 'wrong' }),
    session_not_found: async () => signIn({ session: 'x' }),
    clinic_not_found: async () => signIn({}, 'nowhere.example'),
    ...provokedSignIn,
  },
  'session.setUp': {
    reset_code_invalid: async () => setUp({ code: 'guessed' }),
    password_short: async () => setUp({ password: '12345' }),
    password_common: async () => setUp({ password: 'klinik123' }),
    password_guessable: async () => setUp({ password: GUESSABLE }),
  },
  'session.user': {},
  'session.type': {},
  'session.end': {},
  'session.register': {
    clinic_not_found: async () => register({}, 'nowhere.example'),
    branch_required: async () => register({ type: 'doctor', title: 'Dr.' }),
    identity_invalid: async () => register({ nonCitizen: false, identity: '11111111111' }),
    password_short: async () => register({ password: '12345' }),
    password_common: async () => register({ password: 'klinik123' }),
    password_guessable: async () => register({ ...(await asDoctor()), password: GUESSABLE }),
  },
  'session.lock': {},
  'session.confirm': {
    confirm_link_invalid: async () => server.nobody().call('session.confirm', { code: 'guessed' }),
  },
  'session.undoContact': {
    undo_link_invalid: async () => server.nobody().call('session.undoContact', { code: 'guessed' }),
  },
  'session.forget': {
    clinic_not_found: async () =>
      server.nobody('nowhere.example').call('session.forget', { type: 'admin', username: 'x', lang: 'tr' }),
  },
  'session.changePassword': {
    password_wrong: async () => (await twin()).call('session.changePassword', { current: 'x', password: PASSWORD }),
    password_short: async () => (await twin()).call('session.changePassword', { current: PASSWORD, password: '12345' }),
    password_common: async () =>
      (await twin()).call('session.changePassword', { current: PASSWORD, password: 'klinik1' }),
    password_guessable: async () =>
      (await twin()).call('session.changePassword', { current: PASSWORD, password: GUESSABLE }),
  },
  'session.reset': {
    reset_link_invalid: async () => server.nobody().call('session.reset', { code: 'guessed', password: PASSWORD }),
    password_short: async () =>
      server.nobody().call('session.reset', { code: await linkFor(server), password: '12345' }),
    password_common: async () =>
      server.nobody().call('session.reset', { code: await linkFor(server), password: 'klinik1' }),
    password_guessable: async () =>
      server.nobody().call('session.reset', { code: await linkFor(server, 'doctorKuzey'), password: GUESSABLE }),
    totp_required: async () =>
      server.nobody().call('session.reset', { code: await closedLink(server), password: PASSWORD }),
    totp_wrong: async () =>
      server.nobody().call('session.reset', { code: await closedLink(server), password: PASSWORD, factor: '000000' }),
  },
  'session.recover': {
    clinic_not_found: async () =>
      server.nobody('nowhere.localhost').call('session.recover', { username: 'x', code: 'x', password: PASSWORD }),
    recovery_failed: async () =>
      server.nobody().call('session.recover', { username: 'x', code: 'guessed', password: PASSWORD }),
    password_short: async () =>
      server.nobody().call('session.recover', { username: 'x', code: 'x', password: '12345' }),
    password_common: async () =>
      server.nobody().call('session.recover', { username: 'x', code: 'x', password: 'klinik1' }),
    password_guessable: async () => {
      const { input } = await attempts['session.recover'](make, 'anonymous', here())
      return server.nobody().call('session.recover', { ...input, password: GUESSABLE })
    },
  },
  'session.list': {},
  'session.endOther': { session_not_found: async () => desk().call('session.endOther', { id: newId() }) },
  'session.factor': {},
  'session.factorStart': {
    password_wrong: async () => (await twin()).call('session.factorStart', { password: 'x' }),
    factor_on: async () => (await twin('on')).call('session.factorStart', { password: PASSWORD }),
  },
  'session.factorConfirm': {
    totp_wrong: async () => {
      const client = await twin()
      await client.call('session.factorStart', { password: PASSWORD })
      return client.call('session.factorConfirm', { code: 'abcdef' })
    },
    factor_not_started: async () => (await twin()).call('session.factorConfirm', { code: '000000' }),
  },
  'session.factorOff': {
    password_wrong: async () => (await twin()).call('session.factorOff', { password: 'x' }),
    factor_must_stay: async () => {
      const client = await twin('on')
      const { clinic } = here()
      await server.pool.query('update clinic set factor_required = true where id = $1', [clinic])
      const refused = await client.call('session.factorOff', { password: PASSWORD })
      await server.pool.query('update clinic set factor_required = false where id = $1', [clinic])
      return refused
    },
  },
  ...passkeyRefusals({ server: () => server, cast: () => cast }),
  ...clinicRefusals({ server: () => server, cast: () => cast, make: () => make }),
  'branch.getall': {},
  ...doctorRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...webhookRefusals({ cast: () => cast, make: () => make }),
  ...visitTypeRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...calendarRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...linkRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...appointmentLinkRefusals({ server: () => server, cast: () => cast, make: () => make, visit, taken, busy }),
  ...membershipRefusals({ cast: () => cast, make: () => make }),
  ...kioskRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...letterRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...moneyRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...peopleRefusals({ server: () => server, cast: () => cast, make: () => make }),
  'country.getcountry': {},
  'country.getcity': { country_required: async () => server.nobody().call('country.getcity', {}) },
  'bank.list': {},
  'patient.list': {},
  'patient.add': {
    id_taken: async () => addPatient({ id: cast.places.gizli1.patient }),
    patient_exists: async () => addPatient({ phone: (await contact()).phone }),
    email_exists: async () => addPatient({ email: (await contact()).email.toUpperCase() }),
    identity_invalid: async () => addPatient({ identity: '12345678901' }),
  },
  'patient.update': {
    patient_not_found: async () => updatePatient({ id: cast.places.gizli1.patient, city: 'x' }),
    phone_exists: async () => updatePatient({ phone: (await contact(cast.places.kuzey2.patient)).phone }),
    email_exists: async () => updatePatient({ email: (await contact(cast.places.kuzey2.patient)).email.toUpperCase() }),
    patient_exists: async () => {
      await addPatient({ identity: identityOf(4711) })
      return updatePatient({ identity: identityOf(4711) })
    },
    identity_invalid: async () => updatePatient({ identity: '12345678901' }),
  },
  'patient.delete': {
    patient_not_found: async () => desk().call('patient.delete', { id: newId() }),
    patient_has_appointments: async () => desk().call('patient.delete', { id: here().patient }),
  },
  'patient.recover': {
    patient_not_found: async () => privateDesk().call('patient.recover', { id: here().patient, password: PASSWORD }),
    recovery_by_mail: async () => {
      // of the platform, and known to the private clinic too
      const { id } = await server.world.patient(`known-${newId()}`, here().clinic)
      await server.pool.query('update patient set clinic_ids = $2 where id = $1', [
        id,
        [here().clinic, cast.places.gizli1.clinic],
      ])
      return privateDesk().call('patient.recover', { id, password: PASSWORD })
    },
    password_wrong: async () =>
      privateDesk().call('patient.recover', { id: cast.places.gizli1.patient, password: 'guessed' }),
  },
  'patient.identity': { patient_not_found: async () => desk().call('patient.identity', { id: newId() }) },
  'patient.link': {
    patient_not_found: async () =>
      desk().call('patient.link', { ...(await make.stranger('deskPublic')), birthDate: '1980-05-18' }),
    patient_unproved: async () => {
      const stranger = await make.stranger('deskPublic')
      await server.pool.query('update patient set unproved = true where phone = $1', [stranger.phone])
      return desk().call('patient.link', stranger)
    },
  },
  'patient.merge': {
    patient_not_found: async () =>
      desk().call('patient.merge', { id: here().patient, from: cast.places.gizli1.patient }),
    patient_signs_in: async () =>
      desk().call('patient.merge', { id: here().patient, from: await make.patient(here()) }),
    patient_unproved: async () => {
      const id = await make.patient(here())
      await server.pool.query('update patient set unproved = true where id = $1', [id])
      return desk().call('patient.merge', { id, from: here().patient })
    },
    // each is with one doctor at one time
    patient_twice: async () => {
      const [id, from, start] = [await card(), await card(), make.slot(here())]
      await book({ start, patientId: id })
      await book({ start, patientId: from, overrides: ANY })
      return desk().call('patient.merge', { id, from })
    },
  },
  'patient.prove': {
    patient_not_found: async () => desk().call('patient.prove', { id: cast.places.gizli1.patient }),
    // the number that they typed belongs to someone else by now
    patient_exists: async () => {
      await addPatient({ identity: identityOf(4712) })
      const id = await make.patient(here())
      await server.pool.query('update person set identity_claimed = $2 where id = $1', [
        id,
        toIdentity(null, identityOf(4712)),
      ])
      return desk().call('patient.prove', { id })
    },
  },
  'patient.balances': {},
  'patient.contacts': { patient_not_found: async () => desk().call('patient.contacts', { id: newId() }) },
  'patient.twins': { patient_not_found: async () => desk().call('patient.twins', { id: newId() }) },
  'patient.getNote': { patient_not_found: async () => desk().call('patient.getNote', { patient: newId() }) },
  'patient.addNote': {
    id_taken: async () => addNote({ id: await make.note(cast.places.gizli1, 'deskPrivate') }),
    patient_not_found: async () => addNote({ patientId: newId() }),
  },
  'patient.editNote': {
    note_not_found: async () => desk().call('patient.editNote', { id: newId(), text: 'x' }),
    permission_denied: async () =>
      desk().call('patient.editNote', { id: await make.note(here(), 'doctorPublic'), text: 'x' }),
  },
  'patient.deleteNote': {
    note_not_found: async () => desk().call('patient.deleteNote', { id: newId() }),
    permission_denied: async () => desk().call('patient.deleteNote', { id: await make.note(here(), 'doctorPublic') }),
  },
  'patient.files': { patient_not_found: async () => desk().call('patient.files', { patient: newId() }) },
  'patient.addFile': {
    id_taken: async () => {
      const id = await make.file(cast.places.gizli1, 'deskPrivate')
      const { id: sent } = await makeArrived(make, here(), 'deskPublic')
      await server.pool.query('update file_upload set id = $2 where id = $1', [sent, id])
      return addFile({ id })
    },
    patient_not_found: async () => addFile({ patientId: newId() }),
    appointment_not_found: async () => addFile({ appointmentId: newId() }),
    // its name suggests another type than its bytes
    file_error: async () => addFile({ name: 'tahlil.pdf' }),
    file_locked: async () => addFile(await arrivedWith('locked')),
    file_too_much: async () => addFile(await arrivedWith('too_much')),
    file_acts: async () => addFile(await arrivedWith('carries_program')),
  },
  'patient.deleteFile': {
    record_not_found: async () => desk().call('patient.deleteFile', { id: newId() }),
    permission_denied: async () => desk().call('patient.deleteFile', { id: await make.file(here(), 'doctorPublic') }),
  },
  ...careRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...contentRefusals({ server: () => server, cast: () => cast, make: () => make }),
  ...voiceRefusals({ server: () => server, cast: () => cast, make: () => make }),
  'availability.get': {
    doctor_not_found: async () => slots({ doctor: newId() }),
    start_date_invalid: async () => slots({ start: '20260231' }),
    end_date_invalid: async () => slots({ end: make.day(200) }),
    appointment_not_found: async () => slots({ moves: newId() }),
    ...byType((visitTypeId, who) => slots({ visitTypeId }, who)),
  },
  'availability.hold': {
    doctor_not_found: async () => hold({ doctorId: newId() }),
    doctor_passive: async () => hold({ doctorId: passive() }),
    slot_taken: async () => hold({ start: await taken() }),
    slot_past: async () => hold({ start: server.world.slot(-2, 0) }),
    slot_closed: async () => hold({ start: await make.closedSlot(here()) }),
    slot_outside: async () => hold({ start: new Date(Date.parse(make.slot(here())) + 5 * 60_000).toISOString() }),
    slot_too_soon: async () => hold(await soon(), patient()),
    slot_too_far: async () => hold({ start: server.world.slot(100, 0) }, patient()),
    appointment_not_found: async () => hold({ moves: newId() }),
    ...byType((visitTypeId, who) => hold({ visitTypeId }, who)),
  },
  'availability.next': {
    appointment_not_found: async () => desk().call('availability.next', { moves: newId() }),
    visittype_not_found: async () => desk().call('availability.next', { visitTypeId: newId() }),
    visittype_archived: async () =>
      desk().call('availability.next', { visitTypeId: await make.visitType(here(), { archived: true }) }),
  },
  'availability.release': {},
  'availability.add': {
    id_taken: async () => addHours({ id: await make.hours(cast.places.gizli1) }),
    doctor_not_found: async () => addHours({ doctorId: newId() }),
    clinic_not_found: async () => addHours({ clinicId: cast.places.linden1.clinic }),
    end_date_invalid: async () => addHours({ startDate: 20400102, endDate: 20400101 }),
    end_time_invalid: async () => addHours({ startTime: 2200, endTime: 1100 }),
    hours_overlap: async () => addHours({ ...(await standing()) }),
    online_not_possible: async () => addHours({ doctorId: await doctorAtDesk(), type: 'online' }),
  },
  'availability.update': {
    availability_not_found: async () => editHours({ id: await make.hours(cast.places.gizli1) }),
    availability_dates: async () => editHours({ id: await bookedHours(), startTime: 2100 }),
    end_date_invalid: async () => editHours({ id: await make.hours(here()), endDate: 20200101 }),
    end_time_invalid: async () => editHours({ id: await make.hours(here()), endTime: 1900 }),
    hours_overlap: async () => editHours({ id: await make.hours(here()), ...(await standing()) }),
    online_not_possible: async () => editHours({ id: await hoursOf(await doctorAtDesk()), type: 'online' }),
  },
  'availability.price': {
    availability_not_found: async () => desk().call('availability.price', { id: newId(), price: 1 }),
  },
  'availability.activate': {
    availability_not_found: async () => desk().call('availability.activate', { id: newId() }),
    hours_overlap: async () => desk().call('availability.activate', { id: await shadowed() }),
    online_not_possible: async () =>
      desk().call('availability.activate', { id: await hoursOf(await doctorAtDesk(), 'online', 'passive') }),
  },
  'availability.passivate': {
    availability_not_found: async () => desk().call('availability.passivate', { id: newId() }),
  },
  'availability.priceMany': {},
  'availability.activateMany': {},
  'availability.passivateMany': {},
  'availability.delete': {
    availability_not_found: async () => desk().call('availability.delete', { id: newId() }),
    availability_booked: async () => desk().call('availability.delete', { id: await bookedHours() }),
  },
  'busy.add': {
    id_taken: async () => closeTime({ id: await make.busy(cast.places.gizli1) }),
    doctor_not_found: async () => closeTime({ doctorId: cast.places.linden1.doctor }),
    end_time_invalid: async () => closeTime({ end: make.quiet().start, start: make.quiet().end }),
  },
  'busy.remove': {
    busy_not_found: async () => desk().call('busy.remove', { id: await make.busy(cast.places.gizli1) }),
  },
  'figures.summary': {
    end_date_invalid: async () => desk().call('figures.summary', { from: 20250101, to: 20260102 }),
  },
  'closure.list': {},
  'closure.add': {
    id_taken: async () => closeClinic({ id: await make.closure(cast.places.gizli1) }),
    end_time_invalid: async () => closeClinic({ end: make.quiet().start, start: make.quiet().end }),
  },
  'closure.remove': {
    closure_not_found: async () => desk().call('closure.remove', { id: await make.closure(cast.places.gizli1) }),
  },
  'appointment.list': {},
  'appointment.book': {
    id_taken: async () => book({ id: await make.visit(cast.places.gizli1, 'future') }),
    slot_taken: async () => book({ start: await taken() }),
    slot_past: async () => book({ start: server.world.slot(-2, 0) }),
    slot_closed: async () => book({ start: await make.closedSlot(here()) }),
    slot_outside: async () => book({ start: new Date(Date.parse(make.slot(here())) + 5 * 60_000).toISOString() }),
    slot_too_soon: async () => book(await soon(), patient()),
    slot_too_far: async () => book({ start: server.world.slot(100, 0) }, patient()),
    doctor_passive: async () => book({ doctorId: passive() }),
    doctor_not_found: async () => book({ doctorId: newId() }),
    patient_not_found: async () => book({ patientId: newId() }),
    patient_overlap: async () => book({ start: await busy() }, patient()),
    patient_twice: async () => book({ start: await withTheSame(), overlapSeen: true, overrides: ANY }),
    transfer_too_late: async () => book({ ...(await soon()), payWith: 'bank_transfer', bankId: server.world.bank }),
    bank_required: async () => book({ payWith: 'bank_transfer' }),
    bank_not_found: async () => book({ payWith: 'bank_transfer', bankId: newId() }),
    ...byType((visitTypeId, who) => book({ visitTypeId }, who)),
  },
  'appointment.update': {
    appointment_not_found: async () => desk().call('appointment.update', { id: newId(), note: 'x' }),
    already_cancelled: async () => desk().call('appointment.update', { id: await closed('cancelled'), note: 'x' }),
    permission_denied: async () =>
      patient().call('appointment.update', { id: await closed('completed'), patientNote: 'x' }),
  },
  'appointment.complete': {
    ...ofClosed('appointment.complete'),
    no_show_marked: async () => desk().call('appointment.complete', { id: await visit(-HOUR, { no_show_at: at(0) }) }),
    too_early: async () => desk().call('appointment.complete', { id: await visit(16 * 60_000) }),
  },
  'appointment.reopen': {
    appointment_not_found: async () => desk().call('appointment.reopen', { id: newId() }),
    already_cancelled: async () => desk().call('appointment.reopen', { id: await closed('cancelled') }),
    not_completed: async () => desk().call('appointment.reopen', { id: await visit(-HOUR) }),
    reopen_too_late: async () =>
      desk().call('appointment.reopen', {
        id: await visit(-3 * HOUR, { status: 'completed', completed_at: at(-2 * HOUR) }),
      }),
    earn_done: async () =>
      desk().call('appointment.reopen', {
        id: await visit(-3 * HOUR, { status: 'completed', completed_at: at(0), earn_status: 'completed' }),
      }),
  },
  'appointment.cancel': {
    ...ofClosed('appointment.cancel'),
    cancel_window: async () => patient().call('appointment.cancel', { id: await visit(23 * HOUR) }),
    arrived_already: async () =>
      patient().call('appointment.cancel', { id: await visit(72 * HOUR, { arrived_at: at(0) }) }),
    reason_required: async () => desk().call('appointment.cancel', { id: await visit(72 * HOUR) }),
  },
  'appointment.move': {
    appointment_not_found: async () => move({ id: newId() }),
    already_completed: async () => move({ id: await closed('completed') }),
    already_cancelled: async () => move({ id: await closed('cancelled') }),
    slot_taken: async () => move({ start: await taken() }),
    slot_past: async () => move({ start: server.world.slot(-2, 0) }),
    slot_closed: async () => move({ start: await make.closedSlot(here()) }),
    slot_outside: async () => move({ start: new Date(Date.parse(make.slot(here())) + 5 * 60_000).toISOString() }),
    // after the visit of “too early”, which would be in its way
    slot_too_soon: async () => move({ start: at(45 * 60_000) }, patient()),
    slot_too_far: async () => move({ start: server.world.slot(100, 0) }, patient()),
    doctor_passive: async () => {
      const id = await server.world.visit(passive(), here().patient, here().clinic, server.world.slot(40, 1))
      return move({ id, start: server.world.slot(40, 3) })
    },
    cancel_window: async () => move({ id: await visit(23 * HOUR) }, patient()),
    move_limit: async () => move({}, patient(), { moves: 2 }),
    arrived_already: async () => move({}, patient(), { arrived_at: at(0) }),
    patient_overlap: async () => move({ start: await busy() }, patient()),
    patient_twice: async () => move({ start: await withTheSame(), overrides: ANY }),
    doctor_not_found: async () => move({ doctorId: newId() }),
  },
  'appointment.meeting': {
    appointment_not_found: async () => desk().call('appointment.meeting', { id: newId() }),
    meeting_none: async () => desk().call('appointment.meeting', { id: await visit(HOUR) }),
  },
  'appointment.join': {
    appointment_not_found: async () => join(newId()),
    already_cancelled: async () => join(await visit(0, { ...online, status: 'cancelled' })),
    meeting_none: async () => join(await visit(0, { type: 'online' })),
    meeting_early: async () => join(await visit(16 * 60_000, online), patient()),
    meeting_over: async () => join(await visit(-2 * HOUR, online), patient()),
  },
  'appointment.arrive': {
    ...ofClosed('appointment.arrive'),
    arrived_already: async () => desk().call('appointment.arrive', { id: await visit(HOUR, { arrived_at: at(0) }) }),
  },
  'appointment.unarrive': {
    ...ofClosed('appointment.unarrive'),
    not_arrived: async () => desk().call('appointment.unarrive', { id: await visit(HOUR) }),
  },
  'appointment.noShow': {
    ...ofClosed('appointment.noShow'),
    arrived_already: async () => desk().call('appointment.noShow', { id: await visit(-HOUR, { arrived_at: at(0) }) }),
    no_show_early: async () => desk().call('appointment.noShow', { id: await visit(-14 * 60_000) }),
  },
  'appointment.confirm': ofClosed('appointment.confirm'),
  'appointment.unconfirm': ofClosed('appointment.unconfirm'),
  'appointment.completeMany': {},
  'notification.list': {},
  'notification.readAll': {},
}

describe('every refusal of every call is provoked, and has its status and code', () => {
  const cases = callNames.flatMap((call) => rowOf(call).refusals.map((refused) => [call, refused] as const))

  test.each(cases)('%s: %s', async (call, refused) => {
    refreshLimits(server)
    const answer = await (provoked[call] as Readonly<Record<string, Provoked>>)[refused]!()
    expect([answer.status, answer.body['status'], answer.body['refused']]).toEqual([
      refused.endsWith('_not_found') ? 404 : 409,
      false,
      refused,
    ])
    expect(isMessageCode(refused)).toBe(true)
  })

  test('rule 14: a taken slot is returned with the next five free ones', async () => {
    for (const answer of [await book({ start: await taken() }), await move({ start: await taken() })])
      expect(answer.body['slots']).toHaveLength(5)
  })
})

function ofClosed(
  call:
    | 'appointment.complete'
    | 'appointment.cancel'
    | 'appointment.arrive'
    | 'appointment.unarrive'
    | 'appointment.noShow'
    | 'appointment.confirm'
    | 'appointment.unconfirm',
) {
  const ask = (id: string) => desk().call(call, call === 'appointment.cancel' ? { id, reason: 'x' } : { id })
  return {
    appointment_not_found: async () => ask(newId()),
    already_completed: async () => ask(await closed('completed')),
    already_cancelled: async () => ask(await closed('cancelled')),
  }
}

async function signIn(extra: object, host = 'localhost') {
  const session = String((await server.nobody().call('session.start', {})).body['session'])
  return server.nobody(host).call('session.signIn', {
    type: 'patient',
    session,
    username: server.world.people.patientKuzey.username,
    password: PASSWORD,
    ...extra,
  })
}

async function setUp(extra: object) {
  return server
    .nobody()
    .call('session.setUp', { ...(await attempts['session.setUp'](make, 'anonymous', here())).input, ...extra })
}

async function addPatient(extra: object) {
  return desk().call(
    'patient.add',
    { id: newId(), name: 'Yeni Kayıt', phone: make.phone(), ...extra },
    { key: freshKey() },
  )
}

const updatePatient = async (extra: object) => desk().call('patient.update', { id: here().patient, ...extra })
const addFile = async (extra: object) =>
  desk().call('patient.addFile', { ...(await makeArrived(make, here(), 'deskPublic')), ...extra }, { key: freshKey() })
/** A PDF that arrived completely and was judged to have this fault. */
async function arrivedWith(fault: PdfFault) {
  const sent = await makeArrived(make, here(), 'deskPublic')
  await server.pool.query(`update file_upload set state = 'bad', fault = $2 where id = $1`, [sent.id, fault])
  return sent
}
const addNote = async (extra: object) =>
  desk().call('patient.addNote', { id: newId(), patientId: here().patient, text: 'x', ...extra }, { key: freshKey() })

async function contact(id = here().patient) {
  const { rows } = await server.pool.query<{ phone: string; email: string }>(
    'select phone, email from person where id = $1',
    [id],
  )
  return rows[0]!
}

async function slots(extra: Partial<Input<'availability.get'>>, who = desk()) {
  return who.call('availability.get', {
    doctor: here().doctor,
    start: make.day(20),
    end: make.day(21),
    type: 'physical',
    ...extra,
  })
}
