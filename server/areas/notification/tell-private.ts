import type { CallName } from '../../../contract/calls.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import type { Ctx } from '../../http/handler.ts'
import { note } from './note.ts'

type By = Pick<Ctx<CallName>, 'db' | 'who' | 'now' | 'deps' | 'after'>

/**
 * Tells the users of a private clinic, or with null of every private clinic, that the platform's people have changed
 * something that affects it (rule 48, docs/decisions/0040): at once, in the transaction of the change. Does nothing if
 * one of their own made it.
 */
export async function tellPrivateClinics(
  { db, who, now, deps, after }: By,
  kind: Extract<
    Notification['kind'],
    'platform_messages_changed' | 'platform_letter_changed' | 'clinic_changed_by_platform'
  >,
  clinicId: string | null,
): Promise<void> {
  if (who.type !== 'admin') return
  const { rows } = await db.query<{ id: string }>('select private_clinic_users($1) as id', [clinicId])
  for (const { id } of rows) await note(db, { userId: id, kind, args: [who.name] }, now)
  after(async () => deps.poke(rows.map(({ id }) => `user:${id}`)))
}
