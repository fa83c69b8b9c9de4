import { createECDH, randomBytes } from 'node:crypto'
import type { CallName, Input } from '../../contract/calls.ts'
import { EMAIL_DEFAULTS } from '../../contract/email/email.defaults.ts'
import { EMAIL_TEMPLATES } from '../../contract/email/email.templates.ts'
import { newId } from '../../contract/kernel/id.ts'
import { queueMessage } from '../../server/areas/message/queue.ts'
import { pushService } from '../support/push-service.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type LetterCalls = Extract<CallName, `email.${string}` | `push.${string}` | `notification.${string}`>
type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Area = { readonly [C in LetterCalls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }

/** Attempts for templates, undelivered messages, notifications and push. */
export const letterAttempts: Area = {
  'email.list': async () => ({ input: {} }),
  'email.update': async () => ({
    input: { id: reminder.id, en: { ...EMAIL_DEFAULTS.visit_reminder.en, subject: `{house}: ${newId().slice(-6)}` } },
  }),
  'email.test': async (make) => {
    await make.server.pool.query(`update setting set data = '{}' where id = 'mail'`)
    return { input: { id: reminder.id, lang: 'de', by: 'mail' } }
  },
  'email.undelivered': async () => ({ input: {} }),
  'email.resend': async (make) => ({ input: { ids: [await deadLetter(make)] } }),
  'email.giveUp': async (make) => ({ input: { ids: [await deadLetter(make)] } }),
  'notification.list': async (make, actor, place) => ({
    input: { limit: 1000 },
    about: [await make.notice(place, actor)],
  }),
  'notification.readAll': async () => ({ input: {} }),
  'notification.read': async (make, actor, place) => ({ input: { id: await make.notice(place, actor) } }),
  'push.key': async () => ({ input: {} }),
  'push.subscribe': async () => ({ input: { endpoint: `http://127.0.0.1:9/${newId()}`, ...deviceKeys() } }),
  'push.unsubscribe': async () => ({ input: { endpoint: `http://127.0.0.1:9/${newId()}` } }),
  'push.test': async (make, actor) => ({
    input: { endpoint: await subscribed(make, actor, await answeringService(make)) },
  }),
}

const reminder = EMAIL_TEMPLATES.visit_reminder

/** A mail that no server accepted. */
export async function deadLetter({ server: { pool, clock } }: Pick<Try, 'server'>, of?: Place): Promise<string> {
  const to = `dead.${newId()}@test.example`
  await queueMessage(pool, {
    channel: 'mail',
    to,
    lang: 'tr',
    template: 'payment_received',
    args: { name: 'Ayşe', house: 'Klinik', amount: '1 ₺', link: 'https://k.example/' },
    now: clock.now,
    ...(of && { of: { patientId: of.patient, clinicId: of.clinic } }),
  })
  const { rows } = await pool.query<{ id: string }>(
    `update message set state = 'dead', failure = 'refused', tries = 8, ended_at = $2 where recipient = $1 returning id`,
    [to, new Date(clock.now)],
  )
  return rows[0]!.id
}

/** A device of the actor that is subscribed at this address. */
export async function subscribed(make: Try, actor: Actor, endpoint: string): Promise<string> {
  const { p256dh, auth } = deviceKeys()
  await make.server.pool.query(
    `insert into push_subscription (id, person_id, session_hash, endpoint, p256dh, auth, made_at)
     select gen_random_uuid(), person_id, session_hash, $2, $3, $4, created_at from session
      where person_id = $1 and ended_at is null and token_hash is not null limit 1`,
    [make.personOf(actor)?.id ?? null, endpoint, p256dh, auth],
  )
  return endpoint
}

/** What a browser makes when it subscribes: its public key and its secret. */
export function deviceKeys() {
  const ecdh = createECDH('prime256v1')
  return { p256dh: ecdh.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') }
}

/** One push service for all attempts of a run, and an unused address at it. */
async function answeringService({ server }: Try): Promise<string> {
  service ??= pushService()
  const { url } = await service
  ;(server.deps.pushHosts as Set<string>).add(url) // as its operator would configure it; the tests made the set
  return `${url}/${newId()}`
}
let service: ReturnType<typeof pushService> | undefined
