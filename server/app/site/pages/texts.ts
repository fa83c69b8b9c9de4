import { plainOf } from '../../../../contract/kernel/rich-text.rules.ts'
import { writeDay } from '../../../../contract/kernel/when.ts'
import type { Page } from '../frame.ts'
import { toDoctors } from '../guest/ways.ts'
import { html } from '../html.ts'
import { paths } from '../paths.ts'
import type { PageLine, StaticPage } from '../read.ts'
import { paragraphs, richTexts } from '../rich.ts'
import { languagesOf, legalOf } from '../site.ts'
import { valueOf, type View } from '../view.ts'

/** A page by the admins, in a language for which it has both title and text; null in any other. */
export async function staticPage(view: View, page: StaticPage, line: PageLine): Promise<Page | null> {
  const { language } = view
  const languages = languagesOf(line)
  if (!languages.includes(language)) return null
  const title = valueOf(page.title, language)
  const own = page.metaDescription.find(({ lang }) => lang === language)?.value
  return {
    title,
    description: own ?? plainOf(valueOf(page.content, language)),
    addresses: Object.fromEntries(
      languages.map((each) => [each, paths.page(each, { id: page.id, name: valueOf(page.title, each) })]),
    ),
    body: html`<div class="wide reading">
      <h1>${title}</h1>
      ${await richTexts(page.content, language)}
      <p class="dim">${view.words.updated(writeDay(page.updatedAt.slice(0, 10)))}</p>
    </div>`,
  }
}

/** The clinic's own terms or data policy, in the languages they are written in. */
export function legalPage(view: View, which: 'terms' | 'policy'): Page | null {
  const { site, language, words } = view
  const texts = legalOf(site.clinic, which)
  const text = texts.find(({ lang, value }) => lang === language && value.trim() !== '')
  if (!site.clinic || !text) return null
  const title = which === 'terms' ? words.terms : words.dataPolicy
  return {
    title,
    description: `${title}, ${site.name}: ${text.value}`,
    addresses: Object.fromEntries(texts.map(({ lang }) => [lang, paths.legal(lang, which)])),
    body: html`<div class="wide reading">
      <h1>${title}</h1>
      ${site.clinic.legalDate && html`<p class="dim">${words.validFrom(writeDay(site.clinic.legalDate))}</p>`}
      <div class="rich">${paragraphs(text.value)}</div>
    </div>`,
  }
}

/** An unknown address, or that of a doctor who is no longer public; both with links to go on. */
export function nothingPage(view: View, isGone: boolean): Page {
  const { words, language } = view
  return {
    title: isGone ? words.goneTitle : words.missingTitle,
    description: isGone ? words.goneText : words.missingText,
    addresses: {},
    unlisted: true,
    body: html`<div class="wide nothing">
      <h1>${isGone ? words.goneTitle : words.missingTitle}</h1>
      <p class="lead">${isGone ? words.goneText : words.missingText}</p>
      <p>
        <a class="btn primary" href="${toDoctors(view)}">${words.allDoctors}</a>
        ${!view.embed && html`<a class="btn" href="${paths.home(language)}">${words.home}</a>`}
      </p>
    </div>`,
  }
}
