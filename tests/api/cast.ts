import { newId } from '../../contract/kernel/id.ts'
import { createLimits } from '../../server/http/limits.ts'
import { hashOf, newSecret } from '../../server/identity/secret.ts'
import type { Client, TestServer } from '../support/server.ts'

/**
 * Everyone who may call (TRUST G1): no one, people whose right has ended or whose device is locked, and each kind of
 * person in each kind of clinic.
 */
export const ACTORS = [
  'anonymous',
  'ended',
  'deactivated',
  'passiveDoctor',
  'passiveDesk',
  'lockedDesk',
  'superadmin',
  'admin',
  'deskPublic',
  'deskOther',
  'deskPrivate',
  'doctorPublic',
  'doctorPrivate',
  'doctorBoth',
  'doctorTwo',
  'doctorOutside',
  'patientPublic',
  'patientPrivate',
] as const
export type Actor = (typeof ACTORS)[number]

/**
 * The people of the test world who play an actor, and the host on which they sign in. `doctorBoth` and `doctorTwo` work
 * in the same public and the same private clinic: the first one's own records are in the public clinic, the second
 * one's in the private one. `doctorOutside` brings a session of the platform to a private host.
 */
export const PEOPLE = [
  ['superadmin', 'superadmin', 'localhost'],
  ['admin', 'admin', 'localhost'],
  ['deskPublic', 'deskKuzey', 'kuzey.localhost'],
  ['deskOther', 'deskLinden', 'linden.localhost'],
  ['deskPrivate', 'deskGizli', 'gizli.localhost'],
  ['doctorPublic', 'doctorKuzey', 'localhost'],
  ['doctorPrivate', 'doctorGizli', 'localhost'],
  ['doctorBoth', 'doctorBoth', 'kuzey.localhost'],
  ['doctorTwo', 'doctorTwo' as 'doctorBoth', 'gizli.localhost'], // `gather` adds this person
  ['doctorOutside', 'doctorKuzey', 'localhost'],
  ['patientPublic', 'patientKuzey', 'localhost'],
  ['patientPrivate', 'patientGizli', 'gizli.localhost'],
] as const satisfies readonly (readonly [Actor, keyof TestServer['world']['people'], string])[]

/** The host that an actor uses after signing in, if it is another. */
const BROUGHT_TO: Partial<Record<Actor, string>> = { doctorOutside: 'gizli.localhost' }

/** Whether an actor uses a host on which they did not sign in. */
export const isBrought = (actor: Actor): boolean => actor in BROUGHT_TO

/** Signs an actor in again, or someone else in the actor's place; null for those who cannot. */
export async function enter(
  server: TestServer,
  actor: Actor,
  as?: { readonly username: string; readonly type: string },
): Promise<Client | null> {
  const [, who, host] = PEOPLE.find(([each]) => each === actor) ?? []
  if (!who) return null
  const client = await server.enter(as ?? server.world.people[who], host)
  const to = BROUGHT_TO[actor]
  return to ? server.bring(client, to) : client
}

/** How an object relates to the actor. For actors without a clinic, `own` is an object of any public clinic. */
export const RELATIONS = ['own', 'same', 'other', 'private', 'absent'] as const
export type Relation = (typeof RELATIONS)[number]

/** A clinic with one of its doctors and one of their patients; both know no one else. */
export type Place = { readonly clinic: string; readonly doctor: string; readonly patient: string }
export type Cast = Awaited<ReturnType<typeof gather>>

/**
 * Extends the world of the server tests until each relation exists for each actor: a second doctor and patient in every
 * clinic, and a second private clinic, so that private actors have a private stranger too. What no one outside a
 * private clinic may read is marked.
 */
