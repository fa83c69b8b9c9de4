import { newId } from '../../contract/id.ts'
import type { Notification } from '../../contract/notification.ts'
import type { Db } from '../db/pool.ts'
import { queueMessage } from '../message/queue.ts'
import { houseOf, linkTo, reachOf } from '../session/links.ts'
import type { StoredLink } from './store.ts'

/** Rules 96, 98: a calendar that can no longer be read is told to its doctor at once, on the screen and by message. */
export async function tellBroken(
  db: Db,
  { id, doctor_id, name }: Pick<StoredLink, 'id' | 'doctor_id' | 'name'>,
  kind: Extract<Notification['kind'], `calendar_${string}`>,
  { now, publicUrl }: { readonly now: number; readonly publicUrl: string },
): Promise<void> {
  await db.query('insert into notification (id, user_id, kind, args, created_at) values ($1, $2, $3, $4, $5)', [
    newId(now),
    doctor_id,
    kind,
    [name],
    new Date(now),
  ])
  const reach = await reachOf(db, doctor_id)
  if (!reach?.recipient) return
  await queueMessage(db, {
    channel: reach.channel,
    to: reach.recipient,
    lang: reach.lang,
    template: kind,
    args: {
      name: reach.name,
      house: houseOf(reach),
      calendar: name,
      link: linkTo(publicUrl, reach.panelUrl, '/calendar'),
    },
    now,
    key: `${kind}:${id}:${Math.floor(now / 86_400_000)}`,
    notAfter: now + 2 * 86_400_000,
  })
}
