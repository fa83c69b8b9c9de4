import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, LANGUAGE_COOKIE, LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import { cookieOf } from '../../identity/bind.ts'
import { busy, no } from '../../http/answer.ts'
import { compressed } from '../../http/compress.ts'
import type { Deps } from '../../http/handler.ts'
import { wantedLanguage } from '../../kernel/wanted-language.ts'
import { send } from '../../http/routes.ts'
import { elsewhere } from '../elsewhere.ts'
import { registerEmbed } from './embed/route.ts'
import { registerSeen } from './ask/votes.ts'
import { createPageCache, rendered, type Rendered } from './cache.ts'
import { documentOf } from './frame.ts'
import { articleFeed } from './feed.ts'
import { registerGuest, registerPayReturn } from './guest/route.ts'
import { pageAt, showsTimes, type PageRequest } from './page-at.ts'
import { ATOM, FILTERS, paths } from './paths.ts'
import { TIMES_KEPT_MS } from './pages/doctor-cards.ts'
import { nothingPage } from './pages/texts.ts'
import { registerPictures } from './picture.ts'
import { SITE_POLICY } from './policy.ts'
import { siteOf, type Site } from './site.ts'
import { robotsOf, sitemapIndex, sitemapPart } from './sitemap.ts'
import { STYLES, typefaceOf } from './styles.ts'
import { createSurroundings } from './surroundings.ts'
import { dayOf, viewOf, type View } from './view.ts'

/**
 * The public pages (decision 0137): HTML without a script, for people who are not signed in, on the platform's host and
 * on hosts of public clinics. Every other host has none, and answers as for an unknown address.
 */
export async function registerSite(app: FastifyInstance, deps: Deps, dist: string | null) {
  const cache = createPageCache()
  const surroundingsOf = createSurroundings()
  const styles = `${await typefaceOf(dist)}\n${STYLES}`

  const view = async (site: Site, language: Language): Promise<View> =>
    viewOf({ site, language, now: deps.now(), embed: null, ...(await surroundingsOf(deps, site)) })

  /** The site of the requested host, or the answer that there is none. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<Site | null> {
    if (!(await mayEnter(request, reply))) return null
    return (await siteOf(deps, request.hostname.toLowerCase())) ?? sent(reply, no(404, 'not_found'))
  }

  /** Whether there is an answer now; otherwise one that says when is sent. */
  async function mayEnter(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const wait = await deps.limits.spend('site', request.ip)
    if (wait) await send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
    else if (!deps.databaseIsUp()) await send(reply, busy(2))
    else return true
    return false
  }

  for (const language of LANGUAGES) {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const site = await enter(request, reply)
      if (!site) return reply
      const path = request.url.split('?', 1)[0]!
      const pageRequest: PageRequest = {
        parts: path.split('/').slice(2).filter(Boolean),
        query: request.query as PageRequest['query'], // create-app's parser gives texts, or lists of them
      }
      const now = deps.now()
      const key = `${site.clinic?.id} ${dayOf(now)} ${path}?${keyed(pageRequest.query)}`
      const version = showsTimes(pageRequest) ? `${site.version} ${Math.floor(now / TIMES_KEPT_MS)}` : site.version
      return show(
        request,
        reply,
        await cache.get(key, version, async () => make(await view(site, language), path, pageRequest)),
      )
    }
    app.get(`/${language}`, compressed, answer)
    app.get(`/${language}/*`, compressed, answer)
    await registerGuest(app, deps, language, { enter, view: (site) => view(site, language) })
  }

  async function make(pageView: View, path: string, pageRequest: PageRequest): Promise<Rendered> {
    if (path === paths.feed(pageView.language))
      return rendered(200, await articleFeed(deps, pageView), `${ATOM}; charset=utf-8`)
    const page = await pageAt(deps, pageView, pageRequest)
    if (!page || page === 'gone') return write(pageView, page)
    const own = page.addresses[pageView.language]?.split('?', 1)[0]
    // outdated name, other language or trailing slash: each page has one address
    const right = own ?? Object.values(page.addresses)[0]
    if (right && right !== decodeURI(path)) return { ...rendered(301, ''), location: right }
    return rendered(200, documentOf(pageView, page))
  }

  const write = (its: View, what: 'gone' | null) =>
    rendered(what === 'gone' ? 410 : 404, documentOf(its, nothingPage(its, what === 'gone')))

  app.get('/robots.txt', async (request, reply) => {
    const site = deps.databaseIsUp() ? await siteOf(deps, request.hostname.toLowerCase()) : null
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(robotsOf(site))
  })
  app.get('/sitemap.xml', compressed, async (request, reply) => sitemap(request, reply))
  app.get<{ Params: { part: string } }>('/sitemap-:part', compressed, async (request, reply) =>
    sitemap(request, reply, request.params.part.replace(/\.xml$/, '')),
  )
  async function sitemap(request: FastifyRequest, reply: FastifyReply, part?: string) {
    const site = await enter(request, reply)
    if (!site) return reply
    const made = await cache.get(`${site.clinic?.id} sitemap ${part}`, site.version, async () => {
      const platformView = await view(site, DEFAULT_LANGUAGE)
      const text = part === undefined ? sitemapIndex(platformView) : await sitemapPart(deps, platformView, part)
      return text === null ? rendered(404, '') : rendered(200, text, 'application/xml; charset=utf-8')
    })
    return made.status === 404 ? send(reply, no(404, 'not_found')) : show(request, reply, made)
  }
  // its address contains a version; a request for another build's version gets the current one
  app.get('/site.css', compressed, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=86400').send(styles),
  )
  await registerEmbed(app, deps, {
    mayEnter,
    notFound: (reply) => send(reply, no(404, 'not_found')),
    view: async ({ site }, language, embed) => ({ ...(await view(site, language)), embed }),
  })
  registerPayReturn(app, deps)
  registerPictures(app, deps)
  registerSeen(app, deps)
  registerFront(app, deps)
}

