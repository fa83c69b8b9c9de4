import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { newSecret, sealSecret, sealUrl } from '../../server/areas/webhook/secret.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type Attempt<N extends CallName> = { readonly input: Input<N> }
type Calls = Extract<CallName, `webhook.${string}`>

const fields = {
  url: 'https://hooks.example.org/bedside',
  kinds: ['appointment', 'payment'],
  active: true,
} satisfies Omit<Input<'webhook.add'>, 'id'>

/** Attempts for webhooks, each with the only endpoint of its clinic. */
export const webhookAttempts: {
  readonly [C in Calls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>>
} = {
  'webhook.list': async () => ({ input: {} }),
  'webhook.add': async (make, _actor, place) => {
    await make.server.pool.query('delete from webhook where clinic_id = $1', [place.clinic])
    return { input: { id: newId(), ...fields } }
  },
  'webhook.update': async (make, _actor, place) => ({ input: { id: await webhookOf(make, place), ...fields } }),
  'webhook.rotate': async (make, _actor, place) => ({ input: { id: await webhookOf(make, place) } }),
  'webhook.test': async (make, _actor, place) => ({ input: { id: await webhookOf(make, place) } }),
  'webhook.replay': async (make, _actor, place) => ({ input: { id: await webhookOf(make, place) } }),
  'webhook.delete': async (make, _actor, place) => ({ input: { id: await webhookOf(make, place) } }),
  'webhook.deliveries': async (make, _actor, place) => ({ input: { id: await webhookOf(make, place) } }),
}

/** The one endpoint of the place's clinic. It is off, so that nothing else is told of. */
export async function webhookOf({ server, isThere }: Try, place: Place): Promise<string> {
  const id = newId()
  if (!isThere(place)) return id
  const { vault } = server.deps
  await server.pool.query('delete from webhook where clinic_id = $1', [place.clinic])
  await server.pool.query(
    `insert into webhook (id, clinic_id, place, host, url, kinds, active, secret, made_by_name, created_at)
     values ($1, $2, 1, 'hooks.example.org', $3, '{appointment}', false, $4, 'Ada', $5)`,
    [id, place.clinic, sealUrl(vault, fields.url), sealSecret(vault, newSecret()), new Date(server.clock.now)],
  )
  return id
}
