import { everyLanguage, type Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { breadcrumbOf, clinicOf } from '../json-ld.ts'
import { keyOf, paths, type NamedList } from '../paths.ts'
import {
  PAGE_SIZE,
  type ClinicCard,
  type DoctorList,
  type Facets,
  type Filter,
  type Named,
  type SiteClinic,
} from '../read.ts'
import { say, valueOf, type View } from '../view.ts'
import { doctorCards, pager } from './doctor-cards.ts'
import { numbered } from './doctors.ts'
import { placeLines } from './place.ts'

type WordList = Exclude<NamedList, 'clinics'>

/** All specialties, diseases or treatments with a doctor here, or all clinics; each links to its doctors. */
export function namedListPage(view: View, list: NamedList, page: number): Page | null {
  const { words, language, facets, site } = view
  const clinics = list === 'clinics' && !site.clinic ? facets.clinics : []
  const entries = list === 'clinics' ? [] : wordsIn(facets, list)
  const pageOf = <T>(all: readonly T[]) => all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  if (clinics.length + entries.length === 0 || (page > 1 && pageOf(clinics).length === 0)) return null
  return {
    title: numbered(view, words[list], page),
    description:
      list === 'clinics'
        ? words.clinicsDescription
        : `${words[list]}: ${entries.map(({ name }) => valueOf(name, language)).join(', ')}`,
    addresses: everyLanguage((each) => paths.list(each, list, page)),
    data: [breadcrumbOf(view, [[words[list], paths.list(language, list)]])],
    body: html`<div class="wide">
      <h1>${words[list]}</h1>
      ${list === 'clinics' ? [clinicCards(view, pageOf(clinics), 'h2'), pager(view, clinics.length, page, (to) => paths.list(language, list, to))] : wordList(view, list, entries)}
    </div>`,
  }
}

/** What a key of such a list names, and the filter for its doctors; null if there are none. */
export function namedBy({ facets, language, site }: View, list: NamedList, key: string): Found | null {
  if (list === 'clinics') {
    const clinic = site.clinic ? null : facets.clinics.find(({ id }) => keyOf(id) === key)
    return clinic ? { id: clinic.id, name: clinic.name, filter: { clinic: clinic.id }, clinic } : null
  }
  const word = wordsIn(facets, list).find(({ id }) => keyOf(id) === key)
  return word
    ? { id: word.id, name: valueOf(word.name, language), texts: word.name, filter: { [FILTER_OF[list]]: word.id } }
    : null
}
export type Found = {
  readonly id: string
  readonly name: string
  readonly texts?: Named['name']
  readonly filter: Filter
  readonly clinic?: ClinicCard
}
const FILTER_OF = { specialties: 'branch', diseases: 'disease', treatments: 'treatment' } as const

/** The doctors of one specialty, disease, treatment or clinic. */
export function namedPage(
  view: View,
  list: NamedList,
  found: Found,
  page: number,
  { total, doctors }: DoctorList,
  clinic: SiteClinic | null,
): Page | null {
  if (page > 1 && doctors.length === 0) return null
  const { words, language } = view
  const { name } = found
  const nameIn = (each: View['language']) => ({
    id: found.id,
    name: found.texts ? valueOf(found.texts, each) : name,
  })
  const title = clinic ? words.clinicTitle(name, clinic.city) : words.doctorsOf(name)
  return {
    title: numbered(view, title, page),
    description: numbered(
      view,
      clinic ? words.clinicDescription(name, clinic.city) : words.doctorsOfDescription(name),
      page,
    ),
    addresses: everyLanguage((each) => paths.named(each, list, nameIn(each), page)),
    picture: clinic?.logoId ?? null,
    data: [
      ...(clinic ? [clinicOf(view, clinic)] : []),
      breadcrumbOf(view, [
        [words[list], paths.list(language, list)],
        [name, paths.named(language, list, nameIn(language))],
      ]),
    ],
    body: html`<div class="wide">
      <nav class="trail" aria-label="${words[list]}"><a href="${paths.list(language, list)}">${words[list]}</a></nav>
      <h1>${clinic ? name : title}</h1>
      ${
        clinic &&
        html`<div class="box">${placeLines(view, clinic)}</div>
          <h2>${words.doctors}</h2>`
      }
      <p class="count"><b>${words.doctorsCount(total)}</b></p>
      ${total > 0 ? html`${!clinic && html`<h2 class="aloud">${words.doctors}</h2>`}${doctorCards(view, doctors)}` : html`<p class="none">${words.noDoctors}</p>`}
      ${pager(view, total, page, (to) => paths.named(language, list, nameIn(language), to))}
    </div>`,
  }
}

const wordsIn = (facets: Facets, list: WordList): readonly Named[] =>
  list === 'specialties' ? facets.branches : facets[list]

/** Links of touch size, each with its number of doctors. */
export function wordList({ language, words }: View, list: WordList, entries: readonly Named[]): Html {
  const sorted = entries
    .map((each) => ({ ...each, text: valueOf(each.name, language) }))
    .toSorted((a, b) => a.text.localeCompare(b.text, language))
  return html`<ul class="words">
    ${sorted.map(
      ({ id, name, text, doctors }) =>
        html`<li>
          <a href="${paths.named(language, list, { id, name: text })}"
            ><b>${say(name, language)}</b
            ><span class="dim"
              ><span aria-hidden="true">${doctors}</span><span class="aloud">${words.doctorsCount(doctors)}</span></span
            ></a
          >
        </li>`,
    )}
  </ul>`
}

export const clinicCards = (
  { language, words }: View,
  clinics: readonly ClinicCard[],
  head: 'h2' | 'h3' = 'h3',
): Html =>
  html`<ul class="cards">
    ${clinics.map((clinic) => {
      const link = html`<a class="whole" href="${paths.named(language, 'clinics', clinic)}">${clinic.name}</a>`
      return html`<li class="card">
        ${logoOf(clinic)}
        <div class="card-body">
          ${head === 'h2' ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
          <p class="dim">${clinic.city}</p>
          <p>${words.doctorsCount(clinic.doctors)}</p>
        </div>
      </li>`
    })}
  </ul>`

const logoOf = ({ logoId, name }: ClinicCard): Html =>
  logoId
    ? html`<img class="face logo" src="${paths.picture(logoId, 480)}" alt="" width="72" height="72" loading="lazy" />`
    : html`<span class="face logo" aria-hidden="true">${[...name][0]}</span>`
