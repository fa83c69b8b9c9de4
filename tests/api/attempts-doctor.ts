import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Client } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import type { Try } from './attempts.ts'
import { roleOf, type Actor, type Place } from './cast.ts'

type Attempt<N extends CallName> = {
  readonly input: Input<N>
  readonly as?: Client
  readonly about?: readonly string[]
}
type Area<N extends CallName> = { readonly [C in N]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }
type Words = 'symptom' | 'disease' | 'treatment'

/** Attempts for picklists and doctors, each with its own record. */
export const doctorAttempts: Area<
  Exclude<
    Extract<CallName, `branch.${string}` | `${Words}.${string}` | `doctor.${string}`>,
    'branch.getall' | 'doctor.list'
  >
> = {
  'branch.add': async () => ({ input: { id: newId(), name: named(), onlineCalls: true } }),
  'branch.update': async (make) => ({
    input: { id: await makeWord(make, 'branch'), name: named(), onlineCalls: false },
  }),
  'branch.delete': async (make) => ({ input: { id: await makeWord(make, 'branch') } }),
  'symptom.list': async () => ({ input: {} }),
  'symptom.get': async (make) => ({ input: { id: await makeWord(make, 'symptom') } }),
  'symptom.add': async () => ({ input: { id: newId(), name: named() } }),
  'symptom.update': async (make) => ({ input: { id: await makeWord(make, 'symptom'), name: named() } }),
  'symptom.delete': async (make) => ({ input: { id: await makeWord(make, 'symptom') } }),
  'disease.list': async () => ({ input: {} }),
  'disease.get': async (make) => ({ input: { id: await makeWord(make, 'disease') } }),
  'disease.add': async () => ({ input: { id: newId(), name: named() } }),
  'disease.update': async (make) => ({ input: { id: await makeWord(make, 'disease'), name: named() } }),
  'disease.delete': async (make) => ({ input: { id: await makeWord(make, 'disease') } }),
  'treatment.list': async () => ({ input: {} }),
  'treatment.get': async (make) => ({ input: { id: await makeWord(make, 'treatment') } }),
  'treatment.add': async () => ({ input: { id: newId(), name: named() } }),
  'treatment.update': async (make) => ({ input: { id: await makeWord(make, 'treatment'), name: named() } }),
  'treatment.delete': async (make) => ({ input: { id: await makeWord(make, 'treatment') } }),
  'doctor.nextFree': async (_, _actor, place) => ({ input: { ids: [place.doctor] }, about: [place.doctor] }),
  'doctor.add': async (make, actor) => ({
    input: {
      id: newId(),
      name: 'Yeni Hekim',
      phone: make.phone(),
      email: `${newId()}@test.example`,
      branchIds: [make.server.world.branch],
      ...(roleOf(actor) === 'admin' && { clinicIds: [make.server.world.clinics.kuzey] }),
    },
  }),
  'doctor.join': async () => ({ input: { email: `${newId()}@test.example` } }),
  'doctor.update': async (_, _actor, place) => ({
    input: { id: place.doctor, expertise: [{ lang: 'tr', value: 'Katarakt' }] },
  }),
  'doctor.arrange': async (make, actor, place) => {
    // a clinic may arrange the pictures only of a doctor without an account
    const id = roleOf(actor) === 'clinic' ? await makeDoctor(make, place) : place.doctor
    if (id !== place.doctor) await make.server.pool.query('update person set password_hash = null where id = $1', [id])
    return { input: { id, type: 'photo', ids: [newId()] } }
  },
  'doctor.leave': async (make, _actor, place) => ({ input: { id: await makeDoctor(make, place) } }),
  'doctor.passivate': async (make, _actor, place) => ({ input: { id: await makeDoctor(make, place) } }),
  'doctor.activate': async (make, _actor, place) => ({ input: { id: await makeDoctor(make, place, 'passive') } }),
  'doctor.recover': async (make, _actor, place) => ({
    input: { id: await makeDoctor(make, place), password: PASSWORD },
  }),
  'doctor.sendLink': async (make, _actor, place) => ({ input: { id: await makeDoctor(make, place) } }),
  'doctor.delete': async (make, _actor, place) => {
    const id = await makeDoctor(make, place)
    // removed from the clinic that added them: it may still delete them (rule 55)
    await make.server.pool.query('update person set password_hash = null where id = $1', [id])
    await make.server.pool.query(`update doctor set clinic_ids = '{}', home_clinic = $2 where id = $1`, [
      id,
      place.clinic,
    ])
    return { input: { id } }
  },
  'doctor.medisoft': async () => ({ input: {} }),
}

/** A name that no other attempt has used. */
export const named = () => [{ lang: 'tr' as const, value: `Söz ${newId()}` }]

/** A picklist entry, inserted into the database. */
export async function makeWord(
  { server }: Pick<Try, 'server'>,
  table: Words | 'branch',
  name = named(),
): Promise<string> {
  const id = newId()
  await server.pool.query(`insert into ${table} (id, name) values ($1, $2)`, [id, JSON.stringify(name)])
  return id
}

/** A doctor of a place's clinic in no other attempt; for the absent place an id that does not exist. */
export async function makeDoctor(
  { server }: Pick<Try, 'server'>,
  { clinic }: Place,
  state: 'active' | 'passive' = 'active',
) {
  const { rowCount } = await server.pool.query('select from clinic where id = $1', [clinic])
  if (!rowCount) return newId()
  return (await server.world.doctor(`made.${newId()}`, [clinic], state === 'active')).id
}
