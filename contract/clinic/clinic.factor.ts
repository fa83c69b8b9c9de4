import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { Clinic } from './clinic.ts'
import { id } from '../kernel/fields.ts'

export const clinicFactorCalls = {
  /**
   * Whether its users and doctors need a second factor; its own users decide. A person without one sets it up at their
   * next sign-in (TRUST D3).
   */
  'clinic.requireFactor': {
    method: 'PUT',
    path: '/api/clinic/:id',
    action: 'requireFactor',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['clinic_not_found'],
    input: v.strictObject({ id, required: v.boolean() }),
    reply: v.object({ status: v.literal(true), clinic: Clinic }),
    writes: { table: 'clinic', needs: [] },
  },
} as const satisfies CallTable
