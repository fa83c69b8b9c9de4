import type { CallName, Input } from '../../contract/calls.ts'
import { EMAIL_DEFAULTS } from '../../contract/email.defaults.ts'
import { EMAIL_TEMPLATES } from '../../contract/email.templates.ts'
import { newId } from '../../contract/id.ts'
import { queueMessage } from '../../server/message/queue.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type LetterCalls = Extract<CallName, `email.${string}`>
type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Area = { readonly [C in LetterCalls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> }

/** Tries of templates and of what could not be sent. */
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
}

const reminder = EMAIL_TEMPLATES.visit_reminder

/** A mail that nobody took. */
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
