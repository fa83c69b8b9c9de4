import type { CallName, Refusal } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Answer } from '../support/server.ts'
import { webhookAttempts, webhookOf } from './attempts-webhook.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `webhook.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of webhooks. Takes functions, since the server starts with the tests. */
export function webhookRefusals(server: { cast: () => Cast; make: () => Try }): Provoked {
  const desk = () => server.cast().clients.deskPublic
  const here = () => server.cast().places.kuzey1
  const input = async () => (await webhookAttempts['webhook.add'](server.make(), 'deskPublic', here())).input
  const theirs = () => webhookOf(server.make(), server.cast().places.linden1)
  return {
    'webhook.list': {},
    'webhook.add': {
      webhook_limit: async () => {
        const one = await input()
        for (let n = 0; n < 5; n++) await desk().call('webhook.add', { ...one, id: newId() })
        return desk().call('webhook.add', { ...one, id: newId() })
      },
      webhook_address: async () => desk().call('webhook.add', { ...(await input()), url: 'https://10.0.0.1/' }),
      id_taken: async () => desk().call('webhook.add', { ...(await input()), id: await theirs() }),
    },
    'webhook.update': {
      webhook_not_found: async () => desk().call('webhook.update', { ...(await input()), id: await theirs() }),
      webhook_address: async () =>
        desk().call('webhook.update', {
          ...(await input()),
          id: await webhookOf(server.make(), here()),
          url: 'https://inside.example.org/',
        }),
    },
    'webhook.rotate': { webhook_not_found: async () => desk().call('webhook.rotate', { id: await theirs() }) },
    'webhook.test': { webhook_not_found: async () => desk().call('webhook.test', { id: await theirs() }) },
    'webhook.replay': {
      webhook_not_found: async () => desk().call('webhook.replay', { id: await theirs() }),
      delivery_not_found: async () =>
        desk().call('webhook.replay', { id: await webhookOf(server.make(), here()), deliveryId: newId() }),
    },
    'webhook.delete': { webhook_not_found: async () => desk().call('webhook.delete', { id: await theirs() }) },
    'webhook.deliveries': {
      webhook_not_found: async () => desk().call('webhook.deliveries', { id: await theirs() }),
    },
  }
}
