import { afterEach, expect, test, vi } from 'vitest'

const requests: URL[] = []
let answer: () => Response = () => Response.json({ features: [] })
vi.stubGlobal('fetch', async (request: string | Request) => {
  requests.push(new URL(typeof request === 'string' ? request : request.url))
  return answer()
})
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
const { keepMapToken } = await import('../../screen/map-token.ts')
const { searchPlaces } = await import('./queries-search.ts')

const search = (keyword: string) =>
  searchPlaces(keyword, { country: 'TR', language: 'de', signal: new AbortController().signal })
afterEach(() => {
  requests.length = 0
  keepMapToken(undefined)
})

test('without a token nothing is sent out: the built-in cities answer', async () => {
  expect((await search('moskau')).length).toBe(0)
  expect((await search('gumushane'))[0]).toMatchObject({ name: 'Gümüşhane', lat: 40.46 })
  expect(requests).toEqual([])
})

test('with a token Mapbox is queried, in the person’s language and for the country (geocoding v6)', async () => {
  keepMapToken('pk.token')
  answer = () =>
    Response.json({
      type: 'FeatureCollection',
      features: [
        {
          id: 'street.1',
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [28.98, 41.03] },
          properties: { name: 'Sıraselviler Caddesi', place_formatted: '34433 Beyoğlu, Türkei' },
        },
      ],
    })
  expect(await search('sıraselviler')).toEqual([
    { id: 'street.1', name: 'Sıraselviler Caddesi', detail: '34433 Beyoğlu, Türkei', lat: 41.03, lng: 28.98 },
  ])
  expect(requests[0]?.origin).toBe('https://api.mapbox.com')
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
    q: 'sıraselviler',
    access_token: 'pk.token',
    language: 'de',
    country: 'TR',
  })
})

test.each([
  ['refuses the token', () => new Response('{"message":"Not Authorized"}', { status: 401 })],
  ['is down', () => new Response('gateway', { status: 502 })],
  ['lies', () => Response.json({ features: [{ id: 1 }] })],
])('a search service that %s falls back to the built-in cities (TRUST D20)', async (_, says) => {
  keepMapToken('pk.token')
  answer = says
  expect((await search('edremit')).map(({ detail }) => detail)).toEqual(['Balıkesir', 'Van'])
})
