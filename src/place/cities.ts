import { citiesOf, type City } from '../../contract/place.rules.ts'

/**
 * The cities of a country from the list that comes with the app (GeoNames, CC BY 4.0), the largest first. It is a file of its own,
 * loaded when first needed and kept by the worker, so it serves offline too. Rejects when it cannot be had.
 */
export async function loadCities(country: string): Promise<readonly City[]> {
  const kept = known.get(country)
  if (kept) return kept
  const { default: places } = await import('../../contract/places.json')
  const cities = citiesOf(places, country)
  known.set(country, cities)
  return cities
}

/** The codes of the countries that have cities. */
export async function loadCountries(): Promise<readonly string[]> {
  const { default: places } = await import('../../contract/places.json')
  return Object.keys(places)
}

const known = new Map<string, readonly City[]>()
