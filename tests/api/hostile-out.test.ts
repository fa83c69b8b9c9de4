import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { addressIn } from '../../contract/kernel/address.rules.ts'
import { hasFixedLink } from '../../contract/email/email.link.ts'
import { EMAIL_TEMPLATES, TEMPLATES } from '../../contract/email/email.templates.ts'
import { fill } from '../../server/areas/message/templates.ts'
import { hostileStrings } from '../support/hostile.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { gather, refreshLimits, type Cast } from './cast.ts'

/**
 * Issue 6: where people's text leaves the server in another format: file names, an app's manifest and icon, an SMS, a
 * subject.
 */
let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startServer()
  cast = await gather(server)
}, 120_000)
afterAll(() => server.stop())

const strings = [
  // a character of two UTF-16 units at a place where a text may be cut
  `${'x'.repeat(99)}😀`,
  `${'x'.repeat(11)}😀😀`,
  '\u0001\u000b',
  '\ufffe',
  ' a',
  '& Co <b>',
  ...hostileStrings(),
].filter((text) => text.isWellFormed() && !text.includes('\0') && text.trim() && text.length <= 200)

test('a file’s title sets the name of the saved file and nothing else, whatever it contains', async () => {
  const { patient } = cast.places['kuzey1']!
  const { patientPublic } = cast.clients
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
  const id = newId()
  await patientPublic.request('PUT', `/api/patient/upload/${id}?at=0&size=${pdf.length}`, pdf, {
    'content-type': 'application/octet-stream',
  })
  const described = {
    id,
    patientId: patient,
    title: 'x',
    name: 'x.pdf',
    type: 'application/pdf',
    size: pdf.length,
  } as const
  expect((await patientPublic.call('patient.addFile', described, { key: newId() })).status).toBe(200)
  // all strings of ours, and a third of the others
  for (const title of strings.filter((_, i) => i < 6 || i % 3 === 0)) {
    refreshLimits(server)
    await server.pool.query('update patient_file set title = $2 where id = $1', [id, title])
    const { statusCode, headers } = await server.app.inject({
      url: `/api/patient/file/${id}`,
      headers: patientPublic.headers,
    })
    const said = String(headers['content-disposition'])
    const name = /^attachment; filename="[0-9a-f-]{36}\.pdf"; filename\*=UTF-8''([\w%]+)\.pdf$/.exec(said)?.[1]
    expect([title, statusCode, decodeURIComponent(name ?? '')]).toEqual([
      title,
      200,
      title.slice(0, 100).toWellFormed(),
    ])
  }
})

test('a clinic’s name is the name of its app, in valid JSON; its icon is rendered', async () => {
  const { clinic } = cast.places['linden1']!
  const headers = { host: 'linden.localhost' }
  const letters = new Set<string>()
  for (const name of strings) {
    await server.pool.query('update clinic set name = $2, app_name = null, seo_description = $3 where id = $1', [
      clinic,
      name,
      JSON.stringify([{ lang: 'tr', value: name }]),
    ])
    const { statusCode, body } = await server.app.inject({ url: '/manifest.webmanifest', headers })
    const said = JSON.parse(body) as { name: string; short_name: string; description: string; icons: { src: string }[] }
    expect([statusCode, said.name, said.description]).toEqual([200, name, name])
    expect([name, said.short_name.isWellFormed(), said.short_name.trim() !== '']).toEqual([name, true, true])
    // one for each first letter is enough
    const first = [...name.trim()][0]!
    if (letters.has(first)) continue
    letters.add(first)
    const icon = await server.app.inject({ url: said.icons[0]!.src, headers })
    expect([name, icon.statusCode, icon.headers['content-type']]).toEqual([name, 200, 'image/png'])
  }
  expect(letters.size).toBeGreaterThan(5)
})

test('a subject is one line, and an SMS has the text unchanged, except for unprintable characters and addresses beside a fixed link', () => {
  const link = 'https://kuzey.example/reset#code'
  for (const template of TEMPLATES) {
    const filled = (text: string) =>
      fill(template, 'de', {
        ...Object.fromEntries(EMAIL_TEMPLATES[template].tags.map((tag) => [tag, text])),
        ...(hasFixedLink(template) && { link }),
      })
    const said = filled('MARK').sms
    for (const text of strings) {
      const { subject, sms } = filled(text)
      expect([template, text, subject]).toEqual([template, text, subject.replaceAll(/[\s\p{Cc}]+/gu, ' ')])
      const asItIs = said.replaceAll('MARK', () => text.replaceAll(/[^\P{Cc}\r\n]/gu, ' '))
      const words = asItIs.replace(link, '')
      const isBroken = hasFixedLink(template) && addressIn(words) !== null
      const got = isBroken ? [sms.split(' ').at(-1), addressIn(sms.replace(link, ''))] : sms.trim()
      expect([template, text, got]).toEqual([template, text, isBroken ? [link, null] : asItIs.trim()])
    }
  }
})
