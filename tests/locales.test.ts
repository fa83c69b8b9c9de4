import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../contract/kernel/constants.ts'
import { doorFiles, openFiles } from '../lingui.config.ts'

const root = resolve(import.meta.dirname, '..')
const lingui = (...args: string[]) =>
  execFileSync(process.execPath, ['node_modules/.bin/lingui', ...args], {
    cwd: root,
    stdio: 'pipe',
    // with NODE_ENV of a test, the tool looks for its own sources
    env: { ...process.env, NODE_ENV: 'production' },
  })

test.each(['sync', 'missing'])(
  'lingui check %s: every text of the source is in the catalogs, in all languages',
  (what) => {
    expect(() => lingui('check', what)).not.toThrow()
  },
  60_000,
)

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  '%s: placeholders and tags match the source’s',
  (language) => {
    const text = ['door', 'open', 'messages', 'gallery']
      .map((catalog) => readFileSync(join(root, 'locales', language, `${catalog}.po`), 'utf8'))
      .join('\n')
    let read = 0
    for (const [, id, words] of text.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm)) {
      expect([joined(id!), marks(joined(words!))]).toEqual([joined(id!), marks(joined(id!))])
      read++
    }
    expect(read).toBeGreaterThan(500)
  },
)

test('every page without sign-in has its texts in the catalog that loads before the frame', () => {
  const routes = readFileSync(join(root, 'src/app/open-routes.tsx'), 'utf8')
  const loaded = [...routes.matchAll(/import\('(\.[^']+)'\)/g)].map(([, file = '']) => join('src/app', file))
  expect(loaded.length).toBeGreaterThan(8)
  const files = [...doorFiles, ...openFiles]
  // the gallery loads all words itself
  expect(loaded.filter((file) => file !== 'src/app/gallery/gallery.tsx' && !files.includes(file))).toEqual([])
  expect(files.filter((file) => /^src\/areas\/(appointment|patient|doctor)\//.test(file))).toEqual([])
})

/** What a translation must contain too: tags and placeholders, each once, in any order. */
const marks = (text: string) =>
  [...new Set(text.match(/<\/?\d+\/?>|(?<!(?:one|few|many|other|=\d+) )\{\w+(?=[,}])/g) ?? [])]
    .filter((mark) => !/^\{(?:one|few|many|other)$/.test(mark))
    .toSorted()

const joined = (quoted: string) => [...quoted.matchAll(/^"(.*)"$/gm)].map(([, part]) => part).join('')
