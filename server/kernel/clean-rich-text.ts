import { askBounded, OutOfBounds } from './bounded-thread.ts'
import { Refused } from './refused.ts'
import { cleanRichText } from './rich-text.ts'
import type { RichTextQuestion } from './rich-text-worker.ts'

/**
 * `cleanRichText`, without blocking other requests. A pass takes time for each character at which a parser stops, so a
 * text with more of them than a person would write is cleaned in a thread of its own, one at a time (TRUST G9; 59,000
 * `<` in a row took 60 ms of the event loop, and could be sent again and again). Throws Refused, for `field`, if a text
 * is too much for the thread.
 */
export async function cleanRichTextAside(html: string, { pictures = true, field = 'content' } = {}): Promise<string> {
  if (stopsIn(html) <= MOST_STOPS) return cleanRichText(html, { pictures })
  const mine = last.then(() => clean({ html, pictures }, field))
  last = mine.catch(() => {})
  return mine
}

let last: Promise<unknown> = Promise.resolve()

const clean = (question: RichTextQuestion, field: string) =>
  askBounded<string>(new URL('rich-text-worker.ts', import.meta.url), question, BOUNDS).catch((error: unknown) => {
    throw error instanceof OutOfBounds ? new Refused('bad_input', { fields: { [field]: 'max_length' } }, 400) : error
  })

function stopsIn(html: string): number {
  let count = 0
  for (let at = 0; at < html.length; at++) if (STOPS.has(html.charCodeAt(at))) count++
  return count
}

const STOPS: ReadonlySet<number> = new Set([...'<>&"'].map((sign) => sign.charCodeAt(0)))

/** The longest article has one tag for each dozen of its letters; half of that, in closed tags, takes 5 ms. */
const MOST_STOPS = 3000
const BOUNDS = { old: 128, young: 32, ms: 5000 }
