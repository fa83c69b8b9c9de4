import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { Page } from '@playwright/test'

/** Stands in for every second or third letter of a stretched text, and in no text of the demo data: it tells ours from people's words. */
export const STRETCHED = 'ė'

/**
 * Draws the app in a language that does not exist: English of which each word is longer by two fifths, as a translation may be. The catalogs
 * are stretched on their way into the browser, so that nothing of it is built or shipped. For a device without a worker.
 */
export async function stretchWords(page: Page): Promise<void> {
  await page.context().route(/\/assets\/(?:open|messages)-[\w-]{8}\.js$/, async (route) => {
    // from the build itself: Node does not know the hosts of the demo's clinics
    const { pathname } = new URL(route.request().url())
    const source = await readFile(join(import.meta.dirname, '../../../dist', pathname), 'utf8')
    const body = stretched(source)
    // another shape of the built catalog would leave everything as it is, and the walk would see nothing
    if (body === source) throw new Error(`${pathname} holds no words`)
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

/** A built catalog, `JSON.parse` of a literal that holds the messages by their ids, with all of them stretched. */
function stretched(source: string): string {
  return source.replace(/JSON\.parse\((`[^]*`|'[^]*'|"[^]*")\)/, (_, literal: string) => {
    const messages = JSON.parse(runInNewContext(literal) as string) as Readonly<Record<string, unknown>> // a literal text
    const longer = Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, longerMessage(message)]))
    return `JSON.parse(${JSON.stringify(JSON.stringify(longer))})`
  })
}

/** Texts, and what stands between them: an argument alone, or with the forms of its plural, each a message again. */
function longerMessage(message: unknown): unknown {
  if (typeof message === 'string') return longerText(message)
  if (!Array.isArray(message)) return message
  return message.map((part: unknown) => {
    if (!Array.isArray(part)) return longerMessage(part)
    const [name, format, forms] = part as readonly unknown[]
    if (typeof forms !== 'object' || forms === null) return part
    return [name, format, Object.fromEntries(Object.entries(forms).map(([form, its]) => [form, longerMessage(its)]))]
  })
}

/** Two letters more for each five of a word; tags stay as they are. */
export function longerText(text: string): string {
  let owed = 0
  return text.replaceAll(/<[^>]*>|\p{L}/gu, (found) => {
    if (found.startsWith('<')) return found
    owed += 2
    if (owed < 5) return found
    owed -= 5
    return found + STRETCHED
  })
}
