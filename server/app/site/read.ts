import type pg from 'pg'
import type { ArticleCategory } from '../../../contract/article/article.rules.ts'
import type { HOURS_TYPES } from '../../../contract/availability/availability.lists.ts'
import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import type { PageSection } from '../../../contract/page/page.rules.ts'

/**
 * Reads what the public may see, through the functions of migration 0137, which return nothing else. One statement
 * each.
 */
type Db = Pick<pg.Pool, 'query'>
export type Texts = readonly { readonly lang: Language; readonly value: string }[]

export type SiteClinic = {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly brand: string
  readonly logoId: string | null
  readonly country: string | null
  readonly city: string
  readonly address: string | null
  readonly location: { readonly lat: number; readonly lng: number } | null
  readonly phone: string | null
  readonly email: string | null
  readonly seoTitle: Texts
  readonly seoDescription: Texts
  readonly terms: Texts
  readonly dataPolicy: Texts
  readonly legalDate: string | null
  readonly panelUrl: string | null
  readonly webUrl: string | null
}

export type Rating = { readonly mean: number | null; readonly count: number }
export type DoctorCard = {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly photoId: string | null
  readonly branchIds: readonly string[]
  readonly city: string
  readonly languages: readonly string[]
  readonly shortDescription: Texts
  readonly rating: Rating
  readonly clinicIds: readonly string[]
}
export type ListedDoctor = DoctorCard & {
  /** The lowest of each kind of appointment and currency at the list's clinic, or else at any. */
  readonly prices: readonly Omit<Price, 'clinicId'>[]
  /** The next free time there, of the list's kind; null if none is known, or none that was counted in the last half hour. */
  readonly next: { readonly start: string; readonly zone: string; readonly countedAt: string } | null
}
export type DoctorList = { readonly total: number; readonly doctors: readonly ListedDoctor[] }
export type DoctorPage = DoctorCard & {
  readonly description: Texts
  readonly expertise: Texts
  readonly diploma: string
  readonly specialization: string
  readonly serviceStart: string | null
  readonly certificates: readonly string[]
  readonly diseaseIds: readonly string[]
  readonly treatmentIds: readonly string[]
  readonly photoIds: readonly string[]
  readonly clinics: readonly Omit<SiteClinic, 'terms' | 'dataPolicy'>[]
  readonly prices: readonly Price[]
  readonly comments: readonly Comment[]
  readonly questions: readonly DoctorAnswer[]
}
type DoctorAnswer = {
  readonly id: string
  readonly content: string
  readonly answer: string
  readonly answeredAt: string
  readonly likes: number
  readonly dislikes: number
}
export type PublicQuestion = DoctorAnswer & { readonly doctorKey: string }
/** The lowest price of a clinic's hours, in minor units. */
export type Price = {
  readonly clinicId: string | null
  readonly type: (typeof HOURS_TYPES)[number]
  readonly currency: Currency
  readonly amount: number
}
type Comment = {
  /** Initials. */
  readonly author: string
  readonly rate: number
  readonly content: string
  readonly createdAt: string
  /** The clinic's, null if none is public. */
  readonly answer: string | null
}

export type ClinicCard = Pick<SiteClinic, 'id' | 'name' | 'city' | 'logoId'> & { readonly doctors: number }
export type Named = { readonly id: string; readonly name: Texts; readonly doctors: number }
export type Facets = {
  readonly doctors: number
  readonly branches: readonly Named[]
  readonly diseases: readonly Named[]
  readonly treatments: readonly Named[]
  readonly cities: readonly string[]
  readonly languages: readonly string[]
  readonly clinics: readonly ClinicCard[]
  readonly articleLanguages: readonly Language[]
}

type Author = Pick<DoctorCard, 'id' | 'name' | 'title' | 'photoId'>
export type ArticleCard = {
  readonly id: string
  readonly title: string
  readonly category: ArticleCategory
  readonly promoId: string | null
  /** The beginning of its HTML, cut anywhere. */
  readonly excerpt: string
  readonly createdAt: string
  /** Null if an admin wrote it. */
  readonly author: Author | null
}
export type Article = Omit<ArticleCard, 'excerpt'> & {
  readonly language: Language
  readonly content: string
  readonly updatedAt: string
  readonly translations: readonly { readonly id: string; readonly title: string; readonly language: Language }[]
}

