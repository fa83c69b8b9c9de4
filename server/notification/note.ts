import { newId } from '../../contract/id.ts'
import type { Notification } from '../../contract/notification.ts'
import type { Db } from '../db/pool.ts'

type Note = {
  readonly userId: string
  readonly kind: Notification['kind']
  /** What the text is filled from, in order. */
  readonly args: readonly string[]
  /** The visit it leads to. */
  readonly appointmentId?: string | null
}

/** Rings a person's bell, in the transaction of what it tells. Epoch ms of the server's clock. Answers the notification's id. */
export async function note(db: Db, { userId, kind, args, appointmentId }: Note, now: number): Promise<string> {
  const id = newId(now)
  await db.query(
    'insert into notification (id, user_id, kind, args, appointment_id, created_at) values ($1, $2, $3, $4, $5, $6)',
    [id, userId, kind, args, appointmentId ?? null, new Date(now)],
  )
  return id
}
