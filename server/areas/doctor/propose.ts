import { newId } from '../../../contract/kernel/id.ts'
import { toIdentity } from '../../db/sealed-columns.ts'
import { jsonWith } from '../../db/sealing.ts'
import type { Ctx } from '../../http/handler.ts'
import { tellDoctor } from './tell.ts'

/**
 * Stores a clinic's changes to a card that belongs to its doctor as a proposal, together with earlier ones, and tells
 * the doctor.
 */
export async function propose(
  ctx: Ctx<'doctor.update'>,
  doctorId: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { db, who, now } = ctx
  const { identity } = fields
  const kept = typeof identity === 'string' && identity ? { ...fields, identity: toIdentity(null, identity) } : fields
  await db.query(
    `insert into card_proposal as p (id, doctor_id, clinic_id, fields, made_by, made_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (doctor_id, clinic_id) do update set fields = p.fields || excluded.fields, made_by = excluded.made_by, made_at = excluded.made_at`,
    [newId(now), doctorId, who.clinicId, jsonWith(kept), who.name, new Date(now)],
  )
  await tellDoctor(ctx, doctorId, 'doctor_proposed')
}
