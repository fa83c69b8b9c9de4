import type { Language } from '../../contract/kernel/constants.ts'
import type { Deps } from '../http/handler.ts'
import { NotSent, sendMailNow, sendSmsNow } from '../ports/message/send.ts'
import { isTemplate } from '../../contract/email/email.templates.ts'
import { invitationOf } from '../areas/appointment/invitation.ts'
import { fill, readLetters, type WrittenLetters } from '../areas/message/templates.ts'
import { readOwnMail } from '../areas/clinic/own-mail.ts'
import { readTransports, type Transports } from '../areas/setting/transport.ts'

type Needs = Pick<Deps, 'pool' | 'now' | 'log' | 'vault' | 'demo' | 'privateHosts'>

/**
 * Sends what is due, a few at a time, and returns how many were tried. A message is claimed with the time of its next
 * attempt already stored: a server that dies in between retries it under the same Message-ID (rule 64), and no other
 * takes it before this one has given up. After eight attempts over about fifteen hours it is dead, and its words are
 * kept for as long as someone may send it again. If no server is set up, messages wait; on a demo server they go to the
 * outbox instead.
 */
export async function sendMessages(deps: Needs): Promise<number> {
  const { pool, now } = deps
  await pool.query(
    `update message set state = 'dead', failure = 'expired', args = '{}', ended_at = $1 where state = 'queued' and not_after <= $1`,
    [new Date(now())],
  )
  const transports = await readTransports(deps)
  const written = await readLetters(pool)
  const channels = (['mail', 'sms'] as const).filter((channel) => deps.demo || transports[channel])
  const { rows } = await pool.query<Due>(TAKE, [channels, new Date(now()), AT_ONCE])
  await Promise.all(rows.map((due) => send(deps, transports, written, due)))
  return rows.length
}

async function send(
  deps: Needs,
  transports: Transports,
  written: WrittenLetters,
  { id, channel, recipient, lang, template, args, tries, through, visitId }: Due,
) {
  if (!isTemplate(template)) return bury(deps, id, 'no_template')
  const mail = through === null ? transports.mail : await readOwnMail(deps.pool, deps.vault, through)
  // the clinic has removed it since; the platform's mail server does not replace it
  if (through !== null && !mail) return bury(deps, id, 'refused')
  const { sms: gateway } = transports
  try {
    // with the words of now, not of when it was queued
    const { subject, text, html, sms } = fill(template, lang, args, written)
    if (channel === 'mail' && mail) {
      const { sender } = mail
      const about = { visitId, template, lang, to: recipient, sender, link: args['link'] ?? '' }
      const event = await invitationOf(deps.pool, about)
      await sendMailNow(mail, { id, to: recipient, subject, text, html, event }, deps.privateHosts)
    } else if (channel === 'sms' && gateway)
      await sendSmsNow(gateway, { id, to: recipient, text: sms }, deps.privateHosts)
    else
      return deps.pool.query(
        `update message set state = 'sent', args = '{}', ended_at = $2, subject = $3, body = $4 where id = $1`,
        [id, new Date(deps.now()), channel === 'mail' ? subject : null, channel === 'mail' ? text : sms],
      )
    await deps.pool.query(
      `update message set state = 'sent', args = '{}', ended_at = $2, failure = null where id = $1`,
      [id, new Date(deps.now())],
    )
  } catch (error) {
    const why = error instanceof NotSent ? error : { final: false, reason: 'broken' }
    // a fault of ours, in this message: the others go, and it keeps its next attempt as if it had not been claimed
    if (!(error instanceof NotSent)) deps.log.error({ what: 'sendMessages', template, err: error }, 'failed')
    if (why.final || tries >= MOST_TRIES) return bury(deps, id, why.reason)
    await deps.pool.query('update message set failure = $2 where id = $1', [id, why.reason])
  }
}

const bury = ({ pool, now }: Needs, id: string, why: string) =>
  pool.query(`update message set state = 'dead', failure = $2, ended_at = $3 where id = $1`, [id, why, new Date(now())])

type Due = {
  id: string
  channel: 'mail' | 'sms'
  recipient: string
  lang: Language
  template: string
  args: Record<string, string>
  tries: number
  through: string | null
  visitId: string | null
}

const AT_ONCE = 10
const MOST_TRIES = 8

/**
 * The next attempt is after half a minute, then four times as long each time, at most six hours. A booking is not
 * confirmed while its card is being charged: the outcome of the payment sends the letter, or voids it (decision 0142).
 */
const TAKE = `update message set tries = tries + 1, next_try_at = $2 + least(interval '30 s' * power(4, least(tries, 8)), interval '6 h')
 where id in (select id from message m where state = 'queued' and (channel = any ($1) or through is not null) and next_try_at <= $2 and not (
     m.template in ('visit_booked', 'visit_moved', 'visit_reminder') and exists (
       select from payment p where p.appointment_id = m.appointment_id and p.type = 'credit_card' and p.status = 'waiting'))
   order by next_try_at, id for update skip locked limit $3)
 returning id, channel, recipient, lang, template, args, tries, through, appointment_id as "visitId"`
