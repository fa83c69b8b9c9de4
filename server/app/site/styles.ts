import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const read = (...file: string[]) => readFileSync(join(import.meta.dirname, ...file), 'utf8')

/**
 * The app's own tokens (packed with the server: `tools/pack/pack.ts`) and the site's rules. Dark follows the device, since a page without a script has
 * no switch.
 */
export const STYLES =
  `${darkByDevice(read('..', '..', '..', 'src', 'ui', 'tokens.css'))}\n${read('site.css')}`.replaceAll(
    /\/\*.*?\*\//gs,
    '',
  )

/** Its address changes with its content. */
export const STYLES_PATH = `/site.css?v=${createHash('sha256').update(STYLES).digest('hex').slice(0, 10)}`

/** The typeface of the built app; without a build, the system's own. */
export async function typefaceOf(dist: string | null): Promise<string> {
  if (!dist) return ''
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const [, sheet] = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(page) ?? []
  return sheet ? ((await readFile(join(dist, sheet), 'utf8')).match(/@font-face\{[^}]*\}/g) ?? []).join('') : ''
}

/** Turns the app's `data-theme` rules into rules for the device's own theme. */
function darkByDevice(tokens: string): string {
  const [, rules] = /\n:root\[data-theme='dark'\],[^{]*\{(.*?)\n\}/s.exec(tokens) ?? []
  if (!rules) throw new Error('the tokens have no dark theme')
  return `${tokens}\n@media (prefers-color-scheme: dark) {\n:root {${rules}\n}\n}`
}
