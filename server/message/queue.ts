import type { Language } from '../../contract/constants.ts'
import { newId } from '../../contract/id.ts'
import type { Db } from '../db/pool.ts'
import type { Template } from './templates.ts'

export type OutgoingMessage = {
  readonly channel: 'mail' | 'sms'
  /** An e-mail address, or a phone in E.164. */
  readonly to: string
  readonly lang: Language
  readonly template: Template
  readonly args: Readonly<Record<string, string>>
  /** In a clinic's own business: it stands in the patient's contact log, for the desk of that clinic. What concerns an account alone has none. */
  readonly of?: { readonly patientId: string; readonly clinicId: string | null }
  /** The visit it speaks of: once that is cancelled, moved or over it is void (rule 64). */
  readonly visitId?: string
  /** The server's clock, epoch ms. */
  readonly now: number
  /** Epoch ms before which it does not go; at once without. */
  readonly at?: number
  /** Goes once, however often it is queued under this key (rule 64). */
  readonly key?: string
  /** Epoch ms after which it is not worth sending. */
  readonly notAfter?: number
}

/**
 * Writes a message to be sent once the transaction of `db` has committed; nothing goes if it does not. The worker looks every few
 * seconds; `ctx.after(deps.sendSoon)` makes it look at once.
 */
export async function queueMessage(db: Db, message: OutgoingMessage): Promise<void> {
  await db.query(
    `insert into message (id, channel, recipient, lang, template, args, key, next_try_at, not_after, made_at, patient_id, clinic_id,
       appointment_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`,
    [
      newId(message.now),
      message.channel,
      message.to,
      message.lang,
      message.template,
      JSON.stringify(message.args),
      message.key ?? null,
      new Date(message.at ?? message.now),
      message.notAfter === undefined ? null : new Date(message.notAfter),
      new Date(message.now),
      message.of?.patientId ?? null,
      message.of?.clinicId ?? null,
      message.visitId ?? null,
    ],
  )
}
