import { HOURS_TYPES } from '../../../contract/availability/availability.lists.ts'
import type { Deps } from '../../http/handler.ts'
import type { Page } from './frame.ts'
import { FILTERS, keyIn, NAMED_LISTS, SORTS, type NamedList } from './paths.ts'
import { articlePage, articlesPage } from './pages/articles.ts'
import { doctorPage } from './pages/doctor.ts'
import { doctorsPage } from './pages/doctors.ts'
import { homePage } from './pages/home.ts'
import { namedBy, namedListPage, namedPage } from './pages/named.ts'
import { legalPage, staticPage } from './pages/texts.ts'
import { readArticle, readArticles, readClinic, readDoctor, readDoctors, readPage, type Filter } from './read.ts'
import type { View } from './view.ts'

export type PageRequest = { readonly parts: readonly string[]; readonly query: Readonly<Record<string, unknown>> }

/** The page of an address after its language; null if there is none, `gone` if there was one. */
export async function pageAt(deps: Deps, view: View, { parts, query }: PageRequest): Promise<Page | 'gone' | null> {
  const [list, part, ...more] = parts
  const page = pageIn(query)
  if (more.length > 0 || page === null) return null
  if (list === undefined) return home(deps, view)
  if (part === undefined) {
    if (list === 'doctors') return doctors(deps, view, query, page)
    if (list === 'articles') return articles(deps, view, page)
    return isNamedList(list) ? namedListPage(view, list, page) : null
  }
  if (list === 'legal') return part === 'terms' || part === 'policy' ? legalPage(view, part) : null
  const key = keyIn(part)
  if (key === null) return null
  if (isNamedList(list)) return named(deps, view, list, key, page)
  if (list === 'doctors') return doctor(deps, view, key)
  if (list === 'articles') return article(deps, view, key)
  return list === 'pages' ? written(deps, view, key) : null
}

/** Whether an address shows doctors' next free times, which change with the clock. */
export const showsTimes = ({ parts: [list = '', ...more] }: PageRequest): boolean =>
  list === 'doctors' ? more.length === 0 : isNamedList(list) && more.length === 1

const isNamedList = (list: string): list is NamedList => NAMED_LISTS.some((each) => each === list)

const clinicIn = ({ site }: View) => site.clinic?.id ?? null

async function home({ requests }: Deps, view: View): Promise<Page> {
  const [found, newest] = await Promise.all([
    readDoctors(requests, clinicIn(view), {}, view.now, 1),
    readArticles(requests, clinicIn(view), view.language, 1),
  ])
  // without their next free times: this page is kept until something is published
  const first = found.doctors.slice(0, FIRST).map((card) => ({ ...card, next: null }))
  return homePage(view, first, newest.articles.slice(0, 3))
}
const FIRST = 6

async function doctors(
  { requests }: Deps,
  view: View,
  query: PageRequest['query'],
  page: number,
): Promise<Page | null> {
  const filter = filterIn(view, query)
  return filter && doctorsPage(view, filter, page, await readDoctors(requests, clinicIn(view), filter, view.now, page))
}

async function named({ requests }: Deps, view: View, list: NamedList, key: string, page: number): Promise<Page | null> {
  const found = namedBy(view, list, key)
  if (!found) return null
  const [listed, clinic] = await Promise.all([
    readDoctors(requests, clinicIn(view), found.filter, view.now, page),
    found.clinic ? readClinic(requests, found.clinic.id) : null,
  ])
  return namedPage(view, list, found, page, listed, clinic)
}

async function doctor({ requests }: Deps, view: View, key: string): Promise<Page | 'gone' | null> {
  const found = await readDoctor(requests, clinicIn(view), key, view.today)
  if (!found) return null
  if ('gone' in found) return 'gone'
  const { articles: ownArticles } = await readArticles(requests, clinicIn(view), view.language, 1, found.id)
  return doctorPage(view, found, ownArticles.slice(0, FIRST))
}

const articles = async ({ requests }: Deps, view: View, page: number) =>
  articlesPage(view, page, await readArticles(requests, clinicIn(view), view.language, page))

async function article({ requests }: Deps, view: View, key: string): Promise<Page | null> {
  const found = await readArticle(requests, clinicIn(view), key)
  return found && articlePage(view, found)
}

async function written({ requests }: Deps, view: View, key: string): Promise<Page | null> {
  const line = view.menu.find(({ id }) => id.endsWith(key))
  const page = line && (await readPage(requests, key))
  return page ? staticPage(view, page, line) : null
}

/** The page number of a list; null if it is invalid. */
function pageIn({ page }: PageRequest['query']): number | null {
  if (page === undefined) return 1
  return typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : null
}

/** The filters of the list; null if one names something that no doctor here has, which limits the number of lists. */
function filterIn({ facets }: View, query: PageRequest['query']): Filter | null {
  const choices = {
    branch: facets.branches.map(({ id }) => id),
    city: facets.cities,
    clinic: facets.clinics.map(({ id }) => id),
    language: facets.languages,
    type: HOURS_TYPES,
    sort: SORTS,
  }
  const filters = FILTERS.filter((name) => query[name] !== undefined && query[name] !== '')
  if (filters.some((name) => !choices[name].some((choice) => choice === query[name]))) return null
  return Object.fromEntries(filters.map((name) => [name, String(query[name])]))
}
