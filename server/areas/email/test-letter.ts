import { TAG_SAMPLES } from '../../../contract/email/email.samples.ts'
import { whyNotLetter } from '../../../contract/email/email.rules.ts'
import type { Email } from '../../../contract/email/email.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Handler } from '../../http/handler.ts'
import { NotSent, sendMailNow, sendSmsNow } from '../../ports/message/send.ts'
import { fill, readLetters } from '../message/templates.ts'
import { readTransports } from '../setting/transport.ts'

/**
 * Sends one letter to the person who asks, with sample data and the stored settings; a demo server without a mail
 * server puts it into the outbox. The other side's answer is never shown (R51).
 */
export const sendTest: Handler<'email.test'> = async ({ id, lang, by, letter }, { db, deps, who, now, refuse }) => {
  const { rows: found } = await db.query<Email>('select * from email_row where id = $1', [id])
  const email = found[0]
  if (!email) return refuse('email_not_found')
  const wrong = letter && whyNotLetter(email.template, letter)
  if (wrong) return refuse(wrong.refused, { lang, part: wrong.part, tags: wrong.tags })
  const wait = await deps.limits.spend('upload', who.id)
  if (wait) throw new Refused('too_many_tries', { seconds: wait }, 429)
  const { rows } = await db.query<{ email: string | null; phone: string | null }>(
    'select email, phone from person where id = $1',
    [who.id],
  )
  const to = by === 'mail' ? rows[0]?.email : rows[0]?.phone
  const transports = await readTransports(deps)
  const transport = transports[by]
  if (!to || (!transport && !deps.demo)) return refuse('setting_incomplete')
  const written = letter ? new Map([[`${email.template} ${lang}`, letter]]) : await readLetters(db)
  const { subject, text, html, sms } = fill(email.template, lang, TAG_SAMPLES[lang], written)
  const messageId = newId(now)
  if (!transport)
    await db.query('select put_in_outbox($1, $2, $3, $4, $5, $6, $7, $8)', [
      messageId,
      by,
      to,
      lang,
      email.template,
      new Date(now),
      by === 'mail' ? subject : null,
      by === 'mail' ? text : sms,
    ])
  try {
    if (by === 'mail' && transports.mail)
      await sendMailNow(transports.mail, { id: messageId, to, subject, text, html }, deps.privateHosts)
    else if (by === 'sms' && transports.sms)
      await sendSmsNow(transports.sms, { id: messageId, to, text: sms }, deps.privateHosts)
  } catch (error) {
    if (error instanceof NotSent) return refuse('third_party_failure')
    throw error
  }
  return { status: true }
}
