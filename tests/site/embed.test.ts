import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { codeFor, slotValue, typedBy } from '../support/guest.ts'
import { routesOf } from '../support/routes.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Booking in a frame on websites that the clinic names, and on no other (issue 35, 3; decision 0157). */
let server: TestServer
let began = 0
beforeAll(async () => {
  server = await startServer({ limits: { spend: async () => 0, take: async () => ({ giveBack: async () => {} }) } })
  began = server.clock.now
})
beforeEach(async () => {
  server.clock.now = began
  await server.pool.query(
    `update clinic set embed_hosts = '["www.site.example", "site.example"]', embed_colour = null, active = true, panel_url_status = true where slug = 'kuzey'`,
  )
  await server.pool.query(`update clinic set embed_hosts = '["thief.example"]' where slug = 'gizli'`)
  await server.pool.query('delete from guest_booking')
  await server.pool.query('delete from message')
})
afterAll(() => server.stop())

const NAMED = 'frame-ancestors https://www.site.example https://site.example'
const NONE = "frame-ancestors 'none'"
const framers = (headers: Readonly<Record<string, unknown>>) =>
  String(headers['content-security-policy'])
    .split(/; ?/)
    .find((each) => each.startsWith('frame-ancestors'))

type More = { readonly form?: Readonly<Record<string, string>>; readonly host?: string; readonly headers?: object }
async function ask(url: string, { form, host = 'kuzey.localhost', headers = {} }: More = {}) {
  const response = await server.app.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: {
      host,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}` }),
      ...headers,
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  })
  return { status: response.statusCode, body: response.body, headers: response.headers }
}
/** A server under pressure answers 503 to any address, which says nothing of this one. */
async function answerOf(method: string, url: string, host: string) {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await server.app.inject({ method: method as 'GET', url, headers: { host } })
    if (answer.statusCode !== 503) return answer
    await setTimeout(200)
  }
  throw new Error(`${method} ${url} on ${host} stays busy`)
}
const doctorKey = () => server.world.people.doctorKuzey.id.slice(-12)
const keyOf = (body: string) => /name="key" value="([\w-]{43})"/.exec(body)?.[1] ?? ''
const actOf = (body: string, act: string) =>
  new RegExp(`action="(/embed/kuzey/booking/[\\da-f-]{36}/${act}\\?lang=en)"`).exec(body)?.[1] ?? `no form ${act}`

describe('35.3 who may frame', () => {
  test('only /embed is framed, and only by the named hosts: every route of the server, with and without a clinic', async () => {
    const values: Readonly<Record<string, string>> = {
      ':slug': 'kuzey',
      ':key': doctorKey(),
      ':id': '01a1fe40-2a75-7541-81a4-979355279929',
    }
    const routes = routesOf(server.app.printRoutes({ commonPrefix: false }))
    const seen = { embed: 0, others: 0 }
    for (const { path, method } of routes.flatMap(({ path: its, methods }) =>
      methods.map((each) => ({ path: its, method: each })),
    )) {
      const route = `${method} ${path}`
      const url = path.replaceAll(/:\w+/g, (name) => values[name] ?? 'x').replace('*', 'x')
      for (const host of ['localhost', 'kuzey.localhost']) {
        const { headers, statusCode } = await answerOf(method, url, host)
        const isEmbed = path.startsWith('/embed/')
        expect([route, host, statusCode, framers(headers)]).toEqual([route, host, statusCode, isEmbed ? NAMED : NONE])
        expect([route, statusCode, headers['x-frame-options']]).toEqual([
          route,
          statusCode,
          isEmbed ? undefined : 'DENY',
        ])
        seen[isEmbed ? 'embed' : 'others']++
      }
    }
    expect(seen.embed).toBeGreaterThanOrEqual(8)
    expect(seen.others).toBeGreaterThan(400)
  }, 300_000)

  test('a clinic that names no host is framed by none; its link works', async () => {
    await server.pool.query(`update clinic set embed_hosts = '[]' where slug = 'kuzey'`)
    const { status, headers } = await ask('/embed/kuzey')
    expect([status, framers(headers), headers['x-frame-options']]).toEqual([200, NONE, 'DENY'])
  })

  test('a private clinic, another clinic’s host and an unknown name: no page, whatever they have named', async () => {
    const nothing = (await ask('/assets/nothing.js')).body
    for (const [url, host] of [
      ['/embed/gizli', 'localhost'],
      ['/embed/gizli', 'gizli.localhost'],
      ['/embed/kuzey', 'linden.localhost'],
      ['/embed/kuzey', 'nowhere.example'],
      ['/embed/nobody', 'localhost'],
      ['/embed/%22%3E', 'localhost'],
    ] as const) {
      const { status, body, headers } = await ask(url, { host })
      expect([url, host, status, body, framers(headers)]).toEqual([url, host, 404, nothing, NONE])
    }
    await server.pool.query(`update clinic set private = true where slug = 'kuzey'`)
    expect((await ask('/embed/kuzey')).status).toBe(404)
    await server.pool.query(`update clinic set private = false where slug = 'kuzey'`)
  })

  test('an ended host: a panel that is switched off shows none, the platform’s still does', async () => {
    await server.pool.query(`update clinic set panel_url_status = false where slug = 'kuzey'`)
    expect((await ask('/embed/kuzey')).status).toBe(404)
    expect((await ask('/embed/kuzey', { host: 'localhost' })).status).toBe(200)
  })

  test('a passive clinic is gone, with a way on that leaves the frame', async () => {
    await server.pool.query(`update clinic set active = false where slug = 'kuzey'`)
    const { status, body, headers } = await ask('/embed/kuzey?lang=en', { host: 'localhost' })
    expect([status, framers(headers)]).toEqual([410, NAMED])
    expect(body).toContain('This clinic takes no bookings online at the moment')
    expect(body).toContain('href="http://localhost:3000/en/doctors" target="_blank"')
    expect(body).not.toContain('Name doctor.kuzey')
  })
})

describe('35.3 who names them', () => {
  const hostile = [
    '*',
    '*.site.example',
    "site.example 'unsafe-inline'",
    'site.example; frame-ancestors *',
    'site.example\r\nset-cookie: a=b',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'data:',
    'https://user@site.example',
    'site.example/path',
    'javascript:alert(1)',
    `${'a'.repeat(64)}.example`,
    '',
  ]
  test.each(hostile)('%j is refused', async (host) => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const { status } = await desk.call('clinic.update', { id: server.world.clinics.kuzey, embedHosts: [host] })
    expect(status).toBe(400)
  })

  test('a clinic’s own person, by any spelling, each once, at most ten; another clinic’s person and a patient may not', async () => {
    const id = server.world.clinics.kuzey
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const set = await desk.call('clinic.update', {
      id,
      embedHosts: [' HTTPS://Www.Güzel.example:8443/ ', 'www.xn--gzel-0ra.example', 'b.example'],
      embedColour: '#AA3300',
    })
    expect(set.body).toMatchObject({
      clinic: { embedHosts: ['www.xn--gzel-0ra.example', 'b.example'], embedColour: '#aa3300' },
    })
    const { body, headers } = await ask('/embed/kuzey')
    expect(framers(headers)).toBe('frame-ancestors https://www.xn--gzel-0ra.example https://b.example')
    expect(/<html[^>]*style="--brand-h:(\d+)/.exec(body)?.[1]).toMatch(/^[34]\d$/)
    const many = Array.from({ length: 11 }, (_, i) => `h${i}.example`)
    expect((await desk.call('clinic.update', { id, embedHosts: many })).status).toBe(400)
    expect((await desk.call('clinic.update', { id, embedHosts: many.slice(1) })).status).toBe(200)
    expect((await desk.call('clinic.update', { id, embedColour: 'red;}' })).status).toBe(400)
    const other = await server.as('deskLinden', 'linden.localhost')
    expect((await other.call('clinic.update', { id, embedHosts: ['thief.example'] })).body).toMatchObject({
      refused: 'clinic_not_found',
    })
    const patient = await server.as('patientKuzey', 'kuzey.localhost')
    expect((await patient.call('clinic.update', { id, embedHosts: ['thief.example'] })).status).toBe(403)
    const { rows } = await server.pool.query('select embed_hosts from clinic where id = $1', [id])
    expect(rows[0].embed_hosts).toEqual(many.slice(1))
    // patients and strangers do not read who may frame
    const seen = await patient.call('clinic.list', { id })
    expect(JSON.stringify(seen.body)).not.toContain('h1.example')
  })
})

describe('35.3 booking without a cookie', () => {
  async function begin() {
    const times = await ask(`/embed/kuzey/${doctorKey()}?lang=en`)
    const key = keyOf(times.body)
    const start = server.world.slot(3, used++)
    const form = { key, slot: slotValue(start, server.world.clinics.kuzey) }
    const who = await ask(`/embed/kuzey/${doctorKey()}?lang=en`, { form })
    server.clock.now += 5000
    return { key, who, start }
  }
  let used = 0

  test('times, who, code, done; nothing is in an address or a cookie, and each page says who may frame it', async () => {
    const { key, who, start } = await begin()
    expect([who.status, keyOf(who.body)]).toEqual([200, key])
    const typed = typedBy(41)
    const code = await ask(actOf(who.body, 'who'), { form: { ...typed, key } })
    expect(code.body).toContain('Enter the code')
    const proof = { key, code: (await codeFor(server, typed.email))! }
    const done = await ask(actOf(code.body, 'code'), { form: proof })
    expect(done.body).toContain('Your appointment is booked')
    // sent again, as by a reload
    expect((await ask(actOf(code.body, 'code'), { form: proof })).body).toContain('Your appointment is booked')
    for (const page of [who, code, done]) {
      expect(page.headers).not.toHaveProperty('set-cookie')
      expect(page.headers).not.toHaveProperty('location')
      expect(page.headers['cache-control']).toBe('no-store')
      expect(framers(page.headers)).toBe(NAMED)
      expect(page.body).not.toMatch(/(?:href|action)="[^"]*(?:Guest|guest41|\+90532)/)
      expect(page.body.match(/(?:href|action)="[^"]*"/g)!.filter((each) => each.includes(key))).toEqual([])
    }
    const { rows } = await server.pool.query(
      `select clinic_id from appointment where doctor_id = $1 and starts_at = $2 and status = 'waiting'`,
      [server.world.people.doctorKuzey.id, start],
    )
    expect(rows).toEqual([{ clinic_id: server.world.clinics.kuzey }])
  })

  test('without the secret, or with another, a booking is nobody’s; from another site nothing is done', async () => {
    const { who, key } = await begin()
    const address = actOf(who.body, 'who')
    for (const form of [typedBy(42), { ...typedBy(42), key: 'x'.repeat(43) }, { ...typedBy(42), key: '../' }])
      expect((await ask(address, { form: form as Record<string, string> })).status).toBe(404)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://www.site.example' }])
      expect((await ask(address, { form: { ...typedBy(42), key }, headers })).status).toBe(403)
    // a secret in the address is none
    expect((await ask(`${address}&key=${key}`, { form: typedBy(42) })).status).toBe(404)
    expect(await codeFor(server, 'guest42@test.example')).toBeNull()
  })

  test('every link of every page stays below /embed or opens its own window', async () => {
    const { who, key } = await begin()
    const typed = typedBy(43)
    const code = await ask(actOf(who.body, 'who'), { form: { ...typed, key } })
    const done = await ask(actOf(code.body, 'code'), {
      form: { key, code: (await codeFor(server, typed.email))! },
    })
    const lists = await Promise.all(
      LANGUAGES.flatMap((each) => [`/embed/kuzey?lang=${each}`, `/embed/kuzey/${doctorKey()}?lang=${each}`]).map(
        (url) => ask(url),
      ),
    )
    for (const { body } of [...lists, who, code, done]) {
      expect(body).not.toContain('<script')
      for (const [tag, href] of body.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>/g))
        expect([tag, href!.startsWith('/embed/kuzey') || /target="_blank" rel="noopener"/.test(tag)]).toEqual([
          tag,
          true,
        ])
      for (const [tag] of body.matchAll(/<form [^>]*>/g)) expect(tag).toMatch(/action="\/embed\/kuzey[/?]/)
    }
  })

  test('a card is paid in a window of its own, which comes back to the booking', async () => {
    const { who, key } = await begin()
    const typed = typedBy(44, { pay: 'card' })
    const code = await ask(actOf(who.body, 'who'), { form: { ...typed, key } })
    const done = await ask(actOf(code.body, 'code'), {
      form: { key, code: (await codeFor(server, typed.email))! },
    })
    expect(done.body).toMatch(/<form[^>]*\/pay\?lang=en"[^>]* target="_blank" rel="noopener"/)
    const leaving = await ask(actOf(done.body, 'pay'), { form: { key } })
    const cookie = String(leaving.headers['set-cookie']).split(';')[0]!
    expect(cookie).toBe(`booking=${key}`)
    const [, url = ''] = /content="0; url=([^"]*)"/.exec(leaving.body) ?? []
    const paid = await ask(new URL(url.replaceAll('&#38;', '&')).pathname, { form: { decision: 'charge' } })
    const back = new URL(String(paid.headers['location']))
    expect(back.hostname).toBe('kuzey.localhost')
    const home = await ask(back.pathname + back.search, { headers: { cookie } })
    expect(home.status).toBe(303)
    const end = await ask(String(home.headers['location']), { headers: { cookie } })
    expect([end.status, framers(end.headers)]).toEqual([200, NONE])
    // the frame knows that it is paid
    const again = await ask(actOf(code.body, 'code'), { form: { key, code: '0' } })
    expect(again.body).not.toContain('/pay?lang=en')
  })
})
