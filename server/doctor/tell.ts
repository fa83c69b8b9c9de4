import { newId } from '../../contract/id.ts'
import type { Notification } from '../../contract/notification.ts'
import type { Ctx } from '../http/handler.ts'

type Kind = Extract<Notification['kind'], `doctor_${string}`>

/** Rule 100: what a clinic does to its doctor, the doctor hears of; with the clinic's name, or that of the admin who did it. */
export async function tellDoctor(
  { db, who, now, after, deps }: Pick<Ctx<'doctor.join'>, 'db' | 'who' | 'now' | 'after' | 'deps'>,
  doctorId: string,
  kind: Kind,
): Promise<void> {
  const { rows } = await db.query<{ name: string }>('select name from clinic where id = $1', [who.clinicId])
  await db.query('insert into notification (id, user_id, kind, args, created_at) values ($1, $2, $3, $4, $5)', [
    newId(now),
    doctorId,
    kind,
    [rows[0]?.name ?? who.name],
    new Date(now),
  ])
  after(async () => deps.poke([`user:${doctorId}`]))
}
