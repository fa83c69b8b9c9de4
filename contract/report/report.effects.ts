import type { EffectsOf } from '../kernel/effect.ts'
import type { Report, reportCalls } from './report.ts'

export const reportEffects: EffectsOf<typeof reportCalls, { readonly report: Report }> = {
  'report.add': {
    touches: ({ id }) => [{ table: 'report', id }],
    apply: {
      report: (row, { clinicId, appointmentId, reportId, ...input }, { at, by, facts }) =>
        row ?? {
          ...input,
          version: 1,
          clinicId: clinicId ?? null,
          appointmentId: appointmentId ?? null,
          reportId: reportId ?? null,
          doctorId: facts.authorId ?? '',
          doctorName: facts.doctorName ?? by,
          createdAt: at,
        },
    },
  },
  'report.delete': {
    touches: ({ id }) => [{ table: 'report', id }],
    apply: { report: () => null },
  },
}