export type PageLine = {
  readonly id: string
  readonly title: Texts
  readonly section: PageSection
  readonly inMenu: boolean
  readonly updatedAt: string
  /** The languages of its text. */
  readonly languages: readonly Language[] | null
}
export type StaticPage = Pick<PageLine, 'id' | 'title' | 'updatedAt'> & {
  readonly content: Texts
  readonly metaDescription: Texts
}

export type Filter = {
  readonly branch?: string | undefined
  readonly city?: string | undefined
  readonly language?: string | undefined
  readonly clinic?: string | undefined
  readonly disease?: string | undefined
  readonly treatment?: string | undefined
  /** Only doctors who offer such appointments now. */
  readonly type?: string | undefined
  /** `price`: the lowest first, currency by currency; `soonest`: the next free time first. By default by name. */
  readonly sort?: string | undefined
}

export const PAGE_SIZE = 24

const readOne = async <T>(db: Db, text: string, values: readonly unknown[]): Promise<T> => {
  const { rows } = await db.query<{ found: T }>(text, [...values])
  return rows[0]!.found // a function returns one row
}

/** The owner of this host, null if it has none that is public; and the version of everything published. */
export const readHost = async (db: Db, host: string) => {
  const { rows } = await db.query<{ clinic: SiteClinic | null; version: string }>(
    'select site_host($1) as clinic, site_now() as version',
    [host],
  )
  return rows[0]!
}

/** `now`, epoch ms: hours of its day (UTC) and later count, and free times after it. */
export const readDoctors = (db: Db, clinic: string | null, filter: Filter, now: number, page: number) =>
  readOne<DoctorList>(db, 'select site_doctor_list($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as found', [
    clinic,
    filter.branch,
    filter.city,
    filter.language,
    filter.clinic,
    filter.disease,
    filter.treatment,
    filter.type,
    filter.sort,
    new Date(now),
    (page - 1) * PAGE_SIZE,
    PAGE_SIZE,
  ])

/** `today` (YYYY-MM-DD): the first day whose hours count. */
export const readDoctor = (db: Db, clinic: string | null, key: string, today: string) =>
  readOne<DoctorPage | { readonly gone: true } | null>(db, 'select site_doctor_page($1, $2, $3) as found', [
    clinic,
    key,
    today,
  ])

export const readQuestion = (db: Db, clinic: string | null, id: string) =>
  readOne<PublicQuestion | null>(db, 'select site_question($1, $2) as found', [clinic, id])

export const readClinic = (db: Db, id: string) =>
  readOne<SiteClinic | null>(db, 'select site_clinic_page($1) as found', [id])

export const readFacets = (db: Db, clinic: string | null) =>
  readOne<Facets>(db, 'select site_facets($1) as found', [clinic])

export const readArticles = (db: Db, clinic: string | null, language: Language, page: number, author?: string) =>
  readOne<{ readonly total: number; readonly articles: readonly ArticleCard[] }>(
    db,
    'select site_articles($1, $2, $3, $4, $5) as found',
    [clinic, language, author, (page - 1) * PAGE_SIZE, PAGE_SIZE],
  )

export const readArticle = (db: Db, clinic: string | null, key: string) =>
  readOne<Article | null>(db, 'select site_article($1, $2) as found', [clinic, key])

export const readPages = (db: Db) => readOne<readonly PageLine[]>(db, 'select site_pages() as found', [])

export const readPage = (db: Db, key: string) => readOne<StaticPage | null>(db, 'select site_page($1) as found', [key])

export const readMap = (db: Db, clinic: string | null) =>
  readOne<{
    readonly doctors: readonly { readonly id: string; readonly name: string }[]
    readonly articles: readonly {
      readonly id: string
      readonly title: string
      readonly language: Language
      readonly updatedAt: string
    }[]
  }>(db, 'select site_map($1) as found', [clinic])

/** Finds a stored picture, if a public page shows it. */
export const readPicture = async (db: Db, id: string) => {
  const { rows } = await db.query<{ stored: string; sha256: string; type: string; width: number; height: number }>(
    'select stored, sha256, type, width, height from site_picture($1)',
    [id],
  )
  return rows[0]
}
