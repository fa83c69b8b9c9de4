import { DEFAULT_LANGUAGE, type Language } from '../../../contract/kernel/constants.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import { notificationWords } from '../../../contract/notification/notification.words.ts'
import { listPage, where } from '../../http/list.ts'
import type { Area } from '../../http/handler.ts'

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
    const counted = await db.query<{ n: number; lang: Language }>(
      'select lang, (select count(*) from notification where user_id = $1 and not read) as n from person where id = $1',
      [who.id],
    )
    const { n = 0, lang = DEFAULT_LANGUAGE } = counted.rows[0] ?? {}
    const notifies = rows.map((row) => ({ ...row, ...notificationWords(lang, row.kind) }))
    return { ...envelope, notifies, unread: n }
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
