import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES, LANGUAGE_COOKIE } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { hostileStrings } from '../../../tests/support/hostile.ts'
import { freshKey, startServer, type TestServer } from '../../../tests/support/server.ts'
import { testPagePath } from '../../ports/payment/provider-test.ts'

let server: TestServer
let page: string
beforeAll(async () => {
  server = await startServer()
  const patient = await server.as('patientKuzey')
  const { people, clinics } = server.world
  const booked = await patient.call(
    'appointment.bookPaid',
    {
      id: newId(),
      paymentId: newId(),
      patientId: people.patientKuzey.id,
      doctorId: people.doctorKuzey.id,
      clinicId: clinics.kuzey,
      start: server.world.slot(5, 1),
      duration: 20,
      type: 'face-to-face',
    },
    { key: freshKey() },
  )
  const { id: paymentId } = booked.body['payment'] as { id: string }
  const { body } = await patient.call('transaction.generate', { paymentId })
  page = testPagePath((body['transaction'] as { id: string }).id)
})
afterAll(() => server.stop())

const TAGGED = ['</h1><script>alert(1)</script>', `"><img src=x onerror='alert(1)'>`, '&lt;b&gt; &#60;i&#62;']
/** As a database stores them: without NUL and half surrogate pairs, and no longer than a name may be. */
const NAMES = hostileStrings().flatMap((each) => each.replaceAll('\0', '').slice(0, 200).toWellFormed() || [])
const open = async (lang: string) =>
  (await server.app.inject({ url: page, headers: { host: 'localhost', cookie: `${LANGUAGE_COOKIE}=${lang}` } })).body
const named = (name: string) =>
  server.pool.query('update clinic set name = $2 where id = $1', [server.world.clinics.kuzey, name])
/** The text between two headings' tags, and the rest of the page. */
const parts = (html: string) => {
  const [, before, title, after] = /^(.*<h1>)(.*)(<\/h1>.*)$/s.exec(html) ?? []
  return { title, around: `${before}${after}` }
}

test.each(LANGUAGES)(
  'a clinic’s name with tags is text on the provider’s page, and closes none of its markup (%s)',
  async (lang) => {
    await named('Kuzey')
    const { around } = parts(await open(lang))
    expect(around).toContain(`<html lang="${lang}">`)
    for (const name of [...TAGGED, ...(lang === 'tr' ? NAMES : [])]) {
      await named(name)
      const { title, around: now } = parts(await open(lang))
      expect([name, now]).toEqual([name, around])
      expect(title).not.toMatch(/[<>"']/)
      expect(readable(title ?? '')).toBe(name)
    }
  },
)

test.each([
  ['a NUL', '%00'],
  ['a way up', '../x'],
  ['a tag', '<script>'],
  ['a long one', 'a'.repeat(4000)],
  ['a number', '0'],
  ['half a sign', '%E0%A4%A'],
])('an invalid address (%s) is not found, and not echoed', async (_, id) => {
  const answer = await server.app.inject({ url: `/pay/test/${id}`, headers: { host: 'localhost' } })
  expect([400, 404, 414]).toContain(answer.statusCode)
  expect(answer.body).not.toContain('<script>')
  expect(answer.headers['content-type']).not.toContain('html')
})

test('a form with an unknown button moves no money', async () => {
  for (const body of [
    '',
    'decision=',
    'decision=free',
    'decision=charge&decision=free',
    '__proto__[x]=1',
    'x'.repeat(5000),
  ]) {
    const answer = await server.app.inject({
      method: 'POST',
      url: page,
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: body,
    })
    expect([body.slice(0, 40), answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([body.slice(0, 40), true])
  }
  const { rows } = await server.pool.query<{ state: string }>('select distinct state from test_charge')
  expect(rows).toEqual([{ state: 'open' }])
})

/** As a browser reads it, with character references resolved. */
const readable = (html: string) => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
