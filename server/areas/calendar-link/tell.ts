import type { Notification } from '../../../contract/notification/notification.ts'
import type { Db } from '../../db/pool.ts'
import { writeTo } from '../message/write-to.ts'
import { note } from '../notification/note.ts'
import { behindSignIn, reachOf } from '../../identity/links.ts'
import type { StoredLink } from './store.ts'

/** Rules 96, 98: tells a doctor at once, in the app and by message, that a calendar can no longer be read. */
export async function tellBroken(
  db: Db,
  { id, doctor_id, name }: Pick<StoredLink, 'id' | 'doctor_id' | 'name'>,
  kind: Extract<Notification['kind'], `calendar_${string}`>,
  { now, publicUrl }: { readonly now: number; readonly publicUrl: string },
): Promise<void> {
  await note(db, { userId: doctor_id, kind, args: [name] }, now)
  await writeTo(db, publicUrl, await reachOf(db, doctor_id), {
    template: kind,
    path: behindSignIn({ type: 'doctor' }, '/calendar'),
    args: { calendar: name },
    now,
    key: `${kind}:${id}:${Math.floor(now / 86_400_000)}`,
    notAfter: now + 2 * 86_400_000,
  })
}