export async function gather(server: TestServer) {
  const { pool, world } = server
  const { clinics, people } = world
  const sakli = newId()
  await pool.query(
    `insert into clinic (id, name, slug, panel_url, zone, currency, city, private)
     values ($1, 'Klinik sakli', 'sakli', 'sakli.localhost', 'Europe/Istanbul', 'try', 'Şehir', true)`,
    [sakli],
  )
  const idle = newId()
  await pool.query(
    `insert into clinic (id, name, slug, panel_url, zone, currency, city) values ($1, 'Klinik idle', 'idle', 'idle.localhost', 'Europe/Istanbul', 'try', 'Şehir')`,
    [idle],
  )
  const grow = async (name: string, clinic: string, owner?: { readonly id: string }): Promise<Place> => {
    const doctor = owner ?? (await world.doctor(`doctor.${name}`, [clinic]))
    if (doctor !== people.doctorBoth) await world.hours(doctor, clinic)
    const patient = await world.patient(`patient.${name}`, clinic)
    if (clinic === sakli) {
      await pool.query('update person set realm = $2 where id = $1', [patient.id, clinic])
      await pool.query('update patient set clinic_id = $2 where id = $1', [patient.id, clinic])
    }
    return { clinic, doctor: doctor.id, patient: patient.id }
  }
  const doctorTwo = await world.doctor('doctor.two', [clinics.gizli, clinics.kuzey])
  Object.assign(people, { doctorTwo })
  const places = {
    kuzey1: { clinic: clinics.kuzey, doctor: people.doctorKuzey.id, patient: people.patientKuzey.id },
    kuzey2: await grow('kuzey2', clinics.kuzey),
    linden1: { clinic: clinics.linden, doctor: people.doctorLinden.id, patient: people.patientLinden.id },
    linden2: await grow('linden2', clinics.linden),
    gizli1: { clinic: clinics.gizli, doctor: people.doctorGizli.id, patient: people.patientGizli.id },
    gizli2: await grow('gizli2', clinics.gizli),
    sakli1: await grow('sakli1', sakli),
    both: await grow('both', clinics.kuzey, people.doctorBoth),
    two: await grow('two', clinics.gizli, doctorTwo),
    absent: { clinic: newId(), doctor: newId(), patient: newId() },
  } satisfies Record<string, Place>

  for (const place of Object.values(places))
    if (place !== places.absent)
      await world.visit(place.doctor, place.patient, place.clinic, world.slot(-5, 0), { status: 'completed' })

  const ended = await server.signIn('patientKuzey')
  await ended.call('session.end', {})
  const deactivated = await signInAs(server, (await world.doctor('doctor.gone', [clinics.kuzey])).username, 'doctor')
  const passiveDoctor = await signInAs(server, (await world.doctor('doctor.idle', [clinics.kuzey])).username, 'doctor')
  await pool.query(
    `insert into person (id, type, clinic_id, name, email, phone, password_hash)
     select $1, 'clinic', $2, 'Name desk.idle', 'desk.idle@test.example', '+905320000001', password_hash from person where id = $3`,
    [newId(), idle, people.deskKuzey.id],
  )
  const passiveDesk = await signInAs(server, 'desk.idle@test.example', 'admin')
  const lockedDesk = await signInAs(server, people.deskKuzey.username, 'admin', 'kuzey.localhost')
  await server.nobody().call('session.lock', { token: hashOf(lockedDesk.token!), lock: hashOf(newSecret()) })
  await pool.query(`update person set active = false where email = 'doctor.gone@test.example'`)
  await pool.query(
    `update doctor set active = false where id = (select id from person where email = 'doctor.idle@test.example')`,
  )
  await pool.query('update clinic set active = false where id = $1', [idle])

  const clients: Readonly<Record<Actor, Client>> = {
    anonymous: server.nobody(),
    ended,
    deactivated,
    passiveDoctor,
    passiveDesk,
    lockedDesk,
    ...((await Promise.all(PEOPLE.map(async ([actor]) => [actor, await enter(server, actor)])).then(
      Object.fromEntries,
    )) as Record<(typeof PEOPLE)[number][0], Client>), // one client each, by the same names
  }
  return { clients, places, placeFor, secretsOf: await plantSecrets(server, places) }

  function placeFor(actor: Actor, relation: Relation): Place {
    return places[MAP[HOME[actor] ?? 'kuzey'][relation]]
  }
}

/** Resets the real limits: a matrix sends more requests a minute than a person does. */
export const refreshLimits = (server: TestServer) => void Object.assign(server.deps, { limits: createLimits() })

/** The role of a signed-in actor; null for those who must not get in at all. */
export function roleOf(actor: Actor) {
  if (actor === 'superadmin' || actor === 'admin') return 'admin'
  if (actor.startsWith('desk')) return 'clinic'
  if (actor.startsWith('doctor')) return 'doctor'
  return actor.startsWith('patient') ? 'patient' : null
}

const HOME: Partial<Record<Actor, keyof typeof MAP>> = {
  deskOther: 'linden',
  deskPrivate: 'gizli',
  doctorPrivate: 'gizli',
  doctorBoth: 'both',
  doctorTwo: 'two',
  patientPrivate: 'gizli',
}
const MAP = {
  kuzey: { own: 'kuzey1', same: 'kuzey2', other: 'linden1', private: 'gizli1', absent: 'absent' },
  linden: { own: 'linden1', same: 'linden2', other: 'kuzey1', private: 'gizli1', absent: 'absent' },
  gizli: { own: 'gizli1', same: 'gizli2', other: 'kuzey1', private: 'sakli1', absent: 'absent' },
  // actors of two clinics: in one they have their own records, in the other a colleague's
  both: { own: 'both', same: 'gizli2', other: 'linden1', private: 'sakli1', absent: 'absent' },
  two: { own: 'two', same: 'kuzey2', other: 'linden1', private: 'sakli1', absent: 'absent' },
} as const satisfies Record<string, Record<Relation, keyof Cast['places']>>

