import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const ENTRY = /^((?:msgctxt (?:".*"\n)+)?msgid (?:".*"\n)+msgstr )((?:".*"(?:\n|$))+)/gm

/**
 * `node tools/extract-words.ts` after strings have changed: what `lingui extract --clean` does, with the translations carried along when
 * a string moves from one catalog to another, as it does when its file is first drawn before the sign-in, or no longer (lingui.config.ts).
 */
const known = new Map<string, string>()
for (const file of globSync('locales/*/*.po', { cwd: root }))
  for (const [, head, words] of read(file).matchAll(ENTRY))
    if (words?.trim() !== '""') known.set(`${dirname(file)}\n${head}`, words!.trimEnd())
execFileSync(process.execPath, ['node_modules/.bin/lingui', 'extract', '--clean'], { cwd: root, stdio: 'inherit' })
let carried = 0
for (const file of globSync('locales/*/*.po', { cwd: root })) {
  const text = read(file).replaceAll(ENTRY, (entry, head: string, words: string) => {
    const kept = words.trim() === '""' && known.get(`${dirname(file)}\n${head}`)
    if (!kept) return entry
    carried++
    return `${head}${kept}${words.slice(words.trimEnd().length)}`
  })
  writeFileSync(join(root, file), text)
}
console.log(`${carried} translations carried to another catalog`)

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
