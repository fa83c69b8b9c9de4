import type { FastifyInstance } from 'fastify'

/** One answer of the public pages, as a crawler sees it. */
export type Seen = {
  readonly path: string
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
  /** Whether it is in the sitemap. */
  readonly listed: boolean
}

/**
 * Reads one host as a stranger does: starting from its sitemap, every link of every page, in the order found. Addresses
 * of the app itself are not followed.
 */
export async function crawl(app: FastifyInstance, host: string): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>()
  const ask = async (path: string, listed: boolean) => {
    const { statusCode, body, headers } = await app.inject({ method: 'GET', url: path, headers: { host } })
    const page: Seen = { path, status: statusCode, body, headers, listed }
    seen.set(path, page)
    return page
  }
  const index = await ask('/sitemap.xml', false)
  const waiting: [path: string, listed: boolean][] = []
  for (const part of placesIn(index.body))
    for (const place of placesIn((await ask(part, false)).body)) waiting.push([place, true])
  for (const [path, listed] of waiting) {
    if (seen.has(path)) continue
    const { body, headers } = await ask(path, listed)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    for (const link of linksIn(body)) if (isOfSite(link)) waiting.push([link, false])
  }
  return seen
}

const placesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place = '']) => pathOf(place))

/** Links to the same site, as paths: an absolute address of the site counts too. */
const linksIn = (body: string) =>
  [...body.matchAll(/ (?:href|src|action)="([^"]*)"/g)]
    .map(([, link = '']) => link.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))
    .filter((link) => link.startsWith('/') || /^http:\/\/(\w+\.)?localhost/.test(link))
    .map(pathOf)

const pathOf = (link: string) => {
  const { pathname, search } = new URL(link, 'http://localhost')
  return pathname + search
}

const isOfSite = (path: string) => /^\/((tr|en|de|ru)(\/|\?|$)|site)/.test(path)

/** A page's title. */
export const titleOf = (body: string) => /<title>([^<]*)<\/title>/.exec(body)?.[1] ?? ''
export const canonicalOf = (body: string) => /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1] ?? null
