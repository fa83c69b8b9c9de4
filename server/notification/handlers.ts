import type { Notification } from '../../contract/notification.ts'
import { listPage, where } from '../http/list.ts'
import type { Area } from '../http/handler.ts'

export const notificationHandlers: Area<'notification'> = {
  'notification.list': async ({ unread, ...paging }, { db, who }) => {
    const filter = [where('"userId" = ?', who.id), ...(unread ? [where('not read')] : [])]
    const { rows, envelope } = await listPage<Notification>(
      db,
      'notification_row',
      filter,
      ['"createdAt"', 'id'],
      paging,
      true,
    )
    const counted = await db.query<{ n: number }>(
      'select count(*) as n from notification where user_id = $1 and not read',
      [who.id],
    )
    return { ...envelope, notifies: rows, unread: counted.rows[0]?.n ?? 0 }
  },

  'notification.readAll': async (_, { db, who }) => {
    await db.query('update notification set read = true where user_id = $1 and not read', [who.id])
    return { status: true, unread: 0 }
  },

  'notification.read': async ({ id }, { db, refuse }) => {
    const { rowCount } = await db.query('select from notification where id = $1 for update', [id])
    if (!rowCount) return refuse('record_not_found')
    await db.query('update notification set read = true where id = $1 and not read', [id])
    return [{ table: 'notification', id }]
  },
}
