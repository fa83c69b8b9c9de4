import { escapeHtml } from '../../kernel/escape-html.ts'

/**
 * HTML that is safe because of how it was made: `html` takes a template's own text as it is and escapes whatever is put into it, and nothing else
 * makes an `Html` but `cleaned` (rich text that the sanitiser wrote) and `dataBlock` (decision 0137).
 */
export type Html = { readonly [MADE]: string }
const MADE = Symbol('html')

type Part = Html | string | number | null | undefined | false | readonly Part[]

/** Line breaks in a template become one space each; those in inserted values stay. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  [MADE]: linesOf(texts).reduce((all, text, i) => `${all}${writePart(parts[i - 1])}${text}`),
})

/** Each template is parsed once, however often it is used. */
const known = new WeakMap<TemplateStringsArray, readonly string[]>()
function linesOf(texts: TemplateStringsArray): readonly string[] {
  const lines = known.get(texts) ?? texts.map((text) => text.replaceAll(/\n\s*/g, ' '))
  known.set(texts, lines)
  return lines
}

/** The text to send. */
export const textOf = (made: Html): string => made[MADE]

/** The same as an XML document. */
export const xmlOf = (made: Html): string => `<?xml version="1.0" encoding="UTF-8"?>\n${made[MADE]}\n`

/** Wraps rich text; pass it only the result of `cleanRichText`. */
export const cleaned = (rich: string): Html => ({ [MADE]: rich })

/**
 * JSON-LD: a data block that browsers do not run, so the policy needs no exception. No text in it can end the block.
 */
export const dataBlock = (data: unknown): Html => ({
  [MADE]: `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
})

function writePart(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return MADE in part ? part[MADE] : part.map(writePart).join('')
}
