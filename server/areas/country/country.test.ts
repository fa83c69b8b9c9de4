import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

type Named = { id: string; _id: string; name: { lang: string; value: string }[]; region?: string }
const ask = async (name: 'country.getcountry' | 'country.getcity', input: object) => {
  const { status, body } = await server.nobody().call(name, input)
  return { status, body, rows: (body['countries'] ?? body['cities']) as Named[] }
}

test('anyone can list the countries by code and in four languages (SPEC §7, rule 75)', async () => {
  const { body, rows } = await ask('country.getcountry', { limit: 1000 })
  expect(body).toMatchObject({ status: true, pages: 1, after: null, total: rows.length })
  expect(rows.find(({ id }) => id === 'TR')).toMatchObject({
    _id: 'TR',
    name: [
      { lang: 'tr', value: 'Türkiye' },
      { lang: 'en', value: expect.stringMatching(/^T/) },
      { lang: 'de', value: 'Türkei' },
      { lang: 'ru', value: 'Турция' },
    ],
  })
  for (const keyword of ['almanya', 'GERMANY', 'герман', 'deutsch'])
    expect((await ask('country.getcountry', { keyword })).rows.map(({ id }) => id)).toEqual(['DE'])
})

test('the cities of a country: Turkey’s 81 provinces, found without accents and by their foreign names', async () => {
  for (const keyword of ['istanbul', 'ISTANBUL', 'İstanbul', 'Стамбул'])
    expect((await ask('country.getcity', { country: 'TR', keyword })).rows[0]).toMatchObject({
      _id: '745044',
      region: '',
      lat: 41.014,
    })
  expect((await ask('country.getcity', { country: 'DE', keyword: 'munich' })).rows[0]?.name).toContainEqual({
    lang: 'de',
    value: 'München',
  })
  const { rows } = await ask('country.getcity', { country: 'TR', limit: 1000 })
  for (const province of ['İstanbul', 'Gümüşhane', 'Çankırı', 'Sakarya', 'Kocaeli', 'Hatay', 'Şırnak', 'Hakkâri'])
    expect(rows.map(({ name }) => name[0]?.value)).toContain(province)
  const edremit = (await ask('country.getcity', { country: 'TR', keyword: 'edremit' })).rows
  expect(edremit.map(({ region }) => region)).toEqual(expect.arrayContaining(['Balıkesir', 'Van']))
})

test('pages by number and by cursor return the same rows; an invented cursor is refused', async () => {
  const first = await ask('country.getcity', { country: 'TR', limit: 7 })
  const byPage = await ask('country.getcity', { country: 'TR', limit: 7, page: 2 })
  const byCursor = await ask('country.getcity', { country: 'TR', limit: 7, after: first.body['after'] })
  expect(byCursor.rows).toEqual(byPage.rows)
  expect(first.rows.map(({ id }) => id)).not.toEqual(byPage.rows.map(({ id }) => id))
  const bad = await ask('country.getcity', { country: 'TR', after: '-1' })
  expect([bad.status, bad.body]).toMatchObject([400, { status: false, fields: { after: 'cursor' } }])
})

test.each(['XX', 'tr', '..'])('an unknown country has no cities: %s', async (country) => {
  expect((await ask('country.getcity', { country })).body).toMatchObject({ status: true, cities: [], total: 0 })
})
