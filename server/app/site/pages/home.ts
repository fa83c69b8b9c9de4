import { everyLanguage, type Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { clinicOf, siteOfData } from '../json-ld.ts'
import { paths } from '../paths.ts'
import type { ArticleCard, ListedDoctor } from '../read.ts'
import { say, valueOf, type View } from '../view.ts'
import { articleCards } from './articles.ts'
import { doctorCards } from './doctor-cards.ts'
import { finder } from './doctors.ts'
import { clinicCards, wordList } from './named.ts'
import { placeLines } from './place.ts'

/** The first page of the platform's host, or of a clinic's. */
export function homePage(view: View, doctors: readonly ListedDoctor[], articles: readonly ArticleCard[]): Page {
  const { site, words, language, facets } = view
  const { clinic } = site
  const title = clinic
    ? valueOf(clinic.seoTitle, language) || words.clinicTitle(clinic.name, clinic.city)
    : words.platformTitle
  const own = clinic && valueOf(clinic.seoDescription, language)
  return {
    title,
    description: clinic ? own || words.clinicDescription(clinic.name, clinic.city) : words.platformDescription,
    addresses: everyLanguage(paths.home),
    data: [siteOfData(view), ...(clinic ? [clinicOf(view, clinic)] : [])],
    body: html`<div class="hero">
        <div class="wide">
          <h1>${clinic ? clinic.name : words.platformTitle}</h1>
          <p class="lead">
            ${(clinic && say(clinic.seoDescription, language)) || (clinic ? words.clinicIntro : words.platformIntro)}
          </p>
          ${finder(view)}
        </div>
      </div>
      <div class="wide">
        ${facets.branches.length > 0 && part(words.specialties, wordList(view, 'specialties', facets.branches), paths.list(language, 'specialties'))}
        ${doctors.length > 0 && part(words.doctors, doctorCards(view, doctors), paths.doctors(language), words.allDoctors)}
        ${!clinic && facets.clinics.length > 0 && part(words.clinics, clinicCards(view, facets.clinics.slice(0, 6)), paths.list(language, 'clinics'))}
        ${articles.length > 0 && part(words.articles, articleCards(view, articles, 3), paths.articles(language), words.allArticles)}
        ${clinic && part(words.contact, html`<div class="box">${placeLines(view, clinic)}</div>`)}
      </div>`,
  }
}

const part = (title: string, body: Html, href?: string, more?: string): Html =>
  html`<section class="part">
    <h2>${href && !more ? html`<a href="${href}">${title}</a>` : title}</h2>
    ${body}${href && more && html`<p><a class="btn" href="${href}">${more}</a></p>`}
  </section>`
