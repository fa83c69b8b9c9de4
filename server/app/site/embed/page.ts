import { everyLanguage, type Page } from '../frame.ts'
import { outside } from '../guest/ways.ts'
import { html } from '../html.ts'
import { doctorCards, pager } from '../pages/doctor-cards.ts'
import { paths } from '../paths.ts'
import type { DoctorList } from '../read.ts'
import type { View } from '../view.ts'

/** The clinic's doctors; each leads to their free times. */
export function embedPage(view: View, page: number, { total, doctors }: DoctorList): Page {
  const { words, site, embed, language } = view
  const slug = embed?.slug ?? ''
  return {
    title: words.book,
    description: words.doctorsDescription,
    addresses: everyLanguage((each) => paths.embed(slug, each, page)),
    unlisted: true,
    body: html`<div class="wide guest">
      <h1>${words.book}</h1>
      <p class="lead">${site.name}</p>
      <h2 class="aloud">${words.doctors}</h2>
      ${total === 0 ? html`<p class="none">${words.embedNoDoctors}</p>` : doctorCards(view, doctors)}
      ${pager(view, total, page, (to) => paths.embed(slug, language, to))}
    </div>`,
  }
}

/** A passive clinic: others are on the platform. */
export const closedPage = (view: View): Page => ({
  title: view.words.embedClosedTitle,
  description: view.words.embedClosedText,
  addresses: {},
  unlisted: true,
  body: html`<div class="wide nothing">
    <h1>${view.words.embedClosedTitle}</h1>
    <p class="lead">${view.words.embedClosedText}</p>
    <p>
      <a class="btn primary" href="${view.site.base}${paths.doctors(view.language)}" ${outside(view)}
        >${view.words.allDoctors}</a
      >
    </p>
  </div>`,
})
