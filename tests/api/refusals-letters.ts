import type { CallName, Refusal } from '../../contract/calls.ts'
import { EMAIL_DEFAULTS } from '../../contract/email/email.defaults.ts'
import { EMAIL_TEMPLATES } from '../../contract/email/email.templates.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { deviceKeys, subscribed } from './attempts-letters.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `email.${string}` | `push.${string}` | 'notification.read'>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of templates and push. Takes functions, since the server starts with the tests. */
export function letterRefusals(server: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const admin = () => server.cast().clients.admin
  const { id } = EMAIL_TEMPLATES.visit_reminder
  const own = EMAIL_DEFAULTS.visit_reminder.en
  const reset = EMAIL_TEMPLATES.password_reset.id
  const elsewhere = { ...EMAIL_DEFAULTS.password_reset.en, content: 'Open https://elsewhere.example/' }
  const unknown = { ...own, content: `${own.content} {diagnosis}` }
  const missing = { ...own, sms: '{house}' }
  const test = (extra: object) => admin().call('email.test', { id, lang: 'en', by: 'mail', ...extra })
  return {
    'email.list': {},
    'email.update': {
      email_not_found: () => admin().call('email.update', { id: newId(), en: null }),
      tag_unknown: () => admin().call('email.update', { id, en: unknown }),
      tag_missing: () => admin().call('email.update', { id, en: missing }),
      address_in_letter: () => admin().call('email.update', { id: reset, en: elsewhere }),
    },
    'email.test': {
      email_not_found: () => test({ id: newId() }),
      tag_unknown: () => test({ letter: unknown }),
      tag_missing: () => test({ letter: missing }),
      address_in_letter: () => test({ id: reset, letter: elsewhere }),
      setting_incomplete: async () => {
        const { pool, world } = server.server()
        await pool.query('update person set phone = null where id = $1', [world.people.admin.id])
        return test({ by: 'sms' })
      },
      third_party_failure: async () => {
        // a port on which no one listens
        await server
          .server()
          .pool.query(
            `update setting set data = '{"host": "127.0.0.1", "port": 9, "sender": "a@b.example"}' where id = 'mail'`,
          )
        return test({})
      },
    },
    'email.undelivered': {},
    'email.resend': {},
    'email.giveUp': {},
    'notification.read': { record_not_found: () => admin().call('notification.read', { id: newId() }) },
    'push.key': {},
    'push.subscribe': {
      push_address: () =>
        admin().call('push.subscribe', { endpoint: 'https://169.254.169.254/latest', ...deviceKeys() }),
    },
    'push.unsubscribe': {},
    'push.test': {
      push_not_found: () => admin().call('push.test', { endpoint: `http://127.0.0.1:9/${newId()}` }),
      // the address belonged to someone else when it was subscribed
      push_address: async () =>
        admin().call('push.test', { endpoint: await subscribed(server.make(), 'admin', 'https://127.0.0.2/x') }),
      // a port on which no one listens
      third_party_failure: async () =>
        admin().call('push.test', {
          endpoint: await subscribed(server.make(), 'admin', `http://127.0.0.1:9/${newId()}`),
        }),
    },
  }
}
