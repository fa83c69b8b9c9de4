import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Client } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import type { Try } from './attempts.ts'
import { enter, refreshLimits, PEOPLE, roleOf, type Actor, type Place } from './cast.ts'

type Attempt<N extends CallName> = {
  readonly input: Input<N>
  readonly as?: Client
  readonly about?: readonly string[]
}
export type PeopleCalls = Exclude<
  Extract<
    CallName,
    | `user.${string}`
    | `colleague.${string}`
    | `profile.${string}`
    | `audit.${string}`
    | `crash.${string}`
    | `backup.${string}`
    | `job.${string}`
    | `setting.${string}`
  >,
  'setting.list'
>
type Area = { readonly [C in PeopleCalls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }

/** Attempts for users, settings, the log and the own profile, each with its own person. */
export const peopleAttempts: Area = {
  'setting.update': async () => ({
    input: { id: 'setting', data: { holdMinutes: 11, supportPhone: '+90 212 000 00 00' } },
  }),
  'setting.test': async (make) => {
    await answeringGateway(make)
    return { input: { by: 'sms' } }
  },
  'user.list': async (make, _actor, place) => ({ input: { limit: 1000 }, about: [await makeUser(make, place)] }),
  'user.add': async (make) => ({ input: newUser(make) }),
  'user.update': async (make, _actor, place) => ({ input: { id: await makeUser(make, place), name: 'Yeni Ad' } }),
  'user.resetPassword': async (make, _actor, place) => ({ input: { id: await makeUser(make, place) } }),
  'user.endSessions': async (make, _actor, place) => ({ input: { id: await makeUser(make, place) } }),
  'user.delete': async (make, _actor, place) => ({ input: { id: await makeUser(make, place) } }),
  'colleague.list': async (make, _actor, place) => ({ input: { limit: 1000 }, about: [await makeUser(make, place)] }),
  'colleague.add': async (make) => {
    const { type: _, ...contact } = newUser(make)
    return { input: contact }
  },
  'colleague.update': async (make, _actor, place) => ({
    input: { id: await makeUser(make, place), name: 'Yeni Ad' },
  }),
  'colleague.resetPassword': async (make, _actor, place) => ({ input: { id: await makeUser(make, place) } }),
  'colleague.recover': async (make, _actor, place) => ({
    input: { id: await makeUser(make, place), password: PASSWORD },
  }),
  'colleague.endSessions': async (make, _actor, place) => ({ input: { id: await makeUser(make, place) } }),
  'colleague.delete': async (make, _actor, place) => ({ input: { id: await makeUser(make, place) } }),
  'profile.update': async (make, actor) => {
    const twin = await twinOf(make, actor)
    return {
      input: { id: twin?.id ?? newId(), officePhone: '0212 000 00 00' },
      ...(twin && { as: twin.client }),
    }
  },
  'profile.secure': async () => ({ input: { password: PASSWORD } }),
  'profile.close': async (make, actor) => {
    const twin = await twinOf(make, actor)
    return { input: { password: PASSWORD }, ...(twin && { as: twin.client }) }
  },
  'audit.list': async (make, _actor, place) => {
    const id = await make.visit(place, 'future')
    await make.server.pool.query(
      `insert into audit (actor, actor_type, action, object_table, object_id, outcome)
       select $1, 'doctor', 'appointment.update', 'appointment', $2, 'done' where exists (select from appointment where id = $2)`,
      [place.doctor, id],
    )
    return { input: { table: 'appointment', recordId: id }, about: [id] }
  },
  'crash.report': async ({ server }) => {
    refreshLimits(server)
    const facts = { build: 'tNS8dkLE', route: '/patient/$id', place: 'page', name: 'TypeError', code: null } as const
    return { input: { crashes: [{ ...facts, stack: ['sw.js:1:2'], count: 1 }] } }
  },
  'backup.list': async () => ({ input: {} }),
  'crash.list': async () => ({ input: {} }),
  'job.list': async () => ({ input: {} }),
  'job.pause': async () => ({ input: { name: 'tellDay' } }),
  'job.resume': async () => ({ input: { name: 'tellDay' } }),
  'job.retry': async () => ({ input: { name: 'tellDay' } }),
  'crash.seen': async () => ({ input: { fingerprint: 'x'.repeat(43) } }),
  'audit.record': async (_, _actor, place) => ({ input: { table: 'patient', recordId: place.patient } }),
}

export const newUser = (make: Try) => ({
  id: newId(),
  type: 'admin' as const,
  name: 'Yeni Yönetici',
  email: `${newId()}@test.example`,
  phone: make.phone(),
  lang: 'tr' as const,
})

/** A user of a place's clinic in no other attempt; for the absent place no one. */
export async function makeUser(
  make: Try,
  place: Place,
  more: { readonly type?: 'admin'; readonly superadmin?: true } = {},
) {
  const id = newId()
  await make.server.pool.query(
    `insert into person (id, type, clinic_id, name, email, phone, superadmin)
     select $1, $2, case when $2 = 'clinic' then $3::uuid end, $4, $5, $6, $7
      where $2 <> 'clinic' or exists (select from clinic where id = $3)`,
    [
      id,
      more.type ?? 'clinic',
      place.clinic,
      `Kullanıcı ${id}`,
      `${id}@test.example`,
      make.phone(),
      more.superadmin ?? false,
    ],
  )
  return id
}

/** A person of the actor's kind, signed in, for this attempt alone; undefined for actors who cannot sign in. */
export async function twinOf(
  make: Try,
  actor: Actor,
): Promise<{ readonly id: string; readonly client: Client } | undefined> {
  const role = roleOf(actor)
  if (!role) return undefined
  const { server } = make
  const [, who] = PEOPLE.find(([each]) => each === actor)!
  const like = server.world.people[who]
  const id = newId()
  const login = `twin.${id}`
  await server.pool.query(
    `insert into person (id, type, realm, clinic_id, name, email, phone, password_hash)
     select $1, type, realm, clinic_id, 'İkiz', $2, $3, password_hash from person where id = $4`,
    [id, `${login}@test.example`, make.phone(), like.id],
  )
  if (role === 'doctor')
    await server.pool.query('insert into doctor (id, clinic_ids) select $1, clinic_ids from doctor where id = $2', [
      id,
      like.id,
    ])
  if (role === 'patient')
    await server.pool.query('insert into patient (id, clinic_id) select $1, clinic_id from patient where id = $2', [
      id,
      like.id,
    ])
  const client = await enter(server, actor, { username: `${login}@test.example`, type: role })
  return client ? { id, client } : undefined
}

const gateways = new WeakMap<object, Server>()

/** A local SMS gateway that accepts everything, configured in the server; it ends with the process. */
async function answeringGateway({ server }: Try) {
  const known = gateways.get(server)
  const gateway = known ?? createServer((_, response) => void response.end('{}')).unref()
  if (!known) {
    gateways.set(server, gateway)
    await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  }
  await server.pool.query(`update setting set data = $1 where id = 'sms'`, [
    { host: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, header: 'BEDSIDE' },
  ])
}
