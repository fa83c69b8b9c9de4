import { scalarOf } from './scalars.ts'
import { fieldsOf, inside, type Schema } from './schema.ts'

/** Where a schema is used: at the top of a request or reply of `call`, or in one of its fields. */
type Place = {
  readonly call: string
  readonly kind: 'Input' | 'Reply' | 'Field'
  /** The record that contains it, in the singular. */
  readonly of: string
  readonly field: string | null
}

/**
 * Schemas used in several places are named once and referenced (`$ref`), so that the document stays short and a
 * generator makes one type of each. Pass all of them to `count` first, then write each with `share`; `taken` are names
 * already in use.
 */
export function createSharing(taken: readonly string[]) {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const schemas: Record<string, Schema> = {}
  const used = new Set(taken)

  function count(marked: Schema) {
    const { schema } = withoutSight(marked)
    const text = JSON.stringify(schema)
    const before = counts.get(text) ?? 0
    counts.set(text, before + 1)
    // the content of a named schema is counted only at its first use
    if (!before || !isWorthIt(schema))
      inside(schema, (inner) => {
        count(inner)
        return inner
      })
  }

  function share(marked: Schema, place: Place): Schema {
    const { schema, sight } = withoutSight(marked)
    return { ...shareWhole(schema, place), ...sight }
  }

  function shareWhole(schema: Schema, place: Place): Schema {
    const text = JSON.stringify(schema)
    const known = names.get(text)
    if (known) return refTo(known)
    const within = () => inside(schema, (its, field) => share(its, below(place, field)))
    if ((counts.get(text) ?? 0) < 2 || !isWorthIt(schema)) return within()
    const name = nullableName(schema) ?? nameFor(schema, place)
    names.set(text, name)
    used.add(name)
    const scalar = scalarOf(schema)
    schemas[name] = {}
    schemas[name] = {
      ...(scalar && { description: scalar.description }),
      ...within(),
      ...(scalar?.example !== undefined && { examples: [scalar.example] }),
    }
    return refTo(name)
  }

  function nameFor(schema: Schema, place: Place): string {
    const scalar = scalarOf(schema)
    if (scalar) return scalar.name
    const free = namesOf(schema, place).find((name) => !used.has(name))
    if (free) return free
    const last = namesOf(schema, place).at(-1)!
    for (let n = 2; ; n++) if (!used.has(`${last}${n}`)) return `${last}${n}`
  }

  return { count, share, schemas }
}

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** `appointment.move` → `AppointmentMove`, `paymentStatus` → `PaymentStatus`. */
export const pascal = (name: string) => name.replaceAll(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The place at the top of a reply or an input, or of a field. */
export const placeOf = (call: string, kind: 'Input' | 'Reply', field: string | null = null): Place => ({
  call: pascal(call),
  kind,
  of: pascal(call.split('.')[0]!),
  field,
})

function below(place: Place, field: string | null): Place {
  // an element of a list, or one of several variants, is named after its list
  if (field === null) return place
  return { ...place, kind: 'Field', of: place.field ? singular(place.field) : place.of, field }
}

function namesOf(schema: Schema, { call, kind, of, field }: Place): readonly string[] {
  if (field === null) {
    const held = Object.keys(fieldsOf(schema).properties).filter((name) => !COMMON.has(name))
    if (kind !== 'Reply') return [`${call}${kind === 'Input' ? 'Input' : ''}`]
    return held.length ? [`${pascal(held[0]!)}Reply`, `${call}Reply`] : ['Done', `${call}Reply`]
  }
  const name = singular(field)
  const owned = of === name ? name : `${of}${name}`
  return schema['properties'] ? [name, owned, `${call}${name}`] : [owned, `${call}${name}`]
}

/** Who may see a field belongs to the field, not to the schema it shares with others. */
function withoutSight({ 'x-see': roles, ...schema }: Schema) {
  return { schema: schema as Schema, sight: roles === undefined ? {} : { 'x-see': roles } }
}

/** Fields that any reply has. */
const COMMON = new Set(['status', 'total', 'pages', 'more', 'after'])

/** `InstantOrNull`, of a scalar that may be missing. */
function nullableName(schema: Schema): string | null {
  const [first, second, ...more] = (schema['anyOf'] ?? []) as readonly Schema[]
  const scalar = first && scalarOf(first)
  return scalar && second?.['type'] === 'null' && more.length === 0 ? `${scalar.name}OrNull` : null
}

const isWorthIt = (schema: Schema) =>
  scalarOf(schema) !== undefined ||
  nullableName(schema) !== null ||
  Object.keys(fieldsOf(schema).properties).length > 0 ||
  (Array.isArray(schema['enum']) && schema['enum'].length > 1)

const singular = (field: string) =>
  pascal(
    field
      .replace(/ies$/, 'y')
      .replace(/(ch|sh|x)es$/, '$1')
      .replace(/(?<![su])s$/, ''),
  )
