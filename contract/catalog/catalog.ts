import * as v from 'valibot'
import type { CallTable, Role } from '../kernel/call.ts'
import type { MessageCode } from '../kernel/messages.ts'
import {
  alsoAs,
  freeText,
  id,
  instant,
  listed,
  multilingual,
  multilingualInput,
  newRecordId,
  text,
  version,
} from '../kernel/fields.ts'

/** The three lists of terms for what doctors treat and how (SPEC §3): one shape, one component, one handler. */
export const CATALOGS = ['symptom', 'disease', 'treatment'] as const
export type CatalogName = (typeof CATALOGS)[number]

export const CatalogEntry = v.pipe(
  v.object({ id, version, name: multilingual(200), createdAt: instant }),
  alsoAs('_id'),
)
export type CatalogEntry = v.InferOutput<typeof CatalogEntry>

/** `status` in a list: entries that doctors name, that no doctor names, or that lack one of the four languages. */
const CATALOG_STATUSES = ['used', 'unused', 'incomplete'] as const

const count = v.pipe(v.number(), v.integer())
/** Counts only doctors the caller may see: no one else counts a private clinic's (rule 47). */
const Counted = v.pipe(v.object({ ...CatalogEntry.entries, usedBy: count }), alsoAs('_id'))

const name = multilingualInput(200, 'required')
const page = v.optional(v.pipe(text(7), v.regex(/^[1-9]\d{0,5}$/)))

const list = <const N extends CatalogName, const R extends readonly Role[]>(of: N, roles: R) =>
  ({
    method: 'GET',
    path: `/api/${of}`,
    roles,
    offline: 'cached',
    refusals: [],
    // numbers in a query come as text
    input: v.strictObject({
      page,
      limit: v.optional(v.pipe(text(4), v.regex(/^([1-9]\d{0,2}|1000)$/))),
      status: v.optional(v.picklist(CATALOG_STATUSES)),
      keyword: v.optional(freeText(60)),
    }),
    reply: v.object({
      ...listed,
      records: v.array(Counted),
      stats: v.object({ total: count, used: count, unused: count, incomplete: count }),
    }),
  }) as const

const get = <const N extends CatalogName, const R extends readonly Role[]>(of: N, roles: R) =>
  ({
    method: 'GET',
    path: `/api/${of}/:id`,
    roles,
    offline: 'cached',
    refusals: ['record_not_found'],
    input: v.strictObject({ id }),
    reply: replyOf(of),
  }) as const

const add = <const N extends CatalogName>(of: N) =>
  ({
    method: 'POST',
    path: `/api/${of}`,
    roles: ['admin'],
    offline: 'queue',
    refusals: ['id_taken', 'name_exists'],
    input: v.strictObject({ id: newRecordId, name }),
    reply: replyOf(of),
    writes: { table: of, needs: [], creates: true },
  }) as const

const update = <const N extends CatalogName>(of: N) =>
  ({
    method: 'PUT',
    path: `/api/${of}/:id`,
    roles: ['admin'],
    offline: 'queue',
    refusals: ['record_not_found', 'name_exists'],
    input: v.strictObject({ id, name }),
    reply: replyOf(of),
    writes: { table: of, needs: [], coalesce: 'edit', sets: ['name'] },
  }) as const

/** Refused while doctors name it, unless the caller confirmed that it is removed from their cards too (SCREENS B12). */
const remove = <const N extends CatalogName, const R extends readonly MessageCode[]>(of: N, refusals: R) =>
  ({
    method: 'DELETE',
    path: `/api/${of}/:id`,
    roles: ['admin'],
    offline: 'queue',
    refusals,
    input: v.strictObject({ id, fromDoctors: v.optional(v.picklist(['true', 'false'])) }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: of, needs: [], removes: true },
  }) as const

const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const

/** RULES 13: admins edit all three. Everyone selects from diseases and treatments; symptoms are for admins only. */
export const catalogCalls = {
  'symptom.list': list('symptom', ['admin']),
  'symptom.get': get('symptom', ['admin']),
  'symptom.add': add('symptom'),
  'symptom.update': update('symptom'),
  'symptom.delete': remove('symptom', ['record_not_found']),
  'disease.list': list('disease', everyone),
  'disease.get': get('disease', everyone),
  'disease.add': add('disease'),
  'disease.update': update('disease'),
  'disease.delete': remove('disease', ['record_not_found', 'in_use']),
  'treatment.list': list('treatment', everyone),
  'treatment.get': get('treatment', everyone),
  'treatment.add': add('treatment'),
  'treatment.update': update('treatment'),
  'treatment.delete': remove('treatment', ['record_not_found', 'in_use']),
} as const satisfies CallTable

function replyOf<N extends CatalogName>(of: N) {
  // a computed key widens to string
  const record = { [of]: CatalogEntry } as { readonly [K in N]: typeof CatalogEntry }
  return v.object({ status: v.literal(true), ...record })
}
