import type { EffectsOf } from './effects.ts'

export const doctorEffects: EffectsOf<'doctor'> = {
  'doctor.update': {
    touches: ({ id }) => [{ table: 'doctor', id }],
    apply: {
      doctor: (row, { id: _, identity: _identity, ...fields }) => {
        if (!row) return row
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
        const next = { ...row, ...given }
        return { ...next, branchId: next.branchIds[0] ?? null }
      },
    },
  },
}
