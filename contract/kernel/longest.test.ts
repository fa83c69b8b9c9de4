import * as v from 'valibot'
import { expect, test } from 'vitest'
import { cpuOf, PUMPS } from '../../tests/support/cpu.ts'
import { callNames, rowOf } from '../calls.ts'
import { SETTING_CHANGES } from '../setting/setting.ts'

/** Issue 38, G9: the longest text that any field accepts, and ten times that, is judged without blocking others. */
const MOST_MS = 50
const BODY_LIMIT = 1024 * 1024

type Node = v.GenericSchema & {
  readonly wrapped?: Node
  readonly item?: Node
  readonly entries?: Readonly<Record<string, Node>>
  readonly options?: readonly (Node | string)[]
  readonly pipe?: readonly (Node & { readonly requirement?: unknown })[]
}
type Place = {
  readonly name: string
  readonly root: Node
  readonly schema: Node
  readonly fill: (value: unknown) => unknown
}

const roots: readonly (readonly [string, Node])[] = [
  ...callNames.map((name) => [name, rowOf(name).input as Node] as const),
  ...Object.entries(SETTING_CHANGES).map(([name, schema]) => [`setting.update ${name}`, schema as Node] as const),
]
/** Every place of an input that takes a text or a list, and how a value gets there. */
function placesOf(name: string, root: Node, schema: Node, fill: Place['fill']): Place[] {
  const { wrapped, item, entries, options = [], pipe = [] } = schema
  const inner = wrapped ?? (pipe[0]?.wrapped || pipe[0]?.pipe ? pipe[0] : undefined)
  if (inner) return placesOf(name, root, { ...inner, pipe: [...(inner.pipe ?? []), ...pipe.slice(1)] } as Node, fill)
  if (entries)
    return Object.entries(entries).flatMap(([field, one]) =>
      placesOf(`${name}.${field}`, root, one, (value) => fill({ [field]: value })),
    )
  const here = { name, root, schema, fill }
  if (item) return [here, ...placesOf(`${name}[]`, root, item, (value) => fill([value]))]
  return schema.type === 'string' || options.length ? [here] : []
}
const places = roots.flatMap(([name, root]) => placesOf(name, root, root, (value) => value))
const texts = places.filter(({ schema }) => !schema.item)
const lists = places.filter(({ schema }) => schema.item)

/** The smallest maximum of a place; a field with a format of its own is as long as that format. */
const mostOf = ({ schema }: Place) =>
  Math.min(...flat(schema).flatMap(({ type, requirement }) => (type === 'max_length' ? [Number(requirement)] : [])))
const flat = ({ pipe = [] }: Node): NonNullable<Node['pipe']> =>
  pipe.flatMap((one) => (one.pipe && one.pipe[0]?.type !== undefined ? [one, ...flat(one)] : [one]))

test.each([1, 10])('each of twenty patterns at %s times the maximum length, in every text of every call', (times) => {
  expect(texts.length).toBeGreaterThan(400)
  const slow: string[] = []
  for (const place of texts) {
    const most = mostOf(place)
    const length = Math.min((Number.isFinite(most) ? most : 1000) * times, BODY_LIMIT)
    for (const pump of PUMPS) {
      const input = place.fill(pump.repeat(Math.ceil(length / pump.length)).slice(0, length))
      const judge = () => v.safeParse(place.root, input)
      let ms = cpuOf(judge)
      // a garbage collection may hit one attempt, but hardly three
      for (let again = 0; ms > MOST_MS && again < 2; again++) ms = Math.min(ms, cpuOf(judge))
      if (ms > MOST_MS) slow.push(`${place.name}, ${length} × ${JSON.stringify(pump)}: ${ms} ms`)
    }
  }
  expect(slow).toEqual([])
})

test('a text that is too long is refused by its length before anything else reads it', () => {
  for (const place of texts.filter((one) => Number.isFinite(mostOf(one)))) {
    const { issues = [] } = v.safeParse(place.root, place.fill('x'.repeat(mostOf(place) + 1)))
    const its = issues.filter(
      ({ path, type }) => type !== 'strict_object' && path && typeof path.at(-1)?.value === 'string',
    )
    expect([place.name, ...its.map(({ type }) => type)]).toEqual([place.name, 'max_length'])
  }
})

test('a list has a maximum, and one with half a million entries is refused before any is read', () => {
  expect(lists.length).toBeGreaterThan(30)
  const many = Array.from({ length: 500_000 }, () => 0)
  for (const place of lists) {
    expect([place.name, Number.isFinite(mostOf(place))]).toEqual([place.name, true])
    const { issues = [] } = v.safeParse(place.root, place.fill(many))
    const read = issues.filter(({ path }) => path?.some(({ value }) => value === 0)).length
    const refused = issues.filter(({ type }) => type === 'max_length').length
    expect([place.name, read, refused]).toEqual([place.name, 0, 1])
  }
})
