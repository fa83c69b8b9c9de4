import type { EffectsOf } from '../kernel/effect.ts'
import type { VisitType, visitTypeCalls } from './visittype.ts'

/** `currency`, which the input does not contain, is a fact of the change. */
export const visitTypeEffects: EffectsOf<typeof visitTypeCalls, { readonly visit_type: VisitType }> = {
  'visittype.add': {
    touches: ({ id }) => [{ table: 'visit_type', id }],
    apply: {
      visit_type: (row, input, { facts: { currency } }) =>
        row ?? { ...input, version: 1, currency: currency ?? 'try', archived: false },
    },
  },
  'visittype.update': {
    touches: ({ id }) => [{ table: 'visit_type', id }],
    apply: {
      visit_type: (row, { id: _, ...fields }) =>
        row && {
          ...row,
          ...(Object.fromEntries(
            Object.entries(fields).filter(([, value]) => value !== undefined),
          ) as Partial<VisitType>), // the schema's own fields
        },
    },
  },
  'visittype.archive': {
    touches: ({ id }) => [{ table: 'visit_type', id }],
    apply: { visit_type: (row) => row && { ...row, archived: true } },
  },
}
