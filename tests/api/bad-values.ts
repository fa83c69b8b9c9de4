import type { GenericSchema } from 'valibot'

/** In every value that is sent: no refusal may repeat it, and no log may contain it. */
export const MARK = 'zq7kanarya'

/** A value for one field, and whether the call must refuse it or may accept it. `undefined`: the field is left out. */
export type Bad = { readonly fault: string; readonly value: unknown; readonly must: 'refuse' | 'either' }

/** Every way in which a field can be wrong (DONE.md "API", TRUST G7), derived from its schema. */
export function badValuesOf(schema: GenericSchema): Bad[] {
  const { kind, limits, optional, nullable, item } = shapeOf(schema)
  const refuse = (fault: string, value: unknown): Bad => ({ fault, value, must: 'refuse' })
  const either = (fault: string, value: unknown): Bad => ({ fault, value, must: 'either' })
  return [
    ...(optional ? [] : [refuse('missing', undefined)]),
    ...(nullable ? [] : [refuse('null', null)]),
    ...Object.entries(OF_KIND).flatMap(([other, value]) =>
      fits(kind, other) ? [] : [refuse(`${other} for ${kind}`, value)],
    ),
    ...(kind === 'text' ? texts() : []),
    ...(kind === 'number' ? numbers() : []),
    ...(kind === 'array' && item ? lists(item) : []),
  ]

  function texts(): Bad[] {
    const free = isFree({ limits })
    return [
      refuse('100,000 characters', MARK + 'x'.repeat(100_000)),
      ...(typeof limits.get('max_length') === 'number'
        ? [refuse('one too long', MARK.padEnd(Number(limits.get('max_length')) + 1, 'x'))]
        : []),
      refuse('null byte', `${MARK}\0`),
      refuse('lone surrogate', `${MARK}\ud83d`),
      ...(free
        ? [either('right-to-left marks', `\u202e${MARK}\u2066\u200f`), either('empty', '')]
        : [refuse('junk', MARK), refuse('right-to-left marks', `\u202e${MARK}`), refuse('empty', '')]),
    ]
  }

  function numbers(): Bad[] {
    const min = limits.get('min_value')
    const max = limits.get('max_value')
    return [
      refuse('fraction', 20.5),
      refuse('huge', 1e308),
      refuse('past 2^53', 2 ** 53 + 2),
      ...(typeof min === 'number'
        ? [refuse('negative', -Math.abs(min) - 1), refuse('under the least', min - 1)]
        : [either('negative', -1)]),
      ...(typeof max === 'number' ? [refuse('over the most', max + 1)] : []),
    ]
  }

  function lists(of: GenericSchema): Bad[] {
    const most = limits.get('max_length')
    const one = shapeOf(of)
    return [
      ...Object.entries(OF_KIND).flatMap(([other, value]) =>
        fits(one.kind, other) ? [] : [refuse(`${other} in the list`, [value])],
      ),
      ...(one.kind === 'text'
        ? [
            isFree(one) ? either('junk in the list', [MARK]) : refuse('junk in the list', [MARK]),
            refuse('null byte in the list', [`${MARK}\0`]),
          ]
        : []),
      ...(typeof most === 'number'
        ? [
            refuse(
              'one too many',
              Array.from({ length: most + 1 }, () => MARK),
            ),
          ]
        : []),
      ...(Number(limits.get('min_length') ?? 0) > 0 ? [refuse('empty list', [])] : [either('empty list', [])]),
      refuse(
        '10,000 in the list',
        Array.from({ length: 10_000 }, () => MARK),
      ),
    ]
  }
}

/** Whether the field accepts any text. */
const isFree = ({ limits }: Pick<Shape, 'limits'>) =>
  !limits.has('regex') && !limits.has('picklist') && !limits.has('literal')

/**
 * Fields that no one may add (TRUST G2), and names with a meaning in JavaScript. Each call leaves out those that are
 * its own.
 */
export const FORBIDDEN = [
  'price',
  'currency',
  'commission',
  'earn',
  'earnStatus',
  'paymentStatus',
  'paymentType',
  'amount',
  'status',
  'version',
  'audience',
  'realm',
  'superadmin',
  'role',
  'roles',
  'keys',
  'userId',
  'createdAt',
  'createdBy',
  'updatedBy',
  'cancelledBy',
  'completedBy',
  'arrivedAt',
  'moves',
  'field_versions',
  'doctor_id',
  'clinic_ids',
  'passwordHash',
  'password_hash',
  'private',
  'active',
  MARK.slice(0, 3),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
] as const

const OF_KIND = { number: 7, text: MARK, boolean: true, array: [MARK], object: { [MARK]: MARK } }
type Kind = keyof typeof OF_KIND | 'unknown'
const fits = (kind: Kind, other: string) => kind === other || kind === 'unknown'

type Shape = {
  kind: Kind
  limits: ReadonlyMap<string, unknown>
  optional: boolean
  nullable: boolean
  item: GenericSchema | null
}

/** What valibot's own objects say about a schema: they are plain data (valibot, "Schemas as objects"). */
function shapeOf(schema: GenericSchema): Shape {
  const { type, wrapped, pipe = [], item = null, options } = schema as GenericSchema & Parts // `type` tells which kind
  if (wrapped) {
    const inner = shapeOf(wrapped)
    return {
      ...inner,
      optional: inner.optional || type === 'optional',
      nullable: inner.nullable || type === 'nullable',
    }
  }
  const first = pipe[0]
  if (first && first.type !== type) throw new Error(`a pipe that does not begin with its type: ${type}`)
  if (first?.wrapped) return { ...shapeOf(first), limits: limitsOf(pipe) }
  return {
    kind: KINDS[type] ?? 'unknown',
    limits: new Map([
      ...limitsOf(pipe),
      ...(options ? ([['picklist', options]] as const) : []),
      ...(type === 'literal' ? ([['literal', true]] as const) : []),
    ]),
    optional: false,
    nullable: false,
    item,
  }
}

type Parts = {
  wrapped?: GenericSchema
  item?: GenericSchema
  options?: unknown
  pipe?: readonly (GenericSchema & { requirement?: unknown; wrapped?: GenericSchema; pipe?: Parts['pipe'] })[]
}

/** The tightest limit of each kind; a pipe may contain pipes. */
function limitsOf(pipe: NonNullable<Parts['pipe']>): Map<string, unknown> {
  return new Map(
    pipe.flatMap((part, i) =>
      i === 0 && part.pipe ? [...limitsOf(part.pipe)] : [[part.type, part.requirement] as const],
    ),
  )
}

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  picklist: 'text',
  literal: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'array',
  strict_object: 'object',
  object: 'object',
}
