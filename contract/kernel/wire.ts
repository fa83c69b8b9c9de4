import * as v from 'valibot'
import type { Call, Meaning, Role } from './call.ts'

const inBody = (call: Call) => call.method === 'POST' || call.method === 'PUT'
const holes = (path: string) => path.match(/:(\w+)/g)?.map((hole) => hole.slice(1)) ?? []

/** Distributes one flat input over path, query and body. The server reads it back with `gather`. */
export function spread(call: Call, input: Readonly<Record<string, unknown>>) {
  const rest: Record<string, unknown> = { ...input }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  if (inBody(call)) return { url: path, body: { ...rest, ...(call.action && { action: call.action }) } }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== null) query.set(name, String(value))
  return { url: query.size ? `${path}?${query}` : path, body: undefined }
}

/**
 * One flat input from what came over HTTP. A path parameter wins over a field of the same name; `action` is dropped,
 * since it has selected the row.
 */
export function gather(
  call: Call,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
  body: unknown,
): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (inBody(call) && body !== undefined && body !== null && !isObject) return null // no row accepts it
  const { action: _, ...fields } = (inBody(call) ? (body ?? {}) : query) as Record<string, unknown> // an object, just checked
  for (const name of Object.keys(meaningOf(call, fields) ?? {})) delete fields[name]
  return { ...fields, ...Object.fromEntries(holes(call.path).map((name) => [name, params[name]])) }
}

/** SPEC's own field that selects this command, if one of these fields is it. */
export const meaningOf = (call: Call, fields: Readonly<Record<string, unknown>>): Meaning | undefined =>
  call.means?.find((meaning) => Object.entries(meaning).every(([name, value]) => fields[name] === value))

/**
 * The value without what this role may not see (`see` in fields.ts), at any depth of the schema. The only place where
 * fields are hidden: replies, pulls, exports and sockets all use it.
 */
export function visible(schema: v.GenericSchema, value: unknown, role: Role): unknown {
  const show = showOf(schema, role)
  return show ? show(value) : value
}

/** Shows a value of one schema to one role; null if nothing in it is hidden. */
type Show = ((value: unknown) => unknown) | null

/** Computed once per schema and role: a page of a fill calls it for each field of thousands of rows. */
function showOf(schema: v.GenericSchema, role: Role): Show {
  let known = shows.get(schema)
  if (!known) shows.set(schema, (known = new Map()))
  let show = known.get(role)
  if (show === undefined) known.set(role, (show = makeShow(schema, role)))
  return show
}
const shows = new WeakMap<v.GenericSchema, Map<Role, Show>>()

function makeShow(schema: v.GenericSchema, role: Role): Show {
  const { wrapped, item, entries } = innerOf(schema)
  if (wrapped) {
    const show = showOf(wrapped, role)
    return show && ((value) => (value === null || value === undefined ? value : show(value)))
  }
  if (item) {
    const show = showOf(item, role)
    return show && ((value) => (Array.isArray(value) ? value.map((one) => show(one)) : value))
  }
  if (!entries) return null
  const fields = new Map<string, Show>()
  for (const [name, field] of Object.entries(entries)) if (sees(field, role)) fields.set(name, showOf(field, role))
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const shown: Record<string, unknown> = {}
    const row = value as Readonly<Record<string, unknown>>
    for (const name of Object.keys(row)) {
      const show = fields.get(name)
      if (show !== undefined) shown[name] = show ? show(row[name]) : row[name]
    }
    return shown
  }
}

/**
 * The value with SPEC's own names for the ids of its records (`alsoAs` in fields.ts: `_id` in selectors), at any depth.
 * For everything that goes over the wire; the app itself knows only `id`.
 */
export function withWireNames(schema: v.GenericSchema, value: unknown): unknown {
  if (!hasWireNames(schema)) return value
  const inner = innerOf(schema)
  if (inner.wrapped) return value === null || value === undefined ? value : withWireNames(inner.wrapped, value)
  if (inner.item) return Array.isArray(value) ? value.map((one) => withWireNames(inner.item!, one)) : value
  if (!inner.entries || typeof value !== 'object' || value === null) return value
  const named: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    const entry = inner.entries[name]
    named[name] = entry ? withWireNames(entry, field) : field
  }
  const { alsoAs } = marksOf(schema)
  return typeof alsoAs === 'string' && 'id' in value ? { ...named, [alsoAs]: value.id } : named
}

/**
 * Whether replies of a call may be compressed. The length of a compressed reply reveals repetition: if a secret is next
 * to text that an attacker chooses, guessing and measuring finds the secret (BREACH).
 */
export const mayCompress = (call: Call): boolean => call.secret === undefined && !holdsCredential(call.reply)

/** Whether a schema has a `credential` anywhere (fields.ts). */
export const holdsCredential = once((schema): boolean => {
  const { wrapped, item, entries, options } = innerOf(schema)
  const inside = [wrapped, item, ...Object.values(entries ?? {}), ...(options ?? [])]
  return (
    marksOf(schema)['credential'] === true ||
    inside.some((inner) => typeof inner === 'object' && inner !== null && holdsCredential(inner as v.GenericSchema))
  )
})

/** Whether a field's `see` mark, if it has one, names this role. */
export function sees(schema: v.GenericSchema, role: Role): boolean {
  const roles = marksOf(schema)['see']
  return !Array.isArray(roles) || roles.includes(role)
}

type Inner = {
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  entries?: Readonly<Record<string, v.GenericSchema>>
  /** Schemas of a union, or the plain values of a picklist. */
  options?: readonly unknown[]
}
const innerOf = (schema: v.GenericSchema) => schema as v.GenericSchema & Inner // valibot's nullable, array and object carry these

// a schema's metadata never changes, and a long list reads it thousands of times per field
const marksOf = once((schema) => v.getMetadata(schema))
const hasWireNames = once((schema): boolean => {
  const { wrapped, item, entries } = innerOf(schema)
  return (
    typeof marksOf(schema)['alsoAs'] === 'string' ||
    [wrapped, item, ...Object.values(entries ?? {})].some((inner) => inner !== undefined && hasWireNames(inner))
  )
})

function once<Found>(find: (schema: v.GenericSchema) => Found) {
  const known = new WeakMap<v.GenericSchema, Found>()
  return (schema: v.GenericSchema): Found => {
    if (!known.has(schema)) known.set(schema, find(schema))
    return known.get(schema) as Found // just set
  }
}
