import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { Page } from '@playwright/test'

/**
 * Follows every second or third letter of a stretched text. No text of the demo data contains it, so it tells the app's
 * texts from people's.
 */
export const STRETCHED = 'ė'

/**
 * Draws the app in a language that does not exist: English whose words are two fifths longer, as a translation's may
 * be. The catalogs are stretched on their way into the browser, so nothing of it is built or shipped. The device must
 * have no worker.
 */
export async function stretchWords(page: Page): Promise<void> {
  await page.context().route(/\/assets\/(?:door|open|messages)-[\w-]{8}\.js$/, async (route) => {
    // read from the build itself: Node does not resolve the hosts of the demo's clinics
    const { pathname } = new URL(route.request().url())
    const source = await readFile(join(import.meta.dirname, '../../../dist', pathname), 'utf8')
    const body = stretched(source)
    // if the built catalog changes its shape, nothing is stretched and the walk would pass on plain English
    if (body === source) throw new Error(`${pathname} holds no words`)
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

/** A built catalog with all its messages stretched. It is a `JSON.parse` of a literal that holds the messages by id. */
function stretched(source: string): string {
  return source.replace(/JSON\.parse\((`[^]*`|'[^]*'|"[^]*")\)/, (_, literal: string) => {
    const messages = JSON.parse(runInNewContext(literal) as string) as Readonly<Record<string, unknown>> // a string literal from our own build
    const longer = Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, longerMessage(message)]))
    return `JSON.parse(${JSON.stringify(JSON.stringify(longer))})`
  })
}

/** A message is a list of texts and arguments; the plural forms of an argument are messages again. */
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

/** Adds two letters for each five of a word; tags stay unchanged. */
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
