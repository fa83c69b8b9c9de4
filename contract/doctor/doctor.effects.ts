import { isProposed } from './doctor.rules.ts'
import type { Doctor, doctorCalls } from './doctor.ts'
import type { EffectsOf } from '../kernel/effect.ts'

export const doctorEffects: EffectsOf<typeof doctorCalls, { readonly doctor: Doctor }> = {
  'doctor.update': {
    touches: ({ id }) => [{ table: 'doctor', id }],
    apply: {
      doctor: (row, { id: _, identity: _identity, commissionClinicId, ...fields }) => {
        if (!row) return row
        // a proposal changes nothing until the doctor accepts
        const applied = Object.fromEntries(
          Object.entries(fields).filter(([name, value]) => value !== undefined && !(row.proposes && isProposed(name))),
        )
        const next = { ...row, ...applied }
        return { ...withTerms(next, row, commissionClinicId), branchId: next.branchIds[0] ?? null }
      },
    },
  },
}

/**
 * A commission belongs to one clinic: the named one, otherwise all that the caller sees; the card itself shows the
 * first (rule 33).
 */
function withTerms(next: Doctor, before: Doctor, named: string | undefined): Doctor {
  const { commissionType = null, commissionRatio = null, commissionAmount = null, memberships } = next
  if (!memberships?.length) return next
  const terms = { commissionType, commissionRatio, commissionAmount }
  const changed = JSON.stringify(terms) !== JSON.stringify(termsOf(before))
  if (!changed && !named) return next
  const all = memberships.map((each) => (named && each.clinicId !== named ? each : { ...each, ...terms }))
  return { ...next, memberships: all, ...(all[0] && termsOf(all[0])) }
}

const termsOf = ({
  commissionType = null,
  commissionRatio = null,
  commissionAmount = null,
}: Pick<Doctor, 'commissionType' | 'commissionRatio' | 'commissionAmount'>) => ({
  commissionType,
  commissionRatio,
  commissionAmount,
})
