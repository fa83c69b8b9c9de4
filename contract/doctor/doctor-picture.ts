import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, listOf } from '../kernel/fields.ts'
import { MOST_PICTURES } from '../file.ts'

export const doctorPictureCalls = {
  /**
   * The order of a doctor's photos or diplomas: the named ones first, in this order, then the rest in their old order,
   * so that one added or removed meanwhile causes no conflict. The pictures themselves go through `file/uploadpictures`
   * and `file/removepicture`.
   */
  'doctor.arrange': {
    method: 'PUT',
    path: '/api/doctor/:id',
    action: 'arrange',
    roles: ['admin', 'clinic', 'doctor'],
    offline: 'online',
    refusals: ['doctor_not_found'],
    input: v.strictObject({
      id,
      type: v.picklist(['photo', 'diploma']),
      ids: listOf(id, MOST_PICTURES),
    }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'doctor', needs: [] },
  },
} as const satisfies CallTable
