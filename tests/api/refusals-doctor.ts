import { toIdentity } from '../../server/db/sealed-columns.ts'
import type { CallName, Input, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer, Client, TestServer } from '../support/server.ts'
import type { Try } from './attempts.ts'
import { PASSWORD } from '../support/world.ts'
import { makeDoctor, makeWord, named } from './attempts-doctor.ts'
import type { Cast } from './cast.ts'

type Words = 'symptom' | 'disease' | 'treatment'
type Calls = Exclude<Extract<CallName, `branch.${string}` | `${Words}.${string}` | `doctor.${string}`>, 'branch.getall'>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of picklists and doctors. Takes functions, since the server starts with the tests. */
export function doctorRefusals(platform: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const server = () => platform.server()
  const admin = () => platform.cast().clients.admin
  const desk = () => platform.cast().clients.deskPublic
  const privateDesk = () => platform.cast().clients.deskPrivate
  const here = () => platform.cast().places.kuzey1
  const make = () => platform.make()

  return {
    'branch.add': {
      id_taken: async () => {
        const id = await makeWord(make(), 'branch')
        return admin().call('branch.add', { id, name: named(), onlineCalls: true })
      },
      branch_exists: async () =>
        admin().call('branch.add', { id: newId(), name: [{ lang: 'tr', value: ' GÖZ ' }], onlineCalls: true }),
    },
    'branch.update': {
      branch_not_found: async () => admin().call('branch.update', { id: newId(), onlineCalls: true }),
      branch_exists: async () =>
        admin().call('branch.update', {
          id: await makeWord(make(), 'branch'),
          name: [
            { lang: 'tr', value: 'x' },
            { lang: 'en', value: 'eyes' },
          ],
        }),
      online_hours_exist: async () => {
        const branch = await makeWord(make(), 'branch')
        const doctor = await makeDoctor(make(), here())
        await server().pool.query('update doctor set branch_ids = $2 where id = $1', [doctor, [branch]])
        await server().world.hours({ id: doctor }, here().clinic, { type: 'online' })
        return admin().call('branch.update', { id: branch, onlineCalls: false })
      },
    },
    'branch.delete': {
      branch_not_found: async () => admin().call('branch.delete', { id: newId() }),
      in_use: async () => admin().call('branch.delete', { id: server().world.branch }),
    },
    ...words('symptom'),
    ...words('disease'),
    ...words('treatment'),
    'doctor.list': {},
    'doctor.nextFree': {},
    'doctor.medisoft': {
      third_party_failure: async () => {
        server().medisoft.behave('lying')
        const answer = await desk().call('doctor.medisoft', {})
        server().medisoft.behave('well')
        return answer
      },
    },
    'doctor.add': {
      id_taken: async () => add({ id: platform.cast().places.gizli1.patient }),
      doctor_exists: async () => add({ phone: (await contact(platform.cast().places.linden1.doctor)).phone }),
      phone_exists: async () => add({ phone: (await contact(here().patient)).phone }),
      email_exists: async () => add({ email: (await contact(here().patient)).email.toUpperCase() }),
      user_exists: async () => {
        await server().pool.query('update person set identity = $2 where id = $1', [
          here().patient,
          toIdentity(null, '10000000146'),
        ])
        return add({ identity: '10000000146' })
      },
      identity_invalid: async () => add({ identity: '10000000147' }),
      branch_required: async () => add({ branchIds: [] }),
      branch_not_found: async () => add({ branchIds: [newId()] }),
      clinic_required: async () => add({ clinicIds: [] }, admin()),
      clinic_not_found: async () => add({ clinicIds: [platform.cast().places.gizli1.clinic] }, admin()),
      record_not_found: async () => add({ treatmentIds: [newId()] }),
    },
    'doctor.join': {
      doctor_exists: async () => desk().call('doctor.join', { email: (await contact(here().doctor)).email }),
    },
    'doctor.update': {
      doctor_not_found: async () => update({ id: newId(), title: 'Dr.' }),
      phone_exists: async () => update({ phone: (await contact(here().patient)).phone }, admin()),
      email_exists: async () => update({ email: (await contact(here().patient)).email }, admin()),
      user_exists: async () => {
        await server().pool.query('update person set identity = $2 where id = $1', [
          here().patient,
          toIdentity(null, '10000000146'),
        ])
        return update({ identity: '10000000146' }, admin())
      },
      identity_invalid: async () => update({ identity: 'x' }),
      branch_required: async () => update({ branchIds: [] }),
      branch_not_found: async () => update({ branchIds: [newId()] }),
      clinic_not_found: async () => update({ clinicIds: [newId()] }, admin()),
      record_not_found: async () => update({ diseaseIds: [newId()] }),
      doctor_has_appointments: async () => update({ id: await awaited(), clinicIds: [] }, admin()),
      contact_is_theirs: async () => update({ email: 'other@test.example' }),
    },
    'doctor.arrange': {
      doctor_not_found: async () => desk().call('doctor.arrange', { id: newId(), type: 'photo', ids: [] }),
    },
    'doctor.leave': {
      doctor_not_found: async () => desk().call('doctor.leave', { id: newId() }),
      doctor_has_appointments: async () => desk().call('doctor.leave', { id: await awaited() }),
    },
    'doctor.passivate': { doctor_not_found: async () => desk().call('doctor.passivate', { id: newId() }) },
    'doctor.activate': { doctor_not_found: async () => desk().call('doctor.activate', { id: newId() }) },
    'doctor.sendLink': { doctor_not_found: async () => desk().call('doctor.sendLink', { id: newId() }) },
    'doctor.recover': {
      doctor_not_found: async () => privateDesk().call('doctor.recover', { id: newId(), password: PASSWORD }),
      recovery_by_mail: async () =>
        privateDesk().call('doctor.recover', { id: server().world.people.doctorBoth.id, password: PASSWORD }),
      password_wrong: async () =>
        privateDesk().call('doctor.recover', { id: platform.cast().places.gizli1.doctor, password: 'guessed' }),
    },
    'doctor.delete': {
      doctor_not_found: async () => desk().call('doctor.delete', { id: newId() }),
      doctor_in_clinic: async () => admin().call('doctor.delete', { id: await makeDoctor(make(), here()) }),
      doctor_has_appointments: async () => {
        const id = await awaited()
        await server().pool.query(`update doctor set clinic_ids = '{}' where id = $1`, [id])
        return admin().call('doctor.delete', { id })
      },
    },
  }

  /** The refusals that all three picklists share. */
  function words<const T extends Words>(table: T) {
    const known = async () => {
      const name = named()
      await makeWord(make(), table, name)
      return name.map(({ lang, value }) => ({ lang, value: value.toUpperCase() }))
    }
    const made = {
      get: { record_not_found: async () => admin().call(`${table}.get`, { id: newId() }) },
      list: {},
      add: {
        id_taken: async () => admin().call(`${table}.add`, { id: await makeWord(make(), table), name: named() }),
        name_exists: async () => admin().call(`${table}.add`, { id: newId(), name: await known() }),
      },
      update: {
        record_not_found: async () => admin().call(`${table}.update`, { id: newId(), name: named() }),
        name_exists: async () =>
          admin().call(`${table}.update`, { id: await makeWord(make(), table), name: await known() }),
      },
      delete: {
        record_not_found: async () => admin().call(`${table}.delete`, { id: newId() }),
        // no profile refers to a symptom
        in_use: async () => {
          const id = await makeWord(make(), table)
          if (table !== 'symptom')
            await server().pool.query(`update doctor set ${table}_ids = array[$2::uuid] where id = $1`, [
              here().doctor,
              id,
            ])
          return admin().call(`${table}.delete`, { id })
        },
      },
    }
    // the keys are the table's calls
    return Object.fromEntries(Object.entries(made).map(([call, its]) => [`${table}.${call}`, its])) as {
      [C in keyof typeof made as `${T}.${C}`]: (typeof made)[C]
    }
  }

  async function add(extra: Partial<Input<'doctor.add'>>, who: Client = desk()) {
    return who.call('doctor.add', {
      id: newId(),
      name: 'Yeni Hekim',
      phone: make().phone(),
      email: null,
      branchIds: [server().world.branch],
      ...(who === admin() && { clinicIds: [here().clinic] }),
      ...extra,
    })
  }
  async function update(extra: Partial<Input<'doctor.update'>>, who: Client = desk()) {
    return who.call('doctor.update', { id: here().doctor, ...extra })
  }

  async function contact(id: string) {
    const { rows } = await server().pool.query<{ phone: string; email: string }>(
      'select phone, email from person where id = $1',
      [id],
    )
    return rows[0]!
  }
  /** A doctor of the desk's clinic with a waiting visit. */
  async function awaited() {
    const id = await makeDoctor(make(), here())
    await server().world.visit(id, here().patient, here().clinic, server().world.slot(50, 0))
    return id
  }
}
