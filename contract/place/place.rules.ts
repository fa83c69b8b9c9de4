import { LANGUAGES, type Language } from '../kernel/constants.ts'
import { matchesQuery } from '../kernel/fold.rules.ts'

/** A point on the map, WGS 84 degrees. */
export type Place = { readonly lat: number; readonly lng: number }

/** A city of the built-in list. `name` is what is stored: its own name in Latin letters. */
export type City = Place & {
  /** GeoNames' id; with a p for a province whose name differs from its seat's. */
  readonly id: string
  readonly name: string
  /** The province, if two cities share a name. */
  readonly region: string
  /** Its name in our languages, where it differs from `name`. */
  readonly names: Partial<Record<Language, string>>
}

/** ISO 3166 alpha-2 to the lines of its cities (contract/place/places.json, made by tools/make-places.ts). */
export type Places = Readonly<Record<string, string>>

/** The cities of a country, largest first; none for a country that is not in the list. */
export const citiesOf = (places: Places, country: string): readonly City[] =>
  (Object.hasOwn(places, country) ? (places[country] ?? '') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map(readCity)

export const cityName = (city: City, language: Language): string => city.names[language] ?? city.name

/** Whether a search finds the city: by any of its names or its province, ignoring accents. */
export const isCityFound = (city: City, keyword: string): boolean =>
  matchesQuery([city.name, city.region, ...Object.values(city.names)].join(' '), keyword)

/**
 * Two numbers as people copy them from a map, "41.0082, 28.9784" or an address with @41.0082,28.9784; null if there are
 * none.
 */
export function readPlace(typed: string): Place | null {
  const found = /(-?\d{1,2}(?:\.\d{1,20})?)°?(?:\s{0,9}[,;]\s{0,9}|\s{1,9})(-?\d{1,3}(?:\.\d{1,20})?)°?/.exec(
    typed.split('@').at(-1) ?? '',
  )
  if (!found) return null
  const place = { lat: Number(found[1]), lng: Number(found[2]) }
  return isPlace(place) ? place : null
}

export const isPlace = ({ lat, lng }: Place): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 180

function readCity(line: string): City {
  const [id = '', name = '', lat, lng, region = '', ...names] = line.split('|')
  const named = LANGUAGES.flatMap((language, i) => (names[i] ? [[language, names[i]] as const] : []))
  return { id, name, region, lat: Number(lat), lng: Number(lng), names: Object.fromEntries(named) }
}
