import { Refused } from '../../kernel/refused.ts'
import type { AheadHandler, Ctx } from '../../http/handler.ts'
import { saysMore } from '../../../contract/kernel/phone.rules.ts'
import { toE164 } from '../../kernel/phone.ts'
import { MedisoftFailed, type MedisoftDoctor } from '../../ports/clinic-software/medisoft.ts'

/**
 * Doctors of the clinic software, marking those the caller already has by phone or email, with their specialty in our
 * terms.
 */
export const importable: AheadHandler<'doctor.medisoft'> = {
  ahead: async (_, { deps }) => {
    const found = await deps.medisoft().catch((error: unknown) => {
      throw error instanceof MedisoftFailed ? new Refused('third_party_failure') : error
    })
    return (__, ctx) => compared(found, ctx)
  },
}

async function compared(found: readonly MedisoftDoctor[], { db, who }: Ctx<'doctor.medisoft'>) {
  const { rows: zone } = await db.query<{ zone: string }>('select zone from clinic where id = $1', [who.clinicId])
  const { rows: mine } = await db.query<{ id: string; phone: string | null; email: string | null }>(
    'select id, phone, email from doctor_row where mine',
  )
  const { rows: branches } = await db.query<{ id: string; name: string }>(
    `select r.id, fold(trim(n.value)) as name from branch_row r cross join lateral jsonb_to_recordset(r.name) as n (lang text, value text) where not r.gone`,
  )
  const { rows: folded } = await db.query<{ name: string }>(
    'select fold(trim(name)) as name from unnest($1::text[]) with ordinality t (name, place) order by place',
    [found.map((doctor) => doctor.specialty)],
  )
  return {
    status: true as const,
    doctors: found.map((doctor, i) => {
      const phone = doctor.phone ? toE164(doctor.phone, zone[0]?.zone ?? null) : null
      const email = doctor.email?.trim().toLowerCase() || null
      return {
        ref: doctor.ref,
        title: doctor.title,
        name: doctor.name,
        // a number with an extension cannot be stored: the list says that the phone is missing
        phone: phone && !saysMore(doctor.phone ?? '', phone) ? phone : null,
        email,
        branchId: branches.find((branch) => branch.name === folded[i]?.name)?.id ?? null,
        city: doctor.city,
        knownId:
          mine.find((card) => (phone && card.phone === phone) || (email && card.email?.toLowerCase() === email))?.id ??
          null,
      }
    }),
  }
}
