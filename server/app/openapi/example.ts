import { scalarOf } from './scalars.ts'
import { fieldsOf, type Schema } from './schema.ts'

/**
 * A sample value of a schema, which can be read and sent: the required fields, and for a change one field that changes.
 */
export function exampleOf(schema: Schema, field = ''): unknown {
  const scalar = scalarOf(schema)
  if (scalar?.example !== undefined) return scalar.example
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined
  if (options) return exampleOf(options[0]!, field)
  switch (schema['type']) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return listOf(schema, field)
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return field === 'limit'
        ? 20
        : Math.max(Number(schema['minimum'] ?? 1), Math.min(1, Number(schema['maximum'] ?? 1)))
    case 'string':
      return textOf(schema, field)
    default:
      return {}
  }
}

function objectOf(schema: Schema): Schema {
  const { properties, required } = fieldsOf(schema)
  const names = Object.keys(properties)
  const first = names.find((name) => !['id', 'after', 'action'].includes(name))
  const chosen = names.includes('page') && names.includes('limit') ? ['page', 'limit'] : first ? [first] : []
  const shown = names.filter(
    (name) => required.includes(name) || (!required.some((each) => each !== 'action') && chosen.includes(name)),
  )
  return Object.fromEntries(shown.map((name) => [name, exampleOf(properties[name]!, name)]))
}

function listOf(schema: Schema, field: string): unknown[] {
  if (Array.isArray(schema['prefixItems']))
    return schema['prefixItems'].map((sample: Schema) => exampleOf(sample, field))
  const item = exampleOf((schema['items'] ?? {}) as Schema, field.replace(/s$/, ''))
  return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => item)
}

function textOf(schema: Schema, field: string): string {
  const {
    pattern,
    format,
    minLength = 0,
    maxLength = Infinity,
  } = schema as {
    pattern?: string
    format?: string
    minLength?: number
    maxLength?: number
  }
  if (format === 'email') return 'ayse@example.org'
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  const sample = TEXTS[field]
  return [...(sample ? [sample] : []), ...ANY].find(fits) ?? ''
}

/** Samples by field name; a general one if the name says nothing. */
const TEXTS: Readonly<Record<string, string>> = {
  name: 'Ayşe Yılmaz',
  username: 'ayse@example.org',
  password: 'correct horse battery',
  current: 'correct horse battery',
  session: 'the session id that GET /api/session answered',
  phone: '+905551112233',
  email: 'ayse@example.org',
  code: '123456',
  reason: 'The doctor is ill.',
  text: 'Rest for three days.',
  city: 'İstanbul',
  country: 'TR',
  address: 'Bağdat Caddesi 1',
  url: 'https://example.org/calendar.ics',
  host: 'clinic.example.org',
  zone: 'Europe/Istanbul',
  iban: 'TR330006100519786457841326',
  start: '20261201',
  end: '20261207',
}
const ANY = [
  'text',
  'x',
  '20261201',
  '1',
  '123456',
  'TR',
  '#0055aa',
  'https://example.org/a',
  'a'.repeat(43),
  'dQw4w9WgXcQ',
  'TR330006100519786457841326',
]
