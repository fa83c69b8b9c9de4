import { newId } from '../../../contract/kernel/id.ts'
import { addressOf, EVENT_OF, UNMUTED } from '../../../contract/notification/notification.rules.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import { joint } from '../../db/joint.ts'
import type { Db } from '../../db/pool.ts'

type Note = {
  readonly userId: string
  readonly kind: Notification['kind']
  /** The text's arguments, in order. */
  readonly args: readonly string[]
  /** The visit it links to. */
  readonly appointmentId?: string | null
}

/**
 * Notifies a person in the app and on their devices, in the transaction of its cause, as far as they want to be
 * notified. `now` is the server's clock in epoch ms. Returns the notification's id.
 */
export async function note(db: Db, { userId, kind, args, appointmentId }: Note, now: number): Promise<string> {
  const id = newId(now)
  const visit = appointmentId ?? null
  const url = addressOf({ kind, appointmentId: visit })
  await db.query(
    joint(
      'select ring($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [id, userId, kind, EVENT_OF[kind], args, visit, url, new Date(now), !UNMUTED.includes(kind)],
      { types: ['uuid', 'uuid', 'text', 'text', 'text[]', 'uuid', 'text', 'timestamptz', 'boolean'] },
    ),
  )
  return id
}
