import type { Clinic, clinicCalls } from './clinic.ts'
import type { EffectsOf } from '../kernel/effect.ts'

/** What a queued change of a clinic's texts looks like until the server answers. */
export const clinicEffects: EffectsOf<typeof clinicCalls, { readonly clinic: Clinic }> = {
  'clinic.update': {
    touches: ({ id }) => [{ table: 'clinic', id }],
    apply: {
      clinic: (row, { id: _, ...fields }, made) =>
        row && ({ ...row, ...presentFields(fields), updatedAt: made.at, updatedBy: made.by } as Clinic), // the input's fields are the row's own
    },
  },
}

const presentFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
