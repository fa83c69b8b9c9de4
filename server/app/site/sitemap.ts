import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import type { Deps } from '../../http/handler.ts'
import { html, xmlOf } from './html.ts'
import { NAMED_LISTS, paths } from './paths.ts'
import { readMap } from './read.ts'
import { languagesOf, legalOf, type Site } from './site.ts'
import { valueOf, type View } from './view.ts'

/**
 * What search engines may crawl on this host. The app's own pages say `noindex` themselves, which works only if robots
 * may fetch them.
 */
export const robotsOf = (site: Site | null): string =>
  site
    ? `User-agent: *\nDisallow: /api/\nDisallow: /*/book/\nDisallow: /embed/\nSitemap: ${site.base}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'

/** The sitemap of sitemaps: https://www.sitemaps.org/protocol.html takes 50,000 addresses in one. */
export const sitemapIndex = ({ site, facets }: View): string => {
  const parts = ['pages', ...Array.from({ length: Math.ceil(facets.doctors / DOCTORS) }, (_, i) => `doctors-${i + 1}`)]
  return xmlOf(
    html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      >${parts.map((part) => html`<sitemap><loc>${site.base}/sitemap-${part}.xml</loc></sitemap>`)}</sitemapindex
    >`,
  )
}

/** One part: `pages`, or `doctors-` and a number; null for any other. */
export async function sitemapPart(deps: Deps, view: View, part: string): Promise<string | null> {
  const [, number] = /^doctors-([1-9]\d{0,3})$/.exec(part) ?? []
  if (part !== 'pages' && !number) return null
  const { doctors, articles } = await readMap(deps.requests, view.site.clinic?.id ?? null)
  if (part === 'pages') return urls(view, pagesOf(view, articles))
  const ofPage = doctors.slice((Number(number) - 1) * DOCTORS, Number(number) * DOCTORS)
  return ofPage.length > 0
    ? urls(
        view,
        ofPage.flatMap((doctor) => LANGUAGES.map((each) => paths.doctor(each, doctor))),
      )
    : null
}

type Articles = Awaited<ReturnType<typeof readMap>>['articles']

const pagesOf = ({ site, facets, menu }: View, articles: Articles): string[] =>
  LANGUAGES.flatMap((each) => [
    paths.home(each),
    paths.doctors(each),
    ...NAMED_LISTS.flatMap((list) => {
      const words = list === 'specialties' ? facets.branches : list === 'clinics' ? [] : facets[list]
      const clinics = list === 'clinics' && !site.clinic ? facets.clinics : []
      const urls = [
        ...words.map(({ id, name }) => paths.named(each, list, { id, name: valueOf(name, each) })),
        ...clinics.map((clinic) => paths.named(each, list, clinic)),
      ]
      return urls.length > 0 ? [paths.list(each, list), ...urls] : []
    }),
    ...(facets.articleLanguages.includes(each) ? [paths.articles(each)] : []),
    ...articles.filter(({ language }) => language === each).map((article) => paths.article(each, article)),
    ...menu
      .filter((page) => languagesOf(page).includes(each))
      .map(({ id, title }) => paths.page(each, { id, name: valueOf(title, each) })),
    ...(['terms', 'policy'] as const)
      .filter((which) => legalOf(site.clinic, which).some(({ lang, value }) => lang === each && value.trim() !== ''))
      .map((which) => paths.legal(each, which)),
  ])

const urls = ({ site }: View, those: readonly string[]) =>
  xmlOf(
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      >${those.map((path) => html`<url><loc>${site.base}${path}</loc></url>`)}</urlset
    >`,
  )

/** Doctors per part, each in four languages. */
const DOCTORS = 10_000
