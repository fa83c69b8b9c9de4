import type { Notification } from '../../../contract/notification/notification.ts'
import type { Ctx } from '../../http/handler.ts'
import { note } from '../notification/note.ts'

type Kind = Extract<Notification['kind'], `doctor_${string}`>

/**
 * Rule 100: tells a doctor what a clinic has changed about them, with the name of the clinic, or of the admin who did
 * it.
 */
export async function tellDoctor(
  { db, who, now, after, deps }: Pick<Ctx<'doctor.leave'>, 'db' | 'who' | 'now' | 'after' | 'deps'>,
  doctorId: string,
  kind: Kind,
): Promise<void> {
  const { rows } = await db.query<{ name: string }>('select name from clinic where id = $1', [who.clinicId])
  await note(db, { userId: doctorId, kind, args: [rows[0]?.name ?? who.name] }, now)
  after(async () => deps.poke([`user:${doctorId}`]))
}
