import type { ArticleCategory } from '../../../../contract/article/article.rules.ts'

/** The fixed texts of the public pages; a language that lacks one does not compile. */
export type SiteWords = {
  readonly skip: string
  readonly menu: string
  readonly languages: string
  readonly home: string
  readonly signIn: string
  readonly doctors: string
  readonly specialties: string
  readonly clinics: string
  readonly articles: string
  readonly diseases: string
  readonly treatments: string
  readonly legal: string
  readonly terms: string
  readonly dataPolicy: string
  readonly contact: string
  readonly address: string
  readonly phone: string
  readonly email: string
  readonly map: string
  readonly validFrom: (date: string) => string
  readonly platformTitle: string
  readonly platformIntro: string
  readonly platformDescription: string
  readonly clinicTitle: (name: string, city: string) => string
  readonly clinicIntro: string
  readonly clinicDescription: (name: string, city: string) => string
  readonly find: string
  readonly findLabel: string
  readonly specialty: string
  readonly city: string
  readonly clinic: string
  readonly language: string
  readonly any: string
  readonly type: string
  readonly sort: string
  readonly byName: string
  readonly byPrice: string
  readonly bySoonest: string
  readonly nextFree: string
  /** `n`: minutes. */
  readonly timesAge: (n: number) => string
  readonly reset: string
  readonly allDoctors: string
  readonly allArticles: string
  readonly doctorsCount: (n: number) => string
  readonly noDoctors: string
  readonly feed: string
  readonly noArticles: string
  readonly doctorsDescription: string
  readonly doctorsOf: (what: string) => string
  readonly doctorsOfDescription: (what: string) => string
  readonly clinicsDescription: string
  readonly articlesDescription: string
  readonly articleIn: string
  readonly page: (n: number) => string
  readonly previous: string
  readonly next: string
  readonly pages: string
  readonly view: (name: string) => string
  readonly book: string
  readonly bookWith: (name: string) => string
  readonly bookIntro: string
  readonly about: string
  readonly expertise: string
  readonly training: string
  readonly diploma: string
  readonly specialization: string
  readonly certificates: string
  readonly practisingSince: string
  readonly speaks: string
  readonly prices: string
  readonly inPerson: string
  readonly online: string
  readonly from: (amount: string) => string
  readonly comments: string
  readonly rating: (mean: string, n: number) => string
  readonly stars: (n: number) => string
  readonly commentsNote: string
  readonly clinicAnswer: string
  readonly questions: string
  readonly doctorDescription: (name: string, specialties: string, city: string) => string
  readonly photoOf: (name: string) => string
  readonly by: string
  readonly updated: (date: string) => string
  readonly medicalNote: string
  readonly goneTitle: string
  readonly goneText: string
  readonly embedClosedTitle: string
  readonly embedClosedText: string
  readonly embedNoDoctors: string
  readonly missingTitle: string
  readonly missingText: string
  readonly categories: Readonly<Record<ArticleCategory, string>>
}
