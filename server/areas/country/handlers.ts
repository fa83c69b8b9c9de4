import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import { countryName, isKnownCountry } from '../../../contract/country/country.rules.ts'
import { matchesQuery } from '../../../contract/kernel/fold.rules.ts'
import { cityName, citiesOf, isCityFound, type City, type Places } from '../../../contract/place/place.rules.ts'
import { totals } from '../../db/rows.ts'
import type { Area } from '../../http/handler.ts'
import { badCursor } from '../../http/list.ts'

export const countryHandlers: Area<'country'> = {
  'country.getcountry': async ({ keyword, ...paging }) => {
    const all = (await countries()).filter(({ id, name }) =>
      matchesQuery([id, ...name.map(({ value }) => value)].join(' '), keyword ?? ''),
    )
    const { rows, envelope } = pageOf(all, paging)
    return { ...envelope, countries: [...rows] }
  },

  'country.getcity': async ({ keyword, country, ...paging }, { refuse }) => {
    if (!country) return refuse('country_required')
    const all = citiesOf(await readPlaces(), country).filter((city) => isCityFound(city, keyword ?? ''))
    const { rows, envelope } = pageOf(all, paging)
    return { ...envelope, cities: rows.map((city) => shown(city, country)) }
  },
}

const shown = (city: City, country: string) => ({
  id: city.id,
  country,
  region: city.region,
  lat: city.lat,
  lng: city.lng,
  name: LANGUAGES.map((lang) => ({ lang, value: cityName(city, lang) })),
})

/** Every country that has cities, by its Turkish name. */
async function countries() {
  return Object.keys(await readPlaces())
    .filter(isKnownCountry)
    .map((id) => ({ id, name: LANGUAGES.map((lang) => ({ lang, value: countryName(id, lang) })) }))
    .toSorted((a, b) => byName.compare(a.name[0]?.value ?? '', b.name[0]?.value ?? ''))
}

const byName = new Intl.Collator('tr')

/** Stored as lines: a country's cities are parsed when requested. */
let places: Promise<Places> | undefined
const readPlaces = (): Promise<Places> =>
  (places ??= readFile(join(import.meta.dirname, '../../../contract/place/places.json'), 'utf8').then(
    (text) => JSON.parse(text) as Places, // written by tools/make-places.ts
  ))

type Paging = {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

/** Pages through a list in memory as the database pages through a table; the cursor is the position of the next row. */
function pageOf<R>(all: readonly R[], { page, limit = 20, after }: Paging) {
  if (after !== undefined && !/^\d{1,7}$/.test(after)) throw badCursor()
  const from = after === undefined ? ((page ?? 1) - 1) * limit : Number(after)
  const more = from + limit < all.length
  return {
    rows: all.slice(from, from + limit),
    envelope: { status: true as const, ...totals(all.length, limit), after: more ? String(from + limit) : null },
  }
}