/**
 * A visitor of the bare host who has never signed in there gets the site; everyone else gets the app, as does a reader
 * without a network.
 */
function registerFront(app: FastifyInstance, deps: Deps) {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/(\?|$)/.test(request.url) || (request.method !== 'GET' && request.method !== 'HEAD')) return
    const host = request.hostname.toLowerCase()
    const cookie = request.headers.cookie
    const site = deps.databaseIsUp() ? await siteOf(deps, host).catch(() => null) : null
    const isApp = site && (!site.clinic || site.clinic.panelUrl === host)
    if (!site) {
      const to = await elsewhere(deps, request)
      if (to) await reply.header('cache-control', 'no-store').redirect(to, 302)
      return
    }
    if (isApp && cookieOf(cookie, 'user-token')) return
    await reply
      .header('cache-control', 'no-store')
      .redirect(`/${wantedLanguage(cookieOf(cookie, LANGUAGE_COOKIE), request.headers['accept-language'])}`, 302)
  })
}

const sent = async (reply: FastifyReply, answer: Parameters<typeof send>[1]): Promise<null> => {
  await send(reply, answer)
  return null
}

/** The parameters that change a page, in a fixed order; lists of values are ignored. */
const keyed = (query: PageRequest['query']) =>
  [...FILTERS, 'page'].map((name) => JSON.stringify(query[name] ?? '')).join()

/** Anyone may cache it, but must revalidate each time, so that withdrawn content is gone at once (decision 0137). */
function show(request: FastifyRequest, reply: FastifyReply, page: Rendered) {
  reply
    .header('content-security-policy', SITE_POLICY)
    // with `no-referrer` a browser sends a form with the origin `null`, which no host is
    .header('referrer-policy', 'same-origin')
    .header('x-robots-tag', page.status === 200 ? 'all' : 'noindex')
    .header('cache-control', 'public, no-cache')
    .header('etag', page.etag)
  if (page.location) return reply.redirect(page.location, page.status)
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  return reply.code(page.status).type(page.type).send(page.body)
}
