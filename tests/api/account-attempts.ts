import { createHash, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Client, TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import type { Attempt, Try } from './attempts.ts'
import { enter, PEOPLE, refreshLimits, type Actor, type Place } from './cast.ts'

/**
 * Calls of an account's life: each attempt has a person of its own, since it ends their sessions or changes their
 * password.
 */
export const accountAttempts = {
  'session.register': async (make) => {
    refreshLimits(make.server)
    return { input: registration(make) }
  },
  'session.lock': async () => ({ input: { token: newId(), lock: newId() } }),
  'session.confirm': async (make) => ({ input: { code: await askedFor(make) } }),
  'session.undoContact': async ({ server }) => ({ input: { code: await undoFor(server) } }),
  'session.forget': async ({ server }) => {
    refreshLimits(server)
    return { input: { type: 'patient', username: server.world.people.patientKuzey.username, lang: 'tr' } }
  },
  'session.reset': async ({ server }) => ({ input: { code: await linkFor(server), password: PASSWORD } }),
  'session.recover': async ({ server }) => ({ input: { ...(await recoverable(server)), password: PASSWORD } }),
  'session.changePassword': async ({ server }, actor) => ({
    input: { current: PASSWORD, password: PASSWORD },
    ...(await asTwin(server, actor)),
  }),
  'session.list': async () => ({ input: {} }),
  'session.endOther': async ({ server }, actor) => ({ input: {}, ...(await asTwin(server, actor)) }),
  'session.factor': async () => ({ input: {} }),
  'session.factorStart': async ({ server }, actor) => ({
    input: { password: PASSWORD },
    ...(await asTwin(server, actor)),
  }),
  'session.factorConfirm': async ({ server }, actor) => {
    const twin = await asTwin(server, actor)
    if (!twin) return { input: { code: '000000' } }
    const { body } = await twin.as.call('session.factorStart', { password: PASSWORD })
    return { input: { code: digitsOf(String(body['secret'])) }, ...twin }
  },
  'session.factorOff': async ({ server }, actor) => ({
    input: { password: PASSWORD },
    ...(await asTwin(server, actor)),
  }),
} satisfies { [N in CallName]?: (make: Try, actor: Actor, place: Place) => Promise<Attempt<N>> }

export const registration = (make: Pick<Try, 'phone' | 'server'>): Input<'session.register'> => ({
  type: 'patient',
  lang: 'tr',
  name: 'Yeni Kayıt',
  email: `yeni-${randomUUID()}@test.example`,
  phone: make.phone(),
  password: PASSWORD,
  country: 'TR',
  city: 'İzmir',
  location: { lat: 38.42, lng: 27.14 },
  consent: true,
  nonCitizen: true,
  identity: randomUUID().slice(0, 13),
  birthDate: '1990-04-02',
})

/** The code of a registration that waits for its link. */
async function askedFor(make: Try): Promise<string> {
  const { pool, clock } = make.server
  const code = newId()
  const { email, phone } = { email: `bekler-${code}@test.example`, phone: make.phone() }
  await pool.query(
    `insert into account_request (id, kind, type, lang, data, password_hash, code_hash, asked_at, expires_at)
     select $1, 'register', 'patient', 'tr', $2, password_hash, $3, $4, $5 from person where email = 'patient.kuzey@test.example'`,
    [
      newId(),
      JSON.stringify({
        name: 'Bekler',
        email,
        phone,
        country: 'TR',
        city: 'İzmir',
        lat: 1,
        lng: 1,
        nonCitizen: true,
        identity: code,
        birthDate: '1990-04-02',
        legal: [],
      }),
      hashOf(code),
      new Date(clock.now),
      new Date(clock.now + 3_600_000),
    ],
  )
  return code
}

/** The code from the letter that undoes a change of someone's contact. */
async function undoFor(server: TestServer): Promise<string> {
  const code = newId()
  const person = await twinOf(server, server.world.people.patientKuzey.id)
  await server.pool.query('select contact_changed($1, $2, null, null, $3, $4)', [
    person.id,
    hashOf(code),
    new Date(server.clock.now),
    new Date(server.clock.now + 60_000),
  ])
  return code
}

/** A new link for a new password, for a person in no other attempt. */
export async function linkFor(
  server: TestServer,
  who: 'patientKuzey' | 'doctorKuzey' = 'patientKuzey',
): Promise<string> {
  const code = newId()
  const person = await twinOf(server, server.world.people[who].id)
  await server.pool.query('insert into password_link values ($1, $2, $3, $4, $5)', [
    hashOf(code),
    person.id,
    'reset',
    new Date(server.clock.now),
    new Date(server.clock.now + 60_000),
  ])
  return code
}

/** A link of a private clinic with its own mail, for a person with a second factor (decision 0095). */
export async function closedLink(server: TestServer): Promise<string> {
  const code = newId()
  const { id } = server.world.people.patientGizli
  await server.pool.query(
    `insert into clinic_mail (clinic_id, host, port, sender, updated_at) values ($1, 'mail.example', 587, 'a@b.example', now())
     on conflict do nothing`,
    [server.world.clinics.gizli],
  )
  await server.pool.query(
    'insert into second_factor (person_id, secret, confirmed_at) values ($1, $2, now()) on conflict (person_id) do nothing',
    [id, server.deps.vault.seal('second-factor', new Secret({ size: 20 }).base32)],
  )
  await server.pool.query(`insert into password_link values ($1, $2, 'reset', $3, $4)`, [
    hashOf(code),
    id,
    new Date(server.clock.now),
    new Date(server.clock.now + 60_000),
  ])
  return code
}

/**
 * A person of a private clinic who signs in on the platform's host, with a recovery code that a user of the clinic
 * made.
 */
async function recoverable(server: TestServer): Promise<{ username: string; code: string }> {
  const { id, username } = await server.world.doctor(`recovers-${newId()}`, [server.world.clinics.gizli])
  const desk = await server.as('deskGizli')
  const { body } = await desk.call('doctor.recover', { id, password: PASSWORD })
  return { username, code: String(body['code']) }
}

/** Another person of the same kind in the same clinic, signed in; actors who cannot sign in stay themselves. */
export async function asTwin(server: TestServer, actor: Actor): Promise<{ as: Client } | null> {
  const [, who] = PEOPLE.find(([each]) => each === actor) ?? []
  if (!who) return null
  const { id, type } = server.world.people[who]
  const as = await enter(server, actor, { ...(await twinOf(server, id)), type })
  return as && { as }
}

/** Counted, not random: one run makes thousands, and phone numbers must be unique. */
let twins = 0

async function twinOf({ pool }: TestServer, of: string): Promise<{ id: string; username: string; name: string }> {
  const id = newId()
  const username = `twin-${id}@test.example`
  await pool.query(
    `insert into person (id, type, realm, clinic_id, name, email, phone, superadmin, password_hash)
     select $1, type, realm, clinic_id, 'Eş', $2, $3, superadmin, password_hash from person where id = $4`,
    [id, username, `+90541${String(++twins).padStart(7, '0')}`, of],
  )
  // a private clinic's host admits only people who work there
  await pool.query('insert into doctor (id, clinic_ids) select $1, clinic_ids from doctor where id = $2', [id, of])
  return { id, username, name: 'Eş' }
}

export const digitsOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')
