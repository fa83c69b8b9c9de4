import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import { linkTo } from '../../identity/links.ts'
import type { Deps } from '../../http/handler.ts'
import { readHost, type PageLine, type SiteClinic } from './read.ts'

/** A host with public pages: the platform's own, or a public clinic's web or panel host. */
export type Site = {
  /** Null on the platform's host. */
  readonly clinic: SiteClinic | null
  readonly name: string
  /** Changes whenever something is published or withdrawn. */
  readonly version: string
  /** The origin used in absolute addresses: a clinic has one, however many hosts it has. */
  readonly base: string
  /** The app's address. */
  readonly app: string
}

/** The site of a host; null for unknown hosts, private clinics and closed clinics: they have no public page at all. */
export async function siteOf(deps: Deps, host: string): Promise<Site | null> {
  const { clinic, version } = await readHost(deps.requests, host)
  const base = (its: string | null) => linkTo(deps.publicUrl(), its, '').replace(/\/$/, '')
  if (deps.platformHosts.has(host)) return { clinic: null, name: 'Bedside', version, base: base(null), app: base(null) }
  if (!clinic) return null
  return {
    clinic,
    name: clinic.name,
    version,
    base: base(clinic.webUrl ?? clinic.panelUrl),
    app: base(clinic.panelUrl),
  }
}

/** The languages of a platform page: those with both a title and a text. */
export const languagesOf = ({ title, languages }: Pick<PageLine, 'title' | 'languages'>): Language[] =>
  LANGUAGES.filter((each) => languages?.includes(each) && title.some(({ lang }) => lang === each))

/** The languages in which a legal text of the platform is written. */
export const legalOf = (clinic: SiteClinic | null, which: 'terms' | 'policy') =>
  (clinic && (which === 'terms' ? clinic.terms : clinic.dataPolicy)) ?? []
