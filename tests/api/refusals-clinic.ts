import type { CallName, Input, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer, TestServer } from '../support/server.ts'
import type { Try } from './attempts.ts'
import { newClinic, ownClinic } from './attempts-clinic.ts'
import { refreshLimits, type Cast } from './cast.ts'
import { PASSWORD } from '../support/world.ts'

type Calls = Extract<CallName, `clinic.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of clinics. Takes functions, since the server starts with the tests. */
export function clinicRefusals(platform: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const admin = () => platform.cast().clients.admin
  const here = () => platform.cast().places.kuzey1
  const add = (extra: Partial<Input<'clinic.add'>>) => admin().call('clinic.add', { ...newClinic(), ...extra })
  const own = () => ownClinic(platform.make(), here())
  const hosts = async (extra: Omit<Input<'clinic.hosts'>, 'id'>) =>
    admin().call('clinic.hosts', { id: await own(), ...extra })
  const firstUser = async (extra: object, id?: string) =>
    admin().call('clinic.addFirstUser', {
      id: id ?? (await own()),
      userId: newId(),
      name: 'İlk Kullanıcı',
      email: `${newId()}@test.example`,
      phone: platform.make().phone(),
      ...extra,
    })
  const contact = async () =>
    (
      await platform
        .server()
        .pool.query<{ phone: string; email: string }>('select phone, email from person where id = $1', [here().doctor])
    ).rows[0]!
  const nowhere = (call: 'clinic.activate' | 'clinic.passivate' | 'clinic.delete' | 'clinic.update') => () =>
    admin().call(call, { id: newId() })

  const keepMail = async (extra: Partial<Input<'clinic.keepMail'>>) => {
    refreshLimits(platform.server())
    return platform.cast().clients.deskPrivate.call('clinic.keepMail', {
      password: PASSWORD,
      host: '127.0.0.1',
      port: 9,
      username: null,
      sender: 'a@b.example',
      ...extra,
    })
  }

  return {
    'clinic.web': {
      clinic_not_found: async () => platform.server().nobody().call('clinic.web', { panelUrl: 'nowhere.example' }),
      seo_not_found: async () => platform.server().nobody().call('clinic.web', { seo: 'nowhere' }),
    },
    'clinic.list': {},
    'clinic.add': {
      id_taken: async () => add({ id: here().clinic }),
      clinic_exists: async () => add({ panelUrl: 'HTTPS://Gizli.localhost/' }),
      host_reserved: async () => {
        const { deps } = platform.server()
        Object.assign(deps, { platformHosts: new Set([...deps.platformHosts, 'panel.example']) })
        return add({ webUrl: 'https://panel.example' })
      },
      css_refused: async () => add({ css: 'a { position: fixed }' }),
    },
    'clinic.update': {
      clinic_not_found: nowhere('clinic.update'),
      css_refused: async () => admin().call('clinic.update', { id: await own(), css: '@import "x";' }),
    },
    'clinic.hosts': {
      clinic_not_found: async () => admin().call('clinic.hosts', { id: newId(), slug: 'yok' }),
      clinic_exists: async () => hosts({ slug: 'gizli' }),
      private_hosts_own: async () =>
        admin().call('clinic.hosts', { id: platform.cast().places.gizli1.clinic, webUrl: 'baska.example' }),
      host_reserved: async () => {
        const { deps } = platform.server()
        Object.assign(deps, { platformHosts: new Set([...deps.platformHosts, 'panel.example']) })
        return hosts({ panelUrl: 'panel.example' })
      },
    },
    'clinic.activate': { clinic_not_found: nowhere('clinic.activate') },
    'clinic.passivate': { clinic_not_found: nowhere('clinic.passivate') },
    'clinic.setPrivate': {
      clinic_not_found: async () => admin().call('clinic.setPrivate', { id: newId(), private: true }),
      private_own_only: async () => admin().call('clinic.setPrivate', { id: await own(), private: false }),
      clinic_user_not_found: async () => admin().call('clinic.setPrivate', { id: await own(), private: true }),
    },
    'clinic.requireFactor': {
      clinic_not_found: async () =>
        platform.cast().clients.deskPublic.call('clinic.requireFactor', { id: newId(), required: true }),
    },
    'clinic.mail': {},
    'clinic.keepMail': {
      password_wrong: async () => keepMail({ password: 'guessed' }),
      host_not_allowed: async () => keepMail({ host: '169.254.169.254' }),
      setting_incomplete: async () => {
        const { pool, world } = platform.server()
        const { id } = world.people.deskGizli
        const { rows } = await pool.query<{ email: string }>('select email from person where id = $1', [id])
        await pool.query('update person set email = null where id = $1', [id])
        const refused = await keepMail({})
        await pool.query('update person set email = $2 where id = $1', [id, rows[0]!.email])
        return refused
      },
      // a port on which no one listens
      third_party_failure: async () => keepMail({}),
    },
    'clinic.dropMail': {
      password_wrong: async () => platform.cast().clients.deskPrivate.call('clinic.dropMail', { password: 'guessed' }),
    },
    'clinic.addFirstUser': {
      clinic_not_found: async () => firstUser({}, newId()),
      user_exists: async () => firstUser({}, here().clinic),
      email_exists: async () => firstUser({ email: (await contact()).email.toUpperCase() }),
      phone_exists: async () => firstUser({ phone: (await contact()).phone }),
    },
    'clinic.delete': {
      clinic_not_found: nowhere('clinic.delete'),
      private_own_only: async () => admin().call('clinic.delete', { id: platform.cast().places.gizli1.clinic }),
      clinic_has_doctors: async () => admin().call('clinic.delete', { id: here().clinic }),
      clinic_has_appointments: async () => {
        const id = await own()
        const { server } = platform
        await server().world.visit(here().doctor, here().patient, id, server().world.slot(70, 20))
        return admin().call('clinic.delete', { id })
      },
    },
    'clinic.checkHost': {},
    'clinic.checkCss': {},
  }
}
