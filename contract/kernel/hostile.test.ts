import * as v from 'valibot'
import { expect, test } from 'vitest'
import { hostileStrings } from '../../tests/support/hostile.ts'
import { callNames, rowOf } from '../calls.ts'
import { composed } from './line.rules.ts'
import { SETTING_CHANGES } from '../setting/setting.ts'

/**
 * Issue 6, every field × every string: each text of each call's input accepts a hostile string or refuses it, and never
 * throws. An accepted string is stored as typed, in NFC, apart from surrounding space. Fields with a format of their
 * own are listed; their format contains no markup.
 */
const OWN_FORM = /^clinic\.(?:add|hosts)\.(?:panelUrl|webUrl|paymentUrl)$|^clinic\.update\.embedHosts\[\]$/
/** Stored byte for byte: what another server compares, and a list's cursor. */
const RAW = /password$|\.current$|[kK]ey$|[sS]ecret$|Salt$|\.after$/

type Node = v.GenericSchema & {
  readonly wrapped?: Node
  readonly item?: Node
  readonly key?: Node
  readonly value?: Node
  /** A union's schemas, or a picklist's words. */
  readonly options?: readonly (Node | string)[]
  readonly entries?: Readonly<Record<string, Node>>
  readonly pipe?: readonly Node[]
}
type Field = { readonly name: string; readonly schema: Node }

/** Without optionality, and without later checks. */
const bare = ({ pipe, ...schema }: Node): Node =>
  schema.wrapped ? bare(schema.wrapped) : pipe ? bare({ ...pipe[0]!, pipe: undefined } as unknown as Node) : schema
const isSchema = (one: Node | string): one is Node => typeof one === 'object'

function textsOf(schema: Node, name: string): Field[] {
  const { entries, item, key, value, options = [], type } = bare(schema)
  if (entries) return Object.entries(entries).flatMap(([field, one]) => textsOf(one, `${name}.${field}`))
  if (item) return textsOf(item, `${name}[]`)
  if (key && value) return [...textsOf(key, `${name}{}`), ...textsOf(value, `${name}{}`)]
  return type === 'string' || options.some((one) => isSchema(one) && bare(one).type === 'string')
    ? [{ name, schema }]
    : []
}

/** The whole input with the same text in every place that takes one. */
function filled(schema: Node, text: string): unknown {
  const { entries, item, key } = bare(schema)
  if (entries) return Object.fromEntries(Object.entries(entries).map(([field, one]) => [field, filled(one, text)]))
  return item ? [filled(item, text)] : key ? { [text]: text } : text
}

const rows: readonly Field[] = [
  ...callNames.map((name) => ({ name, schema: rowOf(name).input as Node })),
  ...Object.entries(SETTING_CHANGES).map(([name, schema]) => ({
    name: `setting.update ${name}`,
    schema: schema as Node,
  })),
]
const strings = hostileStrings()

test('every text of every call accepts each string unchanged, or refuses it', () => {
  const fields = rows.flatMap(({ name, schema }) => textsOf(schema, name))
  const wrong: string[] = []
  const taken = new Map<string, number>()
  for (const { name, schema } of fields)
    for (const typed of strings) {
      const { success, output } = v.safeParse(schema, typed)
      if (!success) continue
      taken.set(name, (taken.get(name) ?? 0) + 1)
      const kept = RAW.test(name) ? typed : composed(typed)
      const isAsTyped = output === kept || output === kept.trim()
      if (!isAsTyped && !(OWN_FORM.test(name) && !/[<>"'\s]/.test(String(output))))
        wrong.push(`${name}: ${JSON.stringify(typed)} taken as ${JSON.stringify(output)}`)
    }
  expect(wrong).toEqual([])
  expect(fields.length).toBeGreaterThan(400)
  // the test has something to check: nearly all is accepted where people write freely
  for (const name of [
    'patient.addNote.text',
    'recipe.add.lines[].note',
    'page.add.title[].value',
    'email.update.de.content',
  ])
    expect([name, taken.get(name)! > strings.length * 0.8]).toEqual([name, true])
})

test('no call throws on an input that is hostile in every text', () => {
  const fell: string[] = []
  for (const { name, schema } of rows)
    for (const typed of strings)
      try {
        v.safeParse(schema, filled(schema, typed))
      } catch (error) {
        fell.push(`${name} ${JSON.stringify(typed.slice(0, 80))}: ${String(error)}`)
      }
  expect(fell).toEqual([])
})
