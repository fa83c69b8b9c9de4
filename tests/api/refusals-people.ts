import { toIdentity } from '../../server/db/sealed-columns.ts'
import type { Input, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { lockUntilEnd } from '../../server/db/advisory.ts'
import type { Answer, Client, TestServer } from '../support/server.ts'
import { PASSWORD } from '../support/world.ts'
import { makeUser, newUser, twinOf, type PeopleCalls } from './attempts-people.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = PeopleCalls | 'setting.list'
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/**
 * Provokes every refusal of users, settings, the log and the own profile. Takes functions, since the server starts with
 * the tests.
 */
export function peopleRefusals(platform: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const server = () => platform.server()
  const make = () => platform.make()
  const superadmin = () => platform.cast().clients.superadmin
  const desk = () => platform.cast().clients.deskPublic
  const doctor = () => platform.cast().clients.doctorPublic
  const privateDesk = () => platform.cast().clients.deskPrivate
  const here = () => platform.cast().places.kuzey1
  const theirs = () => platform.cast().places.gizli1
  const patient = () => platform.cast().clients.patientPublic

  const add = async (extra: Partial<Input<'user.add'>>) =>
    superadmin().call('user.add', { ...newUser(make()), ...extra })
  const addColleague = async (extra: Partial<Input<'colleague.add'>>) => {
    const { type: _, ...contact } = newUser(make())
    return desk().call('colleague.add', { ...contact, ...extra })
  }
  const contactOf = async (id: string) =>
    (await server().pool.query<{ email: string; phone: string }>('select email, phone from person where id = $1', [id]))
      .rows[0]!
  const taken = async () => contactOf(server().world.people.deskLinden.id)
  const me = () => server().world.people.superadmin.id
  const other = async () => makeUser(make(), here(), { type: 'admin' })
  /** Runs one call while there is only one superadmin. */
  const alone = async <T>(work: () => Promise<T>) => {
    const { pool } = server()
    await pool.query(`update person set active = false where superadmin and id <> $1`, [me()])
    try {
      return await work()
    } finally {
      await pool.query(`update person set active = true where superadmin`)
    }
  }
  const busyPerson = async () => {
    const busy = await server().world.doctor(`doctor.${newId()}`, [])
    await server().world.visit(busy.id, here().patient, null, server().world.slot(40, 3))
    return busy.id
  }

  return {
    'setting.list': {},
    'setting.update': {
      host_not_allowed: async () => superadmin().call('setting.update', { id: 'mail', data: { host: 'localhost' } }),
    },
    'setting.test': {
      setting_incomplete: async () => {
        await server().pool.query(`update setting set data = '{}' where id = 'mail'`)
        return superadmin().call('setting.test', { by: 'mail' })
      },
      third_party_failure: async () => {
        // a port on which no one listens
        await server().pool.query(
          `update setting set data = '{"host": "http://127.0.0.1:9", "header": "X"}' where id = 'sms'`,
        )
        return superadmin().call('setting.test', { by: 'sms' })
      },
    },
    'user.list': {},
    'user.add': {
      email_exists: async () => add({ email: (await taken()).email.toUpperCase() }),
      phone_exists: async () => add({ phone: (await taken()).phone }),
      id_taken: async () => add({ id: theirs().patient }),
      clinic_required: async () => add({ type: 'clinic' }),
      clinic_not_found: async () => add({ type: 'clinic', clinicId: newId() }),
    },
    'user.update': {
      user_not_found: async () => superadmin().call('user.update', { id: await makeUser(make(), theirs()), name: 'x' }),
      email_exists: async () => superadmin().call('user.update', { id: await other(), email: (await taken()).email }),
      phone_exists: async () => superadmin().call('user.update', { id: await other(), phone: (await taken()).phone }),
      last_superadmin: async () => lastOf((id, by) => by.call('user.update', { id, superadmin: false })),
      own_account: async () => superadmin().call('user.update', { id: me(), superadmin: false }),
      user_type_error: async () =>
        superadmin().call('user.update', { id: await makeUser(make(), here()), superadmin: true }),
    },
    'user.resetPassword': {
      user_not_found: async () => superadmin().call('user.resetPassword', { id: await makeUser(make(), theirs()) }),
    },
    'user.endSessions': { user_not_found: async () => superadmin().call('user.endSessions', { id: newId() }) },
    'user.delete': {
      user_not_found: async () => superadmin().call('user.delete', { id: theirs().patient }),
      own_account: async () => superadmin().call('user.delete', { id: me() }),
      last_superadmin: async () => lastOf((id, by) => by.call('user.delete', { id })),
      open_appointments: async () => superadmin().call('user.delete', { id: await busyPerson() }),
      doctor_in_clinic: async () => superadmin().call('user.delete', { id: here().doctor }),
      patient_has_appointments: async () => superadmin().call('user.delete', { id: here().patient }),
    },
    'colleague.list': {},
    'colleague.add': {
      email_exists: async () => addColleague({ email: (await taken()).email }),
      phone_exists: async () => addColleague({ phone: (await taken()).phone }),
      id_taken: async () => addColleague({ id: theirs().patient }),
    },
    'colleague.update': {
      clinic_user_not_found: async () => desk().call('colleague.update', { id: here().doctor, name: 'x' }),
      email_exists: async () =>
        desk().call('colleague.update', { id: await makeUser(make(), here()), email: (await taken()).email }),
      phone_exists: async () =>
        desk().call('colleague.update', { id: await makeUser(make(), here()), phone: (await taken()).phone }),
      own_account: async () =>
        desk().call('colleague.update', { id: server().world.people.deskKuzey.id, active: false }),
    },
    'colleague.resetPassword': {
      clinic_user_not_found: async () =>
        desk().call('colleague.resetPassword', { id: server().world.people.deskLinden.id }),
    },
    'colleague.recover': {
      clinic_user_not_found: async () =>
        privateDesk().call('colleague.recover', { id: await makeUser(make(), here()), password: PASSWORD }),
      own_account: async () =>
        privateDesk().call('colleague.recover', { id: server().world.people.deskGizli.id, password: PASSWORD }),
      password_wrong: async () =>
        privateDesk().call('colleague.recover', { id: await makeUser(make(), theirs()), password: 'guessed' }),
    },
    'colleague.endSessions': {
      clinic_user_not_found: async () => desk().call('colleague.endSessions', { id: here().patient }),
    },
    'colleague.delete': {
      clinic_user_not_found: async () => desk().call('colleague.delete', { id: newId() }),
      own_account: async () => desk().call('colleague.delete', { id: server().world.people.deskKuzey.id }),
    },
    'profile.update': {
      user_not_found: async () => desk().call('profile.update', { id: here().doctor, name: 'x' }),
      phone_exists: async () =>
        desk().call('profile.update', { id: server().world.people.deskKuzey.id, phone: (await taken()).phone }),
    },
    'profile.secure': {
      password_wrong: async () => patient().call('profile.secure', { password: 'guessed' }),
      email_exists: async () => patient().call('profile.secure', { password: PASSWORD, email: (await taken()).email }),
      identity_invalid: async () => patient().call('profile.secure', { password: PASSWORD, identity: '12345678901' }),
      patient_exists: async () => {
        const number = 'P-99-ÖRNEK'
        await server().pool.query(`update person set identity = $2 where id = $1`, [
          platform.cast().places.kuzey2.patient,
          toIdentity(null, number),
        ])
        return doctor().call('profile.secure', { password: PASSWORD, identity: number, nonCitizen: true })
      },
    },
    'profile.close': {
      password_wrong: async () =>
        (await twinOf(make(), 'patientPublic'))!.client.call('profile.close', { password: 'guessed' }),
      open_appointments: async () => {
        const { id, client } = (await twinOf(make(), 'patientPublic'))!
        await server().world.visit(here().doctor, id, here().clinic, server().world.slot(45, 5))
        return client.call('profile.close', { password: PASSWORD })
      },
      last_superadmin: async () => alone(() => superadmin().call('profile.close', { password: PASSWORD })),
    },
    'audit.list': {},
    'crash.report': {},
    'backup.list': {},
    'crash.list': {},
    'crash.seen': {},
    'job.list': {},
    'job.pause': { job_is_guard: async () => superadmin().call('job.pause', { name: 'guardAudit' }) },
    'job.resume': {},
    'job.retry': {},
    'audit.record': {
      record_not_found: async () => desk().call('audit.record', { table: 'patient', recordId: theirs().patient }),
    },
  }

  /**
   * Two superadmins: one asks to remove the other's flag, and loses their own while waiting for the lock. The last one
   * keeps the flag.
   */
  async function lastOf(work: (id: string, by: Client) => Promise<Answer>) {
    const { pool } = server()
    const { id, client } = (await twinOf(make(), 'superadmin'))!
    await pool.query('update person set superadmin = true where id = $1', [id])
    return alone(async () => {
      const holder = await pool.connect()
      await holder.query('begin')
      await lockUntilEnd(holder, 'superadmin')
      await pool.query('update person set active = true where id = $1', [id])
      const running = work(me(), client)
      for (;;) {
        const waiting = await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)
        if (waiting.rowCount) break
        await new Promise((done) => setTimeout(done, 10))
      }
      await holder.query('update person set superadmin = false where id = $1', [id])
      await holder.query('commit')
      holder.release()
      return running
    })
  }
}
