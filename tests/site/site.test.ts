import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { newName } from '../../server/ports/files/store.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { statementsOf } from '../support/statements.ts'
import { canonicalOf, crawl, titleOf, type Seen } from './crawl.ts'
import { plant } from './plant.ts'

/** The public pages as a stranger and a search engine see them (issue 35, decision 0137). */
let server: TestServer
let planted: Awaited<ReturnType<typeof plant>>
const HOSTS = ['localhost', 'kuzey.localhost', 'kuzey.web.localhost', 'linden.localhost']
const read = new Map<string, Map<string, Seen>>()
beforeAll(async () => {
  server = await startServer({ limits: { spend: async () => 0, take: async () => ({ giveBack: async () => {} }) } })
  planted = await plant(server)
  for (const host of HOSTS) read.set(host, await crawl(server.app, host))
}, 180_000)
afterAll(() => server.stop())

const ask = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } })
const doctorPath = (id: string, language = 'en') => `/${language}/doctors/name-doctor-kuzey-${id.slice(-12)}`
const pagesOf = (host: string) =>
  [...read.get(host)!.values()].filter(({ headers }) => String(headers['content-type']).startsWith('text/html'))

describe.each(HOSTS)('a crawler on %s', (host) => {
  test('it meets no error', () => {
    const seen = [...read.get(host)!.values()]
    const isRight = ({ path, status }: Seen) =>
      status === (/^\/\w+\/(?:book|ask)\/[^/]+\/sign-in$/.test(path) ? 303 : 200)
    expect(seen.filter((each) => !isRight(each)).map(({ path, status }) => `${status} ${path}`)).toEqual([])
    expect(pagesOf(host).length).toBeGreaterThan(20)
  })

  test('it reads each page once: titles differ within a language, canonical addresses everywhere', () => {
    const pages = pagesOf(host).filter(({ body }) => !body.includes('name="robots"'))
    const again = (those: readonly string[]) => those.filter((each, i) => those.indexOf(each) !== i)
    for (const language of LANGUAGES)
      expect(
        again(pages.filter(({ path }) => path.startsWith(`/${language}`)).map(({ body }) => titleOf(body))),
      ).toEqual([])
    expect(again(pages.map(({ body }) => canonicalOf(body) ?? 'none'))).toEqual([])
    for (const { path, body } of pages) expect(canonicalOf(body)?.endsWith(path)).toBe(true)
  })

  test('the sitemap lists every indexable page, and nothing else', () => {
    const seen = [...read.get(host)!.values()]
    const unlisted = pagesOf(host).filter(({ body, listed }) => !listed && !body.includes('name="robots"'))
    expect(unlisted.map(({ path }) => path)).toEqual([])
    expect(seen.filter(({ listed, body }) => listed && body.includes('name="robots"')).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('it is told of another language only if the page exists in it, and that page links back', () => {
    const pages = new Map(pagesOf(host).map((page) => [canonicalOf(page.body), page]))
    for (const { body } of pages.values())
      for (const [, language, href] of body.matchAll(/hreflang="(\w\w)" href="([^"]*)"/g)) {
        const other = pages.get(href!)
        expect([href, other?.body.includes(`<html lang="${language}"`)]).toEqual([href, true])
        expect(other!.body).toContain(`href="${canonicalOf(body)}"`)
      }
  })

  test('it reads nothing that is unpublished, of a private clinic, or personal', () => {
    const secrets =
      /Veiled|gizli|7654321|76\.543|76,543|doctor\.passive|patient\.|Name patient|@test\.example|\+90531|5320000001|password|audience/i
    for (const { path, body } of read.get(host)!.values())
      expect([path, secrets.exec(body)?.[0]]).toEqual([path, undefined])
  })

  test('structured data uses schema.org’s terms, whatever people wrote', () => {
    for (const { body } of pagesOf(host))
      for (const [, data = ''] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
        expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' })
    expect(
      pagesOf(host).flatMap(({ body }) => [...body.matchAll(/<script(?! type="application\/ld\+json")/g)]),
    ).toEqual([])
  })
})

test('published records are readable: the public half of the same rows', () => {
  const all = pagesOf('localhost')
    .map(({ body }) => body)
    .join('\n')
  for (const word of [
    'ShownShort',
    'ShownLong',
    'ShownExpertise',
    'ShownTown',
    'ShownSchool',
    'ShownPaper',
    'ShownDisease',
    'ShownComment',
    'ShownAsked',
    'ShownAnswer',
    'ShownArticleTr',
    'ShownArticleDe',
    'ShownAloneEn',
    'ShownPageText tr',
    'ShownStreet',
    'Klinik kuzey',
    'Name doctor.both',
    'N. P.',
  ])
    expect([word, all.includes(word)]).toEqual([word, true])
  const clinic = pagesOf('kuzey.localhost')
    .map(({ body }) => body)
    .join('\n')
  expect(['ShownTerms de', 'ShownPolicy tr', 'Name doctor.kuzey'].filter((word) => !clinic.includes(word))).toEqual([])
  expect(clinic).not.toContain('doctor.linden')
  expect(clinic).not.toContain('ShownPage')
  // a doctor's text is escaped
  expect(all).toContain('ShownShort &#60;b&#62;&#34;&#38;&#39; en')
})

describe('hosts', () => {
  test.each(['gizli.localhost', 'gizli.web.localhost', 'nobody.localhost'])(
    '%s has no public page, for any request',
    async (host) => {
      const { people } = server.world
      const nothing = (await ask('/assets/nothing.js', { host })).body
      for (const url of [
        '/tr',
        '/en/doctors',
        doctorPath(people.doctorGizli.id),
        doctorPath(people.doctorKuzey.id),
        '/sitemap.xml',
        '/sitemap-pages.xml',
        '/tr/legal/terms',
      ]) {
        const { statusCode, body } = await ask(url, { host })
        expect([url, statusCode, body]).toEqual([url, 404, nothing])
      }
      expect((await ask('/robots.txt', { host })).body).toBe('User-agent: *\nDisallow: /\n')
    },
  )

  test('a doctor of another clinic does not exist on a clinic’s host', async () => {
    expect(
      (await ask(`/en/doctors/${server.world.people.doctorLinden.id.slice(-12)}`, { host: 'kuzey.localhost' }))
        .statusCode,
    ).toBe(404)
  })

  test('a disabled web host has no page; a clinic has one canonical host', async () => {
    const set = (on: boolean) =>
      server.pool.query('update clinic set web_url_status = $1 where id = $2', [on, server.world.clinics.kuzey])
    expect(canonicalOf((await ask('/en', { host: 'kuzey.localhost' })).body)).toBe('http://kuzey.web.localhost:3000/en')
    await set(false)
    expect((await ask('/en', { host: 'kuzey.web.localhost' })).statusCode).toBe(404)
    expect(canonicalOf((await ask('/en', { host: 'kuzey.localhost' })).body)).toBe('http://kuzey.localhost:3000/en')
    await set(true)
  })

  test('the host’s own address shows the site in the visitor’s language; a signed-in person gets the app', async () => {
    const at = async (headers: Record<string, string>) => (await ask('/', headers)).headers['location']
    expect(await at({})).toBe('/tr')
    expect(await at({ 'accept-language': 'fr, de-AT;q=0.8, en;q=0.5' })).toBe('/de')
    expect(await at({ 'accept-language': 'de', cookie: 'user-lang=ru' })).toBe('/ru')
    expect(await at({ cookie: 'user-token=x' })).toBeUndefined()
    expect(await at({ cookie: 'user-token=x', host: 'kuzey.web.localhost' })).toBe('/tr')
    expect(await at({ host: 'gizli.localhost' })).toBeUndefined()
  })
})

describe('a doctor’s page', () => {
  const { stringify } = JSON

  test('a passive doctor’s old address is gone, with a way on; a private clinic’s doctor was never there', async () => {
    const { people } = server.world
    const gone = await ask(doctorPath(people.doctorPassive.id))
    expect(gone.statusCode).toBe(410)
    expect(gone.body).toContain('href="/en/doctors"')
    expect(gone.body).not.toContain('passive')
    expect((await ask(doctorPath(people.doctorGizli.id))).statusCode).toBe(404)
    expect((await ask(doctorPath('00000000-0000-7000-8000-0000000000aa'))).statusCode).toBe(404)
  })

  test('another name in its address redirects to the right one', async () => {
    const { id } = server.world.people.doctorKuzey
    const answer = await ask(`/en/doctors/somebody-${id.slice(-12)}`)
    expect([answer.statusCode, answer.headers['location']]).toEqual([301, doctorPath(id)])
  })

  test('Book leads to the free times, and whoever has an account from there into the app, in the page’s language', async () => {
    const { id } = server.world.people.doctorKuzey
    const { body } = await ask(doctorPath(id, 'de'))
    const [, href = ''] = /class="btn primary" href="([^"]*\/book\/[^"]*)"/.exec(body) ?? []
    expect(href).toBe(`http://localhost:3000/de/book/${id.slice(-12)}`)
    const times = await ask(new URL(href).pathname)
    expect([times.statusCode, times.headers['cache-control'], times.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ])
    expect(times.body).toContain('name="slot"')
    const [, account = ''] = /href="([^"]*\/sign-in)"/.exec(times.body) ?? []
    const answer = await ask(account)
    expect([answer.statusCode, answer.headers['location']]).toEqual([
      303,
      `/patient-login?back=${encodeURIComponent(`/appointment/new?doctor=${id}`)}`,
    ])
    expect(answer.headers['set-cookie']).toMatch(/^user-lang=de; Path=\/; Max-Age=604800; SameSite=Strict/)
    expect((await ask(account, { cookie: 'user-lang=tr' })).headers['set-cookie']).toBeUndefined()
    expect((await ask(`/de/book/${server.world.people.doctorPassive.id.slice(-12)}`)).statusCode).toBe(410)
  })

  test('a text missing in the reader’s language is shown in another, and says which', async () => {
    const { id } = server.world.people.doctorLinden
    await server.pool.query('update doctor set description = $1 where id = $2', [
      stringify([{ lang: 'tr', value: 'Türkçe metin' }]),
      id,
    ])
    expect((await ask(`/en/doctors/name-doctor-linden-${id.slice(-12)}`)).body).toMatch(
      /<div class="rich"\s+lang="tr"\s*>\s*<p class="typed">Türkçe metin<\/p>/,
    )
  })

  test('structured data and head describe the doctor', async () => {
    const { body } = await ask(doctorPath(server.world.people.doctorKuzey.id))
    const types = [...body.matchAll(/"@context":"https:\/\/schema.org","@type":"(\w+)"/g)].map(([, type]) => type)
    expect(types).toEqual(['Physician', 'FAQPage', 'BreadcrumbList'])
    expect(body).toContain('<meta property="og:title"')
    expect(body).toContain('href="https://www.openstreetmap.org/?mlat=41.01&#38;mlon=28.97#map=18/41.01/28.97"')
    expect(body).toMatch(/from ₺100/)
  })
})

describe('articles', () => {
  test('one in one language has only that language’s address; from another it redirects there', async () => {
    const path = `/en/articles/shownaloneen-${planted.alone.slice(-12)}`
    const { body, statusCode } = await ask(path)
    expect([statusCode, body.includes('hreflang="de"'), canonicalOf(body)]).toEqual([
      200,
      false,
      `http://localhost:3000${path}`,
    ])
    const other = await ask(`/de/articles/shownaloneen-${planted.alone.slice(-12)}`)
    expect([other.statusCode, other.headers['location']]).toEqual([301, path])
    // its headings are one level below the page's own
    expect(body).toContain('<h2>Head</h2>')
  })

  test('a withdrawn one is gone with the next reply, of any process', async () => {
    const path = `/en/articles/shownaloneen-${planted.alone.slice(-12)}`
    const publish = (published: boolean) =>
      server.pool.query('update article set published = $1 where id = $2', [published, planted.alone])
    const first = await ask(path)
    expect((await ask(path, { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304)
    await publish(false)
    expect((await ask(path, { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(404)
    expect((await ask('/en/articles')).body).not.toContain('ShownAloneEn')
    await publish(true)
    expect((await ask(path)).statusCode).toBe(200)
  })
})

describe('the feed of articles (RFC 4287)', () => {
  const entriesOf = (body: string) => [...body.matchAll(/<entry>.*?<\/entry>/gs)].map(([entry]) => entry)

  test.each(LANGUAGES)(
    'in %s: what the list shows, each by an address that answers, and nothing else',
    async (language) => {
      const { body, headers, statusCode } = await ask(`/${language}/articles.atom`)
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
      const window = new Window()
      const parsed = new window.DOMParser().parseFromString(body, 'application/xml')
      expect(parsed.querySelector('parsererror')).toBeNull()
      expect(parsed.documentElement.getAttribute('xml:lang')).toBe(language)
      const listed = [...(await ask(`/${language}/articles`)).body.matchAll(/class="whole" href="([^"]*)"/g)].map(
        ([, path]) => path!,
      )
      const links = entriesOf(body).map((entry) => new URL(/<link[^>]* href="([^"]*)"/.exec(entry)![1]!).pathname)
      expect(links).toEqual(listed)
      for (const link of links) expect((await ask(link)).statusCode).toBe(200)
      await window.happyDOM.close()
    },
  )

  test('it follows what is published, its page names it, and another host has its own', async () => {
    const has = async (host: string) =>
      (await ask('/en/articles.atom', { host })).body.includes(`urn:uuid:${planted.alone}`)
    expect(await has('localhost')).toBe(true)
    await server.pool.query('update article set published = false where id = $1', [planted.alone])
    expect(await has('localhost')).toBe(false)
    await server.pool.query('update article set published = true where id = $1', [planted.alone])
    expect(await has('linden.localhost')).toBe(
      (await ask('/en/articles', { host: 'linden.localhost' })).body.includes('ShownAloneEn'),
    )
    expect((await ask('/en/articles')).body).toContain(
      '<link rel="alternate" type="application/atom+xml" title="Articles" href="/en/articles.atom" />',
    )
    expect((await ask('/en/articles.atom', { host: 'nowhere.example' })).statusCode).toBe(404)
  })
})

describe('lists', () => {
  test('the address filters them; a filtered list is not indexed by search engines', async () => {
    const { body, statusCode } = await ask('/en/doctors?city=ShownTown&language=de&branch=')
    expect([statusCode, body.includes('doctor.kuzey'), body.includes('doctor.linden')]).toEqual([200, true, false])
    expect(body).toContain('<meta name="robots" content="noindex, follow"')
    expect(body).not.toContain('rel="canonical"')
  })

  test('by kind of appointment and by price: only hours of today or later count, and no private clinic’s (35.1)', async () => {
    const { people, clinics } = server.world
    const plantHours = (doctor: { id: string }, clinic: string | null, until: string, price: number, type: string) =>
      server.pool.query(
        `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency, zone)
         values ($1, $2, $3, '2020-01-01', $4, '20:00', '21:00', 20, $5, '{1}', $6, 'try', 'Europe/Istanbul')`,
        [newId(), doctor.id, clinic, until, type, price],
      )
    const namesIn = async (query: string, host = 'localhost') => {
      const { body, statusCode } = await ask(`/en/doctors?${query}`, { host })
      expect(statusCode).toBe(200)
      return [...body.matchAll(/<h3>.*?>([^<]*)<\/a/gs)].map(([, name]) => name!.trim().replace(/^.*Name /, ''))
    }
    const all = await namesIn('')
    expect(all.length).toBeGreaterThan(2)
    expect(await namesIn('type=online')).toEqual([])
    expect((await ask('/de/doctors?type=online')).body).toContain('href="/de/doctors"')
    await plantHours(people.doctorBoth, clinics.gizli, '2090-01-01', 100, 'online')
    await plantHours(people.doctorBoth, clinics.kuzey, '2020-02-01', 200, 'online')
    expect(await namesIn('type=online')).toEqual([])
    await plantHours(people.doctorKuzey, clinics.kuzey, '2090-01-01', 9000, 'online')

    expect(await namesIn('type=online')).toEqual(['doctor.kuzey'])
    expect(await namesIn('type=online', 'linden.localhost')).toEqual([])
    const { body } = await ask('/en/doctors?type=online')
    expect([body.includes('from ₺90.00'), body.includes('from ₺100.00'), body.includes('noindex')]).toEqual([
      true,
      true,
      true,
    ])
    // everyone is listed; at a clinic, which has one currency, the lowest price comes first
    const byPrice = await namesIn('sort=price')
    expect(byPrice.toSorted()).toEqual(all.toSorted())
    const liras = await namesIn('sort=price', 'kuzey.localhost')
    expect(liras[0]).toBe('doctor.kuzey')
    expect((await ask('/en/doctors')).body).not.toMatch(/₺[12]\.00/)
  })

  test.each([
    '/en/doctors?type=else',
    '/en/doctors?sort=name',
    '/en/doctors?type=online&type=physical',
    '/en/doctors?city=Nowhere',
    '/en/doctors?page=0',
    '/en/doctors?page=99',
    '/en/doctors?city=a&city=b',
    '/en/nothing',
    '/en/doctors/a/b',
    '/en/legal/else',
  ])('%s is not found', async (url) => {
    const { statusCode, headers } = await ask(url)
    expect([statusCode, headers['x-robots-tag']]).toEqual([404, 'noindex'])
  })

  test('an unknown parameter changes nothing, and makes no second page', async () => {
    expect((await ask('/en/doctors?utm_source=x')).body).toBe((await ask('/en/doctors')).body)
  })
})

test('a picture is public if a public page shows it, and not otherwise', async () => {
  const { people, clinics } = server.world
  const { rawPayload } = await ask('/icon-192.png')
  async function picture(kind: string, of: string, owner: string) {
    const id = newId(server.clock.now)
    const stored = newName()
    await server.deps.files.put(stored, rawPayload)
    await server.pool.query(
      `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored)
       values ($1::uuid, $2, $3, $4, 'image/webp', 10, 192, 192, $1::text, $5)`,
      [id, kind, of, owner, stored],
    )
    return async () => {
      const { statusCode, headers } = await ask(`/site/picture/${id}?size=2048`)
      return [statusCode, headers['content-type']]
    }
  }
  const shown = await picture('photo', people.doctorKuzey.id, people.doctorKuzey.id)
  const logo = await picture('logo', clinics.kuzey, people.admin.id)
  for (const its of [shown, logo]) expect(await its()).toEqual([200, 'image/webp'])
  const kept = [
    await picture('photo', people.doctorGizli.id, people.doctorGizli.id),
    await picture('photo', people.doctorPassive.id, people.doctorPassive.id),
    await picture('photo', people.patientKuzey.id, people.patientKuzey.id),
    await picture('diploma', people.doctorKuzey.id, people.doctorKuzey.id),
    await picture('logo', clinics.gizli, people.admin.id),
    await picture('article', people.doctorKuzey.id, people.doctorKuzey.id),
  ]
  for (const its of kept) expect((await its())[0]).toBe(404)
  expect((await ask('/site/picture/nothing')).statusCode).toBe(404)
})

test('a scraper is rate-limited', async () => {
  const busy = await startServer()
  const of = (url: string) => busy.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.9' })
  await Promise.all(Array.from({ length: 300 }, () => busy.deps.limits.spend('site', '203.0.113.9')))
  const { statusCode, headers } = await of('/en/doctors')
  expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true])
  await busy.stop()
})

test('a page’s headers: no script may run, it may be indexed, and it is revalidated', async () => {
  const { headers } = await ask('/en')
  expect(headers).toMatchObject({ 'x-robots-tag': 'all', 'cache-control': 'public, no-cache' })
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(headers['set-cookie']).toBeUndefined()
})

test('statements of a page: one if it is cached, five if nothing is', async () => {
  const path = doctorPath(server.world.people.doctorKuzey.id)
  await server.pool.query('update branch set online_calls = online_calls')
  const count = async () => (await statementsOf(() => ask(path))).filter(({ text }) => /site_/.test(text)).length
  expect(await count()).toBe(5)
  expect(await count()).toBe(1)
})