async function signInAs(
  server: TestServer,
  username: string,
  type: 'admin' | 'doctor',
  host = 'localhost',
): Promise<Client> {
  Object.assign(server.world.people, { late: { username, type } })
  return server.signIn('late' as 'admin', host) // added above
}

const HOUSE_OF_GIZLI = ['deskPrivate', 'doctorPrivate', 'doctorBoth', 'doctorTwo', 'patientPrivate'] as const

/**
 * Puts unmistakable words into everything that belongs to people of private clinics, with the actors who may read each.
 * `notes` are the staff's: the patient they are about does not read them either (rule 52).
 */
async function plantSecrets({ pool, world, clock }: TestServer, places: Readonly<Record<string, Place>>) {
  const readers: Readonly<
    Record<string, { cards: readonly Actor[]; visits: readonly Actor[]; notes: readonly Actor[] }>
  > = {
    gizli1: {
      cards: ['deskPrivate', 'doctorPrivate', 'patientPrivate'],
      visits: ['deskPrivate', 'doctorPrivate', 'patientPrivate'],
      notes: ['deskPrivate', 'doctorPrivate'],
    },
    gizli2: { cards: ['deskPrivate'], visits: ['deskPrivate'], notes: ['deskPrivate'] },
    sakli1: { cards: [], visits: [], notes: [] },
  }
  const secrets: { word: string; readers: readonly Actor[] }[] = []
  const mark = (word: string, whose: readonly Actor[]) => {
    secrets.push({ word, readers: whose })
    return word
  }
  for (const [name, may] of Object.entries(readers)) {
    const { clinic, doctor, patient } = places[name]!
    // patients and doctors of a private clinic may know their colleagues on the same host (rule 76)
    const card = name === 'sakli1' ? may.cards : HOUSE_OF_GIZLI
    await pool.query('update person set name = $2 where id = $1', [doctor, mark(`Kanarya${name}hekim`, card)])
    await pool.query('update person set name = $2, phone = $3 where id = $1', [
      patient,
      mark(`Kanarya${name}hasta`, may.cards),
      mark(`+9055577${String(secrets.length).padStart(5, '0')}`, may.cards),
    ])
    const contacts = card.filter((actor) => actor !== 'patientPrivate')
    for (const [id, whose] of [
      [doctor, contacts],
      [patient, may.cards],
    ] as const)
      mark((await pool.query<{ email: string }>('select email from person where id = $1', [id])).rows[0]!.email, whose)
    await pool.query('update patient set allergies = $2 where id = $1', [
      patient,
      mark(`kanarya-${name}-alerji`, may.cards),
    ])
    for (const [days, status] of [
      [-3, 'completed'],
      [9, 'waiting'],
      [10, 'cancelled'],
    ] as const) {
      const id = mark(await world.visit(doctor, patient, clinic, world.slot(days, 1), { status }), may.visits)
      const tag = `kanarya-${name}-${status}`
      await pool.query(
        'update appointment set note = $2, patient_note = $3, meeting_link = $4, cancel_reason = $5, commission = 1543, earn = 8457 where id = $1',
        [
          id,
          mark(`${tag}-not`, may.notes),
          mark(`${tag}-soz`, may.visits),
          mark(`${tag}-link`, may.visits),
          mark(`${tag}-neden`, may.visits),
        ],
      )
      await pool.query(
        `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, amount, currency, bank_id, reference, pay_by)
         values ($1, $2, $3, $4, $5, 'bank_transfer', 10000, 'try', $6, $7, $8)`,
        [
          mark(newId(), may.visits),
          id,
          patient,
          doctor,
          clinic,
          world.bank,
          // the reference would let someone pass for the payer: doctors do not see it
          mark(
            `KANARYA-${name}-${status}`.toUpperCase(),
            may.visits.filter((actor) => actor !== 'doctorPrivate'),
          ),
          new Date(clock.now + 3 * 86_400_000),
        ],
      )
      for (const user of [doctor, patient])
        await pool.query(
          `insert into notification (id, user_id, kind, args, appointment_id) values ($1, $2, 'appointment_booked', $3, $4)`,
          [
            newId(),
            user,
            [
              mark(
                `kanarya-${name}-${status}-${user === doctor ? 'h' : 'p'}`,
                name === 'gizli1' ? [user === doctor ? 'doctorPrivate' : 'patientPrivate'] : [],
              ),
            ],
            id,
          ],
        )
    }
  }
  /** What this actor must never see in any answer. */
  return (actor: Actor): readonly string[] =>
    secrets.filter((secret) => !secret.readers.includes(actor)).map((secret) => secret.word)
}
