import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { alsoAs, id, listed, multilingual, multilingualInput, newRecordId, paging, version } from '../kernel/fields.ts'

/** A specialty (SPEC §3). Without online calls its doctors have no online hours (rule 12). */
export const Branch = v.pipe(
  v.object({ id, version, name: multilingual(120), onlineCalls: v.boolean() }),
  alsoAs('_id'),
)
export type Branch = v.InferOutput<typeof Branch>

const name = multilingualInput(120, 'required')
const reply = v.object({ status: v.literal(true), branch: Branch })

export const branchCalls = {
  'branch.getall': {
    method: 'POST',
    path: '/api/branch/getall',
    roles: 'anyone',
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ ...paging, onlineCalls: v.optional(v.boolean()) }),
    reply: v.object({ ...listed, branches: v.array(Branch) }),
  },
  'branch.add': {
    method: 'POST',
    path: '/api/branch/add',
    roles: ['admin'],
    offline: 'queue',
    refusals: ['id_taken', 'branch_exists'],
    input: v.strictObject({ id: newRecordId, name, onlineCalls: v.boolean() }),
    reply,
    writes: { table: 'branch', needs: [], creates: true },
  },
  /**
   * `endOnline`: the caller has been told how many doctors have online hours that end with this (rule 12). Without it
   * the change is refused, so that no one's hours end by surprise.
   */
  'branch.update': {
    method: 'PUT',
    path: '/api/branch/:id',
    roles: ['admin'],
    offline: 'queue',
    refusals: ['branch_not_found', 'branch_exists', 'online_hours_exist'],
    input: v.strictObject({
      id,
      name: v.optional(name),
      onlineCalls: v.optional(v.boolean()),
      endOnline: v.optional(v.boolean()),
    }),
    reply,
    writes: { table: 'branch', needs: [], coalesce: 'edit', sets: ['name', 'onlineCalls'] },
  },
  'branch.delete': {
    method: 'DELETE',
    path: '/api/branch/:id',
    roles: ['admin'],
    offline: 'queue',
    refusals: ['branch_not_found', 'in_use'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'branch', needs: [], removes: true },
  },
} as const satisfies CallTable
