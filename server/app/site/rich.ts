import { picturesOf, pictureAddress } from '../../../contract/kernel/rich-text.rules.ts'
import { cleanRichTextAside } from '../../kernel/clean-rich-text.ts'
import { cleaned, html, type Html } from './html.ts'
import { paths } from './paths.ts'
import { langOf, pick } from './view.ts'
import type { Texts } from './read.ts'
import type { Language } from '../../../contract/kernel/constants.ts'

/**
 * Rich text for a public page: cleaned once more, with public addresses for its pictures, and headings below the page's
 * own, from level `top` on.
 */
export async function richOf(text: string, top: 2 | 3 = 2): Promise<Html> {
  const clean = await cleanRichTextAside(text)
  const shown = picturesOf(clean).reduce(
    (its, id) => its.replaceAll(`"${pictureAddress(id)}"`, `"${paths.picture(id, 2048)}"`),
    withHeadings(clean, top),
  )
  return cleaned(shown)
}

/** Normalizes the levels: the highest is `top`, and none is more than one below the one before. */
function withHeadings(clean: string, top: number): string {
  const used = [...new Set([...clean.matchAll(/<h([1-6])>/g)].map(([, level]) => level!))].toSorted()
  let before = top - 1
  return clean.replaceAll(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => {
    if (!end) before = Math.min(top + used.indexOf(level), before + 1, 6)
    return `<${end}h${before}>`
  })
}

/** The same for a text per language, in an element that carries the language. */
export async function richTexts(texts: Texts, language: Language): Promise<Html | null> {
  const found = pick(texts, language)
  return found && html`<div class="rich" ${langOf(texts, language)}>${await richOf(found.value)}</div>`
}

/** Plain text that people wrote in paragraphs. */
export const paragraphs = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p class="typed">${part.trim()}</p>`)
