import { HOURS_TYPES } from '../../../../contract/availability/availability.lists.ts'
import { everyLanguage, type Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { paths, SORTS } from '../paths.ts'
import type { DoctorList, Filter } from '../read.ts'
import { breadcrumbOf } from '../json-ld.ts'
import { kindName, languageName, valueOf, type View } from '../view.ts'
import { doctorCards, pager } from './doctor-cards.ts'

/**
 * All doctors, or those that match a filter. Filtered lists are for people; search engines index the pages by
 * specialty, disease, treatment and clinic.
 */
export function doctorsPage(view: View, filter: Filter, page: number, { total, doctors }: DoctorList): Page | null {
  const { words, language } = view
  if (page > 1 && doctors.length === 0) return null
  const isFiltered = Object.values(filter).some(Boolean)
  return {
    title: numbered(view, words.doctors, page),
    description: numbered(view, words.doctorsDescription, page),
    addresses: everyLanguage((each) => paths.doctors(each, filter, page)),
    unlisted: isFiltered,
    data: [breadcrumbOf(view, [[words.doctors, paths.doctors(language)]])],
    body: html`<div class="wide">
      <h1>${words.doctors}</h1>
      ${finder(view, filter)}
      <h2 class="count">${words.doctorsCount(total)}</h2>
      ${isFiltered && html`<p class="reset"><a href="${paths.doctors(language)}">${words.reset}</a></p>`}
      ${total === 0 ? html`<p class="none">${words.noDoctors}</p>` : doctorCards(view, doctors)}
      ${pager(view, total, page, (to) => paths.doctors(language, filter, to))}
    </div>`,
  }
}

/** A form that works through its address alone. */
export function finder(view: View, filter: Filter = {}): Html {
  const { words, language, facets } = view
  const byName = (a: Choice, b: Choice) => a.name.localeCompare(b.name, language)
  const branches = facets.branches
    .map(({ id, name }) => ({ value: id, name: valueOf(name, language) }))
    .toSorted(byName)
  const cities = facets.cities.map((city) => ({ value: city, name: city })).toSorted(byName)
  const languages = facets.languages
    .map((code) => ({ value: code, name: languageName(language, code) }))
    .toSorted(byName)
  const clinics = facets.clinics.filter(({ doctors }) => doctors).map(({ id, name }) => ({ value: id, name }))
  // most people come in person
  const types = HOURS_TYPES.toReversed().map((value) => ({ value, name: kindName(view, value) }))
  const sortNames = { soonest: words.bySoonest, price: words.byPrice }
  const sorts = SORTS.map((value) => ({ value, name: sortNames[value] }))
  return html`<form
    class="finder"
    action="${paths.doctors(language)}"
    method="get"
    role="search"
    aria-label="${words.findLabel}"
  >
    ${box(view, 'branch', words.specialty, branches, filter.branch)}
    ${box(view, 'city', words.city, cities, filter.city)}
    ${box(view, 'language', words.language, languages, filter.language)}
    ${!view.site.clinic && box(view, 'clinic', words.clinic, clinics, filter.clinic)}
    ${box(view, 'type', words.type, types, filter.type)} ${select('sort', words.sort, words.byName, sorts, filter.sort)}
    <button class="btn primary" type="submit">${words.find}</button>
  </form>`
}

type Choice = { readonly value: string; readonly name: string }

/** Filters by one of the choices or by none; null if there is nothing to choose. */
function box({ words }: View, name: string, label: string, choices: readonly Choice[], chosen?: string): Html | null {
  if (choices.length < 2 && !chosen) return null
  // a longer list than anyone reads: the pages by city and clinic lead to the rest
  const shown = choices.length > MOST_CHOICES ? choices.filter(({ value }) => value === chosen) : choices
  return shown.length === 0 ? null : select(name, label, words.any, shown, chosen)
}

/** `none`: the first choice, which leaves the parameter empty. */
function select(name: string, label: string, none: string, choices: readonly Choice[], chosen?: string): Html {
  const options = choices.map(
    ({ value, name: its }) => html`<option value="${value}" ${value === chosen && html` selected`}>${its}</option>`,
  )
  return html`<label
    ><span>${label}</span
    ><select name="${name}">
      <option value="">${none}</option>
      ${options}
    </select></label
  >`
}

const MOST_CHOICES = 100

/** Adds the page number to the title, so that pages of a list differ. */
export const numbered = ({ words }: View, text: string, page: number) =>
  page > 1 ? `${text} (${words.page(page)})` : text
