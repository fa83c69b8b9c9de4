import { readRows } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import type { Came } from './came.ts'
import { linkOf, settle } from './store.ts'

type Any = Ctx<'calendar.update'>

/** Stores the result and returns the calendar; pokes those who show the doctor's time. */
export async function settled(ctx: Pick<Any, 'db' | 'deps' | 'now' | 'after'>, id: string, came: Came) {
  const link = (await linkOf(ctx.db, id)) ?? gone()
  await settle(ctx.db, link, came, ctx.now)
  ctx.after(async () => ctx.deps.poke(await roomsOfDoctor(ctx, link.doctor_id)))
  return reply(ctx, id)
}

export const reply = async ({ db }: Pick<Any, 'db'>, id: string) => {
  const [calendar] = await readRows(db, 'calendar_link', [id])
  return { status: true as const, calendar: calendar ?? gone() }
}

/** Who shows this doctor's times: the doctor, and the desks of their clinics. */
export async function roomsOfDoctor({ deps }: Pick<Any, 'deps'>, doctorId: string): Promise<string[]> {
  const { rows } = await deps.pool.query<{ clinic_ids: string[] }>('select clinic_ids from doctor where id = $1', [
    doctorId,
  ])
  return [`doctor:${doctorId}`, `user:${doctorId}`, ...(rows[0]?.clinic_ids ?? []).map((id) => `clinic:${id}`)]
}

function gone(): never {
  throw new Refused('calendar_not_found')
}
