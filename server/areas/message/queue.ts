import type { Language } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { joint } from '../../db/joint.ts'
import type { Db } from '../../db/pool.ts'
import type { Template } from '../../../contract/email/email.templates.ts'

export type OutgoingMessage = {
  readonly channel: 'mail' | 'sms'
  /** An email address, or a phone in E.164. */
  readonly to: string
  readonly lang: Language
  readonly template: Template
  readonly args: Readonly<Record<string, string>>
  /**
   * The patient it concerns, if it is on a clinic's business: it appears in the patient's contact log for the desk of
   * that clinic. A message about an account has none.
   */
  readonly of?: { readonly patientId: string; readonly clinicId: string | null }
  /** The visit it is about: if that is cancelled, moved or over, the message is void (rule 64). */
  readonly visitId?: string
  /** A private clinic whose own mail server sends it (decision 0095); it never goes through the platform's. */
  readonly through?: string
  /** The server's clock, in epoch ms. */
  readonly now: number
  /** Not sent before this time, in epoch ms; at once if absent. */
  readonly at?: number
  /** Sent once, however often it is queued with this key (rule 64). */
  readonly key?: string
  /** Not sent after this time, in epoch ms. */
  readonly notAfter?: number
}

/**
 * Writes messages to be sent once the transaction of `db` has committed, in one statement; none goes if it does not. The worker looks every
 * few seconds; `ctx.after(deps.sendSoon)` makes it look at once.
 */
export async function queueMessage(db: Db, ...messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return
  const instant = (at: number) => new Date(at).toISOString()
  const rows = messages.map(({ channel, to, lang, template, args, of, visitId, through, now, at, key, notAfter }) => ({
    id: newId(now),
    channel,
    recipient: to,
    lang,
    template,
    args,
    key: key ?? null,
    next_try_at: instant(at ?? now),
    not_after: notAfter === undefined ? null : instant(notAfter),
    made_at: instant(now),
    patient_id: of?.patientId ?? null,
    clinic_id: of?.clinicId ?? null,
    appointment_id: visitId ?? null,
    through: through ?? null,
  }))
  await db.query(joint(queue('$1'), [JSON.stringify(rows)], { types: ['text'], all: queue('p.v1', 'p,') }))
}

const queue = (
  rows: string,
  from = '',
) => `insert into message (id, channel, recipient, lang, template, args, key, next_try_at, not_after, made_at,
    patient_id, clinic_id, appointment_id, through)
  select m.* from ${from} jsonb_to_recordset(${rows}::jsonb) as m (id uuid, channel text, recipient text, lang text, template text, args jsonb, key text,
    next_try_at timestamptz, not_after timestamptz, made_at timestamptz, patient_id uuid, clinic_id uuid, appointment_id uuid,
    through uuid)
  on conflict do nothing`
