import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { LANGUAGES, type Language } from '../../contract/kernel/constants.ts'
import type { Entry } from './words.ts'

type Node = { readonly type: string; readonly [part: string]: unknown }

const root = resolve(import.meta.dirname, '../..')
/** Without the people of the demo data, who speak freely. */
const FILES = globSync('{contract,server}/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|[\\/]app[\\/]demo[\\/]/.test(file),
)

/**
 * The texts of contract and server that are in no catalog: letters, notifications, pushes, PDFs, pages of the server.
 * Every object in the code with a part for each of our languages counts, so that a new text is found without being
 * listed anywhere.
 */
export function codeTexts(): Readonly<Record<Language, readonly Entry[]>> {
  const all: Record<Language, Entry[]> = { tr: [], en: [], de: [], ru: [] }
  for (const file of FILES) {
    const source = readFileSync(join(root, file), 'utf8')
    // a file without Turkish need not be parsed
    if (!/\btr['"]?:/.test(source)) continue
    const found = textsIn(file, source)
    for (const language of LANGUAGES) all[language].push(...found[language])
  }
  return all
}

/** The texts of one file by language. Inserted values appear as `{n}`. */
export function textsIn(file: string, source: string): Readonly<Record<Language, readonly Entry[]>> {
  const found: Record<Language, Entry[]> = { tr: [], en: [], de: [], ru: [] }
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const named = (properties as unknown as readonly Node[]).map((each) => [nameOf(each), each['value']] as const)
      if (!LANGUAGES.every((language) => named.some(([name]) => name === language))) return
      for (const language of LANGUAGES)
        for (const [, value] of named.filter(([name]) => name === language))
          for (const text of stringsOf(value))
            found[language].push({ context: null, id: text, translation: text, files: [file] })
    },
  }).visit(parseSync(file, source).program)
  return found
}

const nameOf = ({ key }: Node): string => {
  const { name, value } = (key ?? {}) as { name?: string; value?: unknown } // an identifier has a name, a literal a value; a spread has no key
  return name ?? String(value)
}

/** All strings below a part of the code, without the names and types in it. */
function stringsOf(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(stringsOf)
  if (!isNode(part)) return []
  if (part.type === 'Literal') return typeof part['value'] === 'string' ? [part['value']] : []
  const inside = Object.entries(part).flatMap(([name, value]) => (NO_WORDS.has(name) ? [] : stringsOf(value)))
  if (part.type !== 'TemplateLiteral') return inside
  const quasis = part['quasis'] as readonly { readonly value: { readonly cooked: string } }[] // every template has quasis
  return [quasis.map(({ value }) => value.cooked).join('{n}'), ...inside]
}

const NO_WORDS = new Set(['key', 'typeAnnotation', 'typeArguments', 'typeParameters', 'returnType'])
const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && typeof (part as { type?: unknown }).type === 'string'
