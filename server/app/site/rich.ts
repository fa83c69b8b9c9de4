import { picturesOf, pictureAddress } from '../../../contract/kernel/rich-text.rules.ts'
import { cleanRichTextInTurns } from '../../kernel/rich-text.ts'
import { cleaned, html, type Html } from './html.ts'
import { paths } from './paths.ts'
import { langOf, pick } from './view.ts'
import type { Texts } from './read.ts'
import type { Language } from '../../../contract/kernel/constants.ts'

/**
 * Rich text as a public page shows it: cleaned once more, its pictures from where strangers get them, its headings one below the page's own.
 */
export async function richOf(text: string): Promise<Html> {
  const clean = await cleanRichTextInTurns(text)
  const shown = picturesOf(clean).reduce(
    (its, id) => its.replaceAll(`"${pictureAddress(id)}"`, `"${paths.picture(id, 2048).replace('&', '&#38;')}"`),
    clean.replaceAll(/<(\/?)h([1-6])>/g, (_, end: string, of: string) => `<${end}h${Math.min(6, Number(of) + 1)}>`),
  )
  return cleaned(shown)
}

/** The same of a text per language, in an element that says which it is. */
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
