import { citiesOf, type City, type Place } from '../../../contract/place/place.rules.ts'

/**
 * The cities of a country from the built-in list (GeoNames, CC BY 4.0), largest first. The list is a file of its own,
 * loaded when first needed and cached by the worker, so it works offline too. Rejects if it cannot be loaded.
 */
export async function loadCities(country: string): Promise<readonly City[]> {
  const kept = known.get(country)
  if (kept) return kept
  const { default: places } = await import('../../../contract/place/places.json')
  const cities = citiesOf(places, country)
  known.set(country, cities)
  return cities
}

/** The codes of the countries that have cities. */
export async function loadCountries(): Promise<readonly string[]> {
  const { default: places } = await import('../../../contract/place/places.json')
  return Object.keys(places)
}

const known = new Map<string, readonly City[]>()

/** The nearest city within 50 km of a place; null if there is none. */
export function cityAt({ lat, lng }: Place, cities: readonly City[]): City | null {
  let [nearest, least]: [City | null, number] = [null, 50]
  for (const city of cities) {
    // a flat approximation is enough at this distance: 111 km per degree, less for longitude towards the poles
    const km = 111 * Math.hypot(city.lat - lat, (city.lng - lng) * Math.cos((lat * Math.PI) / 180))
    if (km < least) [nearest, least] = [city, km]
  }
  return nearest
}
