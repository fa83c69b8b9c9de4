import { isOpenLink, type OpenLink } from '../../../contract/paymentlink/paymentlink.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Handler } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { linkOf } from '../transaction/generate.ts'

/**
 * What the holder of a link's address is asked to pay; counts as one opening. It reveals neither patient nor visit
 * (rule 66).
 */
export const openLink: Handler<'paymentlink.open'> = async ({ token }, { deps, origin, now, ...ctx }) => {
  const who = ctx.who as Who | null // the row is open to anyone
  const wait = await deps.limits.spend('call', who?.sessionHash ?? `pay ${origin.ip}`)
  if (wait) throw new Refused('too_many_tries', { seconds: wait }, 429)
  const id = await linkOf(deps, origin, token)
  const { rows } = await deps.pool.query<OpenLink>(OPENED, [id])
  const link = rows[0]! // found just now
  const past = link.status === 'waiting' && !isOpenLink(link, now)
  return { status: true, link: { ...link, status: past ? 'expired' : link.status } }
}

const OPENED = `with opened as (update payment_link set opened = opened + 1 where id = $1 returning *)
  select l.amount, l.currency, l.description, l.status, iso(l.expires_at) as "expiresAt", c.name as "clinicName", c.phone as "clinicPhone"
    from opened l left join clinic c on c.id = l.clinic_id`
