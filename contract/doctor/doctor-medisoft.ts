import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, text } from '../kernel/fields.ts'

export const medisoftCalls = {
  /** The doctors in the clinic software Medisoft, to choose from; `knownId` marks those the caller already has. */
  'doctor.medisoft': {
    method: 'GET',
    path: '/api/doctor/medisoft/getdoctors',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['third_party_failure'],
    input: v.strictObject({}),
    reply: v.object({
      status: v.literal(true),
      doctors: v.array(
        v.object({
          ref: text(60),
          title: text(60),
          name: text(200),
          phone: v.nullable(text(20)),
          email: v.nullable(text(200)),
          branchId: v.nullable(id),
          city: text(120),
          knownId: v.nullable(id),
        }),
      ),
    }),
  },
} as const satisfies CallTable
