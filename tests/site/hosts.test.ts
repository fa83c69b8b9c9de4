import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { createApp } from '../../server/app/create-app.ts'
import { signIn, startServer, type TestServer } from '../support/server.ts'

/** What each address of a clinic does, on and off (issue 35, 8; decision 0157). */
const dist = join(import.meta.dirname, '../../dist')
let server: TestServer
let app: FastifyInstance

beforeAll(async () => {
  server = await startServer({ limits: { spend: async () => 0, take: async () => ({ giveBack: async () => {} }) } })
  app = await createApp(server.deps, { log: false, trustProxy: [], dist: existsSync(dist) ? dist : null })
  await app.ready()
  await server.pool.query(
    `update clinic set payment_url = slug || '-pay.localhost', web_url = slug || '-web.localhost' where slug in ('kuzey', 'gizli', 'linden')`,
  )
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const set = (slug: string, change: string) => server.pool.query(`update clinic set ${change} where slug = $1`, [slug])
const at = (host: string, url: string, headers = {}) =>
  app.inject({ method: 'GET', url, headers: { host, ...headers } })

async function linkFor(who: 'deskKuzey' | 'deskGizli', patientId: string) {
  const desk = await server.as(who)
  const id = newId(server.clock.now)
  const made = await desk.call('paymentlink.add', {
    id,
    patientId,
    amount: 5000,
    currency: 'try',
    description: 'Control',
  })
  expect(made.status).toBe(200)
  const url = async () => new URL(String((await desk.call('paymentlink.url', { id })).body['url']))
  return { id, url, token: (await url()).hash.slice(1) }
}

test('35.8 payment address: new links lead there, it shows and takes the payment, and it comes back there', async () => {
  const link = await linkFor('deskKuzey', server.world.people.patientKuzey.id)
  expect((await link.url()).href).toMatch(/^http:\/\/kuzey-pay\.localhost:3000\/pay#[\w-]{43}$/)
  const payer = server.nobody('kuzey-pay.localhost')
  expect((await payer.call('clinic.web', {})).body).toMatchObject({ clinic: { slug: 'kuzey', isPaymentPage: true } })
  expect((await payer.call('paymentlink.open', { token: link.token })).body).toMatchObject({ link: { amount: 5000 } })
  const paying = await payer.call('transaction.generate', { link: link.token })
  const page = new URL(String(paying.body['paymentUrl']))
  expect(page.host).toBe('kuzey-pay.localhost:3000')
  const paid = await server.app.inject({
    method: 'POST',
    url: page.pathname,
    headers: { host: 'kuzey-pay.localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'decision=charge',
  })
  expect(paid.headers['location']).toMatch(/^http:\/\/kuzey-pay\.localhost:3000\/pay\/return\?transaction=/)
  const id = String((paying.body['transaction'] as { id: string }).id)
  expect((await payer.call('transaction.get', { id })).body).toMatchObject({ about: { description: 'Control' } })
})

test('35.8 payment address: only this clinic’s links open there, and no one signs in', async () => {
  const link = await linkFor('deskKuzey', server.world.people.patientKuzey.id)
  const elsewhere = await server.nobody('linden-pay.localhost').call('paymentlink.open', { token: link.token })
  expect(elsewhere.body).toMatchObject({ refused: 'link_not_found' })
  await expect(signIn(server.app, server.world.people.patientKuzey, 'kuzey-pay.localhost')).rejects.toThrow(
    'clinic_not_found',
  )
  // it is no panel for who names it either
  expect((await server.nobody('localhost').call('clinic.web', { panelUrl: 'kuzey-pay.localhost' })).body).toMatchObject(
    { refused: 'clinic_not_found' },
  )
})

test('35.8 payment address, switched off or of a passive clinic: unknown, and links lead to the panel', async () => {
  const link = await linkFor('deskKuzey', server.world.people.patientKuzey.id)
  await set('kuzey', 'payment_url_status = false')
  expect((await link.url()).host).toBe('kuzey.localhost:3000')
  const off = server.nobody('kuzey-pay.localhost')
  expect((await off.call('clinic.web', {})).body).toMatchObject({ refused: 'clinic_not_found' })
  expect((await off.call('paymentlink.open', { token: link.token })).body).toMatchObject({ refused: 'link_not_found' })
  // a link that was sent before opens on the panel; nothing else is there
  expect(await to('kuzey-pay.localhost', '/pay?from=mail')).toBe('http://kuzey.localhost:3000/pay?from=mail')
  expect(await to('kuzey-pay.localhost', '/login')).toBeUndefined()
  await set('kuzey', 'panel_url_status = false')
  expect(await to('kuzey-pay.localhost', '/pay')).toBe('http://localhost:3000/pay')
  await set('kuzey', 'panel_url_status = true, payment_url_status = true, active = false')
  expect(await to('kuzey-pay.localhost', '/pay')).toBeUndefined()
  expect((await off.call('clinic.web', {})).body).toMatchObject({ refused: 'clinic_not_found' })
  await set('kuzey', 'active = true')
})

test('35.8 a private clinic’s links lead to its payment address only once its own people have confirmed it', async () => {
  const link = await linkFor('deskGizli', server.world.people.patientGizli.id)
  // set above by the database's owner after the clinic was there: no one of the clinic stands by it
  expect((await link.url()).host).toBe('gizli.localhost:3000')
  const own = await server.as('deskGizli', 'gizli.localhost')
  const saved = await own.call('clinic.hosts', { id: server.world.clinics.gizli, paymentUrl: 'gizli-pay.localhost' })
  expect(saved.status).toBe(200)
  expect((await link.url()).host).toBe('gizli-pay.localhost:3000')
})

test('35.8 panel switched off: links in messages lead to the platform’s address', async () => {
  const host = async () =>
    (await server.pool.query(`select clinic_link_host(id) as host from clinic where slug = 'kuzey'`)).rows[0].host
  expect(await host()).toBe('kuzey.localhost')
  await set('kuzey', 'panel_url_status = false, payment_url_status = false')
  expect(await host()).toBeNull()
  const site = await at('kuzey-web.localhost', '/en')
  expect(site.body).toContain('href="http://localhost:3000/patient-login"')
  await set('kuzey', 'panel_url_status = true, payment_url_status = true')
})

const to = async (host: string, url: string) => (await at(host, url, { accept: 'text/html' })).headers['location']

test('35.8 website and payment address have no app: its pages lead to the panel with what was in the address', async () => {
  expect(await to('kuzey-pay.localhost', '/')).toBe('http://kuzey.localhost:3000/')
  expect(await to('kuzey-pay.localhost', '/pay')).toBeUndefined()
  expect(await to('gizli-pay.localhost', '/')).toBe('http://gizli.localhost:3000/')
  expect(await to('kuzey-web.localhost', '/')).toBe('/tr')
  const key = server.world.people.doctorKuzey.id.slice(-12)
  expect(await to('kuzey-web.localhost', `/en/book/${key}/sign-in`)).toMatch(
    /^http:\/\/kuzey\.localhost:3000\/patient-login\?back=/,
  )
  expect((await at('kuzey-web.localhost', '/icon-192.png')).statusCode).toBe(200)
  expect((await at('kuzey-pay.localhost', '/manifest.webmanifest')).statusCode).toBe(404)
})

// the app's own pages are there only if it is built
test.skipIf(!existsSync(dist))(
  '35.8 a page of the app leads to the panel, from a website and a payment address',
  async () => {
    expect(await to('kuzey-web.localhost', '/appointment/new?doctor=1')).toBe(
      'http://kuzey.localhost:3000/appointment/new?doctor=1',
    )
    expect(await to('kuzey-web.localhost', '/patient-login')).toBe('http://kuzey.localhost:3000/patient-login')
    expect(await to('kuzey-web.localhost', '//evil.example/x')).toBe('http://kuzey.localhost:3000//evil.example/x')
    expect(await to('kuzey-pay.localhost', '/pay/return?transaction=x')).toBeUndefined()
    expect(await to('kuzey.localhost', '/patient-login')).toBeUndefined()
    expect(await to('gizli-web.localhost', '/patient-login')).toBeUndefined()
  },
)
