import { writeDay } from '../../../../contract/kernel/when.ts'
import { everyLanguage, type Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { breadcrumbOf, faqOf, physicianOf } from '../json-ld.ts'
import { paths } from '../paths.ts'
import type { ArticleCard, DoctorPage, Named, SiteClinic } from '../read.ts'
import { paragraphs, richOf } from '../rich.ts'
import { fullName, langOf, languageName, listOf, pick, say, valueOf, type View } from '../view.ts'
import { anchorOf, seenMark, votesOf } from '../ask/question-page.ts'
import { ASK_WORDS } from '../words/ask.ts'
import { articleCards } from './articles.ts'
import { faceOf, priceFact, ratingOf, specialtiesOf, starsOf } from './doctor-cards.ts'
import { placeLines } from './place.ts'

/** A doctor's whole page: profile, places, prices, comments, answers and articles, and the link to an appointment. */
export async function doctorPage(view: View, doctor: DoctorPage, articles: readonly ArticleCard[]): Promise<Page> {
  const { words, language, site } = view
  const name = fullName(doctor)
  const specialties = specialtiesOf(view, doctor)
  const own = valueOf(doctor.shortDescription, language)
  return {
    title: [name, specialties, doctor.city].filter(Boolean).join(', '),
    description: own ? `${name}: ${own}` : words.doctorDescription(name, specialties, doctor.city),
    addresses: everyLanguage((each) => paths.doctor(each, doctor)),
    picture: doctor.photoId,
    kind: 'profile',
    data: [
      physicianOf(view, doctor, specialties),
      ...(doctor.questions.length > 0 ? [faqOf(doctor.questions)] : []),
      breadcrumbOf(view, [
        [words.doctors, paths.doctors(language)],
        [name, paths.doctor(language, doctor)],
      ]),
    ],
    body: html`<div class="wide">
      <nav class="trail" aria-label="${words.doctors}"><a href="${paths.doctors(language)}">${words.doctors}</a></nav>
      <header class="who">
        ${faceOf(doctor, 480, words.photoOf(name))}
        <div>
          <h1>${name}</h1>
          <p class="lead">${branchLinks(view, doctor)}</p>
          ${ratingOf(view, doctor.rating)}
          <p class="dim">${say(doctor.shortDescription, language)}</p>
        </div>
        <div class="who-act">
          <a class="btn primary" href="${site.app}${paths.book(language, doctor)}">${words.book}</a>
          <p class="dim">${words.bookIntro}</p>
        </div>
      </header>
      <div class="columns">
        <aside>
          ${doctor.clinics.map((clinic) => clinicBox(view, doctor, clinic))} ${pricesBox(view, doctor, null)}
          ${trainingOf(view, doctor)}
        </aside>
        <div>
          ${aboutOf(view, doctor)} ${await questionsOf(view, doctor)} ${commentsOf(view, doctor)}
          ${articles.length > 0 && section(words.articles, articleCards(view, articles, 3))}
        </div>
      </div>
    </div>`,
  }
}

const section = (title: string, body: Html) =>
  html`<section>
    <h2>${title}</h2>
    ${body}
  </section>`

const branchLinks = ({ facets, language }: View, { branchIds }: DoctorPage) =>
  branchIds
    .flatMap((id) => facets.branches.find((branch) => branch.id === id) ?? [])
    .map(({ id, name }, i) => [i > 0 && ', ', wordLink(language, 'specialties', { id, name })])

const wordLink = (
  language: View['language'],
  list: 'specialties' | 'diseases' | 'treatments',
  { id, name }: Omit<Named, 'doctors'>,
) => html`<a href="${paths.named(language, list, { id, name: valueOf(name, language) })}">${say(name, language)}</a>`

function aboutOf(view: View, doctor: DoctorPage): Html | null {
  const { words, language, facets } = view
  const text = pick(doctor.description, language)
  const expertise = say(doctor.expertise, language)
  const chips = (list: 'diseases' | 'treatments', ids: readonly string[]) => {
    const ownFacets = facets[list].filter(({ id }) => ids.includes(id))
    return (
      ownFacets.length > 0 &&
      html`<h3>${words[list]}</h3>
        <ul class="chips">
          ${ownFacets.map((each) => html`<li>${wordLink(language, list, each)}</li>`)}
        </ul>`
    )
  }
  if (!text && !expertise && !doctor.diseaseIds.length && !doctor.treatmentIds.length) return null
  return section(
    words.about,
    html`${text && html`<div class="rich" ${langOf(doctor.description, language)}>${paragraphs(text.value)}</div>`}
    ${
      expertise &&
      html`<h3>${words.expertise}</h3>
        <p class="typed">${expertise}</p>`
    }
    ${chips('diseases', doctor.diseaseIds)}${chips('treatments', doctor.treatmentIds)}`,
  )
}

async function questionsOf({ words, language }: View, doctor: DoctorPage): Promise<Html> {
  const { questions } = doctor
  const ask = ASK_WORDS[language]
  const shown = await Promise.all(
    questions.map(
      async (question) =>
        html`<details class="question" id="${anchorOf(question.id)}">
          <summary>${question.content}</summary>
          <div class="rich">${await richOf(question.answer, 3)}</div>
          ${seenMark(question.id)} ${votesOf(language, question, null)}
        </details>`,
    ),
  )
  return section(
    words.questions,
    html`${questions.length > 0 ? shown : html`<p class="dim">${ask.none}</p>`}
      <p class="acts"><a class="btn" href="${paths.ask(language, doctor)}" rel="nofollow">${ask.ask}</a></p>`,
  )
}

function commentsOf({ words }: View, { comments }: DoctorPage): Html | null {
  if (comments.length === 0) return null
  const shown = comments.map(
    (comment) =>
      html`<li class="comment">
        <p class="rating">
          <span aria-hidden="true">${starsOf(comment.rate)}</span
          ><span class="aloud">${words.stars(comment.rate)}</span>
          <span class="dim"
            >${comment.author},
            <time datetime="${comment.createdAt}">${writeDay(comment.createdAt.slice(0, 10))}</time></span
          >
        </p>
        ${comment.content && html`<p class="typed">${comment.content}</p>`}
        ${
          comment.answer !== null &&
          html`<div class="reply">
            <h3>${words.clinicAnswer}</h3>
            <p class="typed">${comment.answer}</p>
          </div>`
        }
      </li>`,
  )
  return section(
    words.comments,
    html`<ul class="plain">
        ${shown}
      </ul>
      <p class="dim">${words.commentsNote}</p>`,
  )
}

function clinicBox(view: View, doctor: DoctorPage, clinic: Omit<SiteClinic, 'terms' | 'dataPolicy'>): Html {
  const { language, site } = view
  const name = site.clinic
    ? html`${clinic.name}`
    : html`<a href="${paths.named(language, 'clinics', clinic)}">${clinic.name}</a>`
  return html`<section class="box">
    <h2>${name}</h2>
    ${placeLines(view, clinic)}${priceLines(view, doctor, clinic.id)}
  </section>`
}

/** Prices of hours that belong to no clinic. */
function pricesBox(view: View, doctor: DoctorPage, clinicId: null): Html | null {
  const lines = priceLines(view, doctor, clinicId)
  return (
    lines &&
    html`<section class="box">
      <h2>${view.words.prices}</h2>
      ${lines}
    </section>`
  )
}

function priceLines(view: View, { prices }: DoctorPage, clinicId: string | null): Html | null {
  const ownPrices = prices.filter((price) => price.clinicId === clinicId)
  if (ownPrices.length === 0) return null
  return html`<dl class="prices">
    ${ownPrices
      .map((price) => priceFact(view, price))
      .map(
        ([kind, from]) =>
          html`<div>
            <dt>${kind}</dt>
            <dd>${from}</dd>
          </div>`,
      )}
  </dl>`
}

function trainingOf({ words, language }: View, doctor: DoctorPage): Html | null {
  const lines = [
    [words.diploma, doctor.diploma],
    [words.specialization, doctor.specialization],
    [words.practisingSince, doctor.serviceStart?.slice(0, 4)],
    [words.certificates, doctor.certificates.join(', ')],
    [
      words.speaks,
      listOf(
        language,
        doctor.languages.map((code) => languageName(language, code)),
      ),
    ],
  ].filter(([, value]) => value)
  if (lines.length === 0) return null
  return html`<section class="box">
    <h2>${words.training}</h2>
    <dl class="facts">
      ${lines.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}
