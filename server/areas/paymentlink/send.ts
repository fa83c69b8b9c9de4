import type { PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { DEFAULT_ZONE, type Language } from '../../../contract/kernel/constants.ts'
import { wallTime } from '../../../contract/kernel/when.ts'
import type { Ctx } from '../../http/handler.ts'
import { queueMessage } from '../message/queue.ts'
import { moneyIn } from '../payment/words.ts'

/**
 * Sends a link to its patient, in their language, by the channel that the desk chose. False if there is no address for
 * it.
 */
export async function sendLink(
  { db, now }: Pick<Ctx<'paymentlink.send'>, 'db' | 'now'>,
  link: PaymentLink,
  by: 'mail' | 'sms',
  url: string,
): Promise<boolean> {
  const { rows } = await db.query<To>(TO, [link.patientId, link.clinicId])
  const to = rows[0]
  const recipient = by === 'mail' ? to?.email : to?.phone
  if (!to || !recipient) return false
  await queueMessage(db, {
    channel: by,
    to: recipient,
    lang: to.lang,
    of: { patientId: link.patientId, clinicId: link.clinicId },
    template: 'payment_link',
    args: {
      house: to.house,
      name: to.name,
      amount: moneyIn(to.lang, link.amount, link.currency),
      until: wallTime(Date.parse(link.expiresAt), to.zone ?? DEFAULT_ZONE),
      link: url,
    },
    now,
    notAfter: Date.parse(link.expiresAt),
  })
  return true
}

type To = {
  readonly email: string | null
  readonly phone: string | null
  readonly lang: Language
  readonly name: string
  readonly house: string
  readonly zone: string | null
}

const TO = `select p.email, p.phone, p.lang, p.name, coalesce(c.name, 'Bedside') as house, c.zone
  from person p left join clinic c on c.id = $2 where p.id = $1 and p.active`
