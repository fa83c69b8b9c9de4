import { toColumn } from '../../server/db/sealed-columns.ts'
import { createHash } from 'node:crypto'
import type { CallName, Input } from '../../contract/calls.ts'
import { addDays, todayIn } from '../../contract/kernel/time.ts'
import { newId } from '../../contract/kernel/id.ts'
import { newName } from '../../server/ports/files/store.ts'
import type { Client, TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { clinicAttempts } from './attempts-clinic.ts'
import { closureMakers } from './make-closure.ts'
import { calendarAttempts } from './attempts-calendar.ts'
import { careAttempts } from './attempts-care.ts'
import { contentAttempts } from './attempts-content.ts'
import { doctorAttempts } from './attempts-doctor.ts'
import { hoursAttempts } from './attempts-hours.ts'
import { linkAttempts } from './attempts-link.ts'
import { letterAttempts } from './attempts-letters.ts'
import { kioskAttempts } from './attempts-kiosk.ts'
import { membershipAttempts } from './attempts-membership.ts'
import { moneyAttempts } from './attempts-money.ts'
import { passkeyAttempts } from './attempts-passkey.ts'
import { peopleAttempts } from './attempts-people.ts'
import { visitAttempts } from './attempts-visit.ts'
import { voiceAttempts } from './attempts-voice.ts'
import { accountAttempts } from './account-attempts.ts'
import { enter, PEOPLE, roleOf, type Actor, type Place } from './cast.ts'

/**
 * One attempt of a call: what is sent, by whom if not by the actor's own client, and the ids that an answer shows only
 * to those who may see them.
 */
export type Attempt<N extends CallName = CallName> = {
  readonly input: Input<N>
  readonly as?: Client
  readonly about?: readonly string[]
}
type Attempts = { readonly [N in CallName]: (try_: Try, actor: Actor, place: Place) => Promise<Attempt<N>> }
export type Try = ReturnType<typeof tries>

/**
 * Makes, for each call, an input that succeeds for whoever may send it, with its own record. A missing call does not
 * compile.
 */
export const attempts: Attempts = {
  'session.start': async () => ({ input: {} }),
  'session.signIn': async ({ server }) => ({
    input: {
      type: 'patient',
      username: server.world.people.patientKuzey.username,
      password: PASSWORD,
      session: String((await server.nobody().call('session.start', {})).body['session']),
    },
    as: server.nobody(),
  }),
  'session.setUp': async (make) => {
    const code = newId()
    // a server that has people creates no set-up code by itself
    await make.server.pool.query(
      `insert into meta values ('setup', $1) on conflict (name) do update set value = excluded.value`,
      [createHash('sha256').update(code).digest('base64url')],
    )
    return {
      input: { code, name: 'İlk Yönetici', email: `${code}@test.example`, phone: make.phone(), password: PASSWORD },
    }
  },
  'session.user': async () => ({ input: {} }),
  'session.type': async () => ({ input: {} }),
  'session.end': async ({ server }, actor) => {
    const as = await enter(server, actor)
    return { input: {}, ...(as && { as }) }
  },
  ...accountAttempts,
  ...passkeyAttempts,
  'clinic.web': async () => ({ input: { panelUrl: 'kuzey.localhost' } }),
  ...clinicAttempts,
  'branch.getall': async () => ({ input: {} }),
  ...doctorAttempts,
  ...membershipAttempts,
  ...calendarAttempts,
  ...peopleAttempts,
  ...moneyAttempts,
  ...letterAttempts,
  ...linkAttempts,
  ...kioskAttempts,
  'country.getcountry': async () => ({ input: {} }),
  'country.getcity': async () => ({ input: { country: 'TR', keyword: 'izmir' } }),
  'bank.list': async () => ({ input: {} }),
  'setting.list': async () => ({ input: { idList: ['setting', 'mail', 'sms'] } }),
  'doctor.list': async (_, _actor, place) => ({ input: { limit: 1000 }, about: [place.doctor] }),
  'patient.list': async (_, _actor, place) => ({ input: { limit: 1000, id: place.patient }, about: [place.patient] }),
  'patient.add': async (make) => ({ input: { id: newId(), name: 'Yeni Kayıt', phone: make.phone() } }),
  'patient.update': async (_, _actor, place) => ({ input: { id: place.patient, city: 'Bursa' } }),
  'patient.delete': async (make, _actor, place) => ({ input: { id: await make.patient(place) } }),
  'patient.recover': async (make, _actor, place) => ({
    input: { id: await make.patient(place), password: PASSWORD },
  }),
  'patient.identity': async (_, _actor, place) => ({ input: { id: place.patient } }),
  'patient.link': async (make, actor) => ({ input: await make.stranger(actor) }),
  'patient.merge': async (make, _actor, place) => {
    const [id, from] = [await make.patient(place), await make.patient(place)]
    await make.server.pool.query('update person set password_hash = null where id = $1', [from])
    return { input: { id, from } }
  },
  'patient.balances': async () => ({ input: {} }),
  'patient.contacts': async (_, _actor, place) => ({ input: { id: place.patient } }),
  'patient.prove': async (_, _actor, place) => ({ input: { id: place.patient } }),
  'patient.twins': async (_, _actor, place) => ({ input: { id: place.patient } }),
  ...careAttempts,
  ...contentAttempts,
  ...voiceAttempts,
  ...hoursAttempts,
  ...visitAttempts,
}

const MARKS = {
  arrived: 'update appointment set arrived_at = $2 where id = $1',
  completed: `update appointment set status = 'completed', completed_at = $2 where id = $1`,
}

/** Records and times that no other attempt has used. The absent place gets ids that do not exist. */
export function tries(server: TestServer, places: Readonly<Record<string, Place>>) {
  const { pool, world } = server
  const personOf = (actor: Actor) => {
    const [, who] = PEOPLE.find(([each]) => each === actor) ?? []
    return who && world.people[who]
  }
  const isThere = (place: Place) => place !== places['absent']
  let past = 0
  let future = 0
  let phones = 0
  const slots = new Map<string, number>()
  const zoneOf = (place: Place) => (place.clinic === world.clinics.linden ? 'Europe/Berlin' : 'Europe/Istanbul')
  let evenings = 0
  const evening = () => {
    const day = addDays(todayIn('Europe/Istanbul', server.clock.now), 400 + evenings++)
    return {
      startDate: day,
      endDate: day,
      startTime: 2000,
      endTime: 2200,
      period: 20,
      type: 'physical' as const,
      days: [1, 2, 3, 4, 5, 6, 7],
    }
  }
  let quiets = 0
  let spoken = 0
  const quiet = () => {
    const start = server.clock.now + (300 * 24 + 2 * quiets++) * 3_600_000
    return { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() }
  }
  return {
    server,
    isThere,
    personOf,
    phone: () => `+90542${String(1_000_000 + phones++)}`,
    day: (days: number) => world.slot(days, 0).slice(0, 10).replaceAll('-', ''),
    /** The next free slot of a place's doctor, from 30 days ahead. */
    slot: (place: Place) => {
      const n = slots.get(place.doctor) ?? 0
      slots.set(place.doctor, n + 1)
      return world.slot(30 + Math.floor(n / 24), n % 24, zoneOf(place))
    },
    visit: async (place: Place, when: 'past' | 'future', mark?: 'arrived' | 'completed') => {
      if (!isThere(place)) return newId()
      const n = when === 'past' ? past++ : future++
      // an hour of its own, far from the booked ones
      const start = new Date(
        server.clock.now + (when === 'past' ? -(24 * 20 + n) : 24 * 200 + n) * 3_600_000,
      ).toISOString()
      const id = await world.visit(place.doctor, place.patient, place.clinic, start)
      if (mark) await pool.query(MARKS[mark], [id, new Date(server.clock.now)])
      return id
    },
    /** An online visit that begins this minute, and its address. */
    meeting: async (place: Place) => {
      if (!isThere(place)) return newId()
      const start = new Date(server.clock.now + 60_000).toISOString()
      await pool.query(
        `update appointment set status = 'cancelled' where doctor_id = $1 and during && tstzrange($2, $2::timestamptz + interval '20 min')`,
        [place.doctor, start],
      )
      const id = await world.visit(place.doctor, place.patient, place.clinic, start)
      await pool.query(
        `update appointment set type = 'online', meeting_link = 'https://meet.test.example/x' where id = $1`,
        [id],
      )
      return id
    },
    /** A language that only this doctor speaks, so that a search finds exactly one. */
    onlyOne: async (place: Place) => {
      const language = `q${String.fromCodePoint(97 + Math.floor(spoken / 26), 97 + (spoken++ % 26))}`
      await pool.query(`update doctor set languages = $2 where id = $1`, [place.doctor, [language]])
      return { language, most: 50 }
    },
    /** Days that no other attempt uses, years ahead, in the evening. */
    evening,
    hours: async (place: Place, status: 'active' | 'passive' = 'active') => {
      const id = newId()
      const { startDate, endDate } = evening()
      if (isThere(place))
        await pool.query(
          `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency, status)
           values ($1, $2, $3, to_date($4::text, 'YYYYMMDD'), to_date($5::text, 'YYYYMMDD'), '20:00', '22:00', 20, 'physical', '{1,2,3,4,5,6,7}', 5000, 'try', $6)`,
          [id, place.doctor, place.clinic, startDate, endDate, status],
        )
      return id
    },
    quiet,
    /** A closed time that the one who closed it may open again. */
    busy: async (place: Place, by: 'doctor' | 'clinic' | 'admin' = 'doctor') => {
      const id = newId()
      const { start, end } = quiet()
      if (isThere(place))
        await pool.query(
          'insert into busy (id, doctor_id, starts_at, ends_at, of_clinic, public_only) values ($1, $2, $3, $4, $5, $6)',
          [id, place.doctor, start, end, by === 'clinic' ? place.clinic : null, by === 'admin'],
        )
      return id
    },
    ...closureMakers({ pool, world, isThere, zoneOf, quiet }),
    /** A patient of the place who has met no one yet. */
    patient: async (place: Place) => {
      if (!isThere(place)) return newId()
      const { id } = await world.patient(`made.${phones++}`, place.clinic)
      const realm = (await pool.query('select realm from person where id = $1', [place.patient])).rows[0]?.realm
      await pool.query('update person set realm = $2 where id = $1', [id, realm])
      await pool.query('update patient set clinic_id = $2 where id = $1', [id, realm])
      return id
    },
    /** A person of the actor's realm whom their clinic does not know, and the proof. */
    stranger: async (actor: Actor) => {
      const person = { phone: `+90542${String(1_000_000 + phones++)}`, birthDate: '1980-05-17', name: 'Elif Yıldız' }
      const realm = actor === 'deskPrivate' || actor === 'doctorTwo' ? world.clinics.gizli : null
      const id = newId()
      await pool.query(`insert into person (id, type, realm, name, phone) values ($1, 'patient', $2, $3, $4)`, [
        id,
        realm,
        person.name,
        person.phone,
      ])
      await pool.query('insert into patient (id, birth_date, clinic_id) values ($1, $2, $3)', [
        id,
        person.birthDate,
        realm,
      ])
      return person
    },
    /** A note about the place's patient: by the actor if they work at a desk, otherwise by the place's doctor. */
    note: async (place: Place, actor: Actor) => {
      const id = newId()
      if (!isThere(place)) return id
      const person = personOf(actor)
      const author = person?.type === 'clinic' ? person.id : place.doctor
      await pool.query(
        `insert into patient_note (id, patient_id, clinic_id, author_id, author_name, text) values ($1, $2, $3, $4, 'Test', $5)`,
        [
          id,
          place.patient,
          place.clinic,
          author,
          toColumn('patient_note', 'text', { id, clinic: place.clinic }, `not ${id}`),
        ],
      )
      return id
    },
    /**
     * A file of the place's patient: by the actor if they work at a desk or are the patient, otherwise by the place's
     * doctor.
     */
    file: async (place: Place, actor: Actor) => {
      const id = newId()
      if (!isThere(place)) return id
      const person = personOf(actor)
      const author = person?.type === 'clinic' || person?.type === 'patient' ? person.id : place.doctor
      await pool.query(
        `insert into patient_file (id, patient_id, clinic_id, author_id, author_name, title, type, size, sha256, stored)
         values ($1, $2, $3, $4, 'Test', $5, 'image/webp', 100, 'x', $6)`,
        [
          id,
          place.patient,
          place.clinic,
          author,
          toColumn('patient_file', 'title', { id, clinic: place.clinic }, `dosya ${id}`),
          newName(),
        ],
      )
      return id
    },
    notice: async (place: Place, actor: Actor) => {
      const id = newId()
      if (isThere(place))
        await pool.query(
          `insert into notification (id, user_id, kind, args) values ($1, $2, 'appointment_booked', '{}')`,
          [id, roleOf(actor) === 'patient' ? place.patient : place.doctor],
        )
      return id
    },
  }
}
