import type { Language } from '../../../contract/kernel/constants.ts'
import { type FoundPlace, searchMapbox } from '../../api/mapbox.ts'
import { cityName, isCityFound } from '../../../contract/place/place.rules.ts'
import { loadCities } from './cities.ts'
import { mapToken } from '../../screen/map-token.ts'

/** Finds places by name: streets with a token and a network, and always the built-in cities. */
export async function searchPlaces(
  keyword: string,
  { country, language, signal }: { country: string; language: Language; signal: AbortSignal },
): Promise<readonly FoundPlace[]> {
  const token = mapToken()
  if (token && keyword.trim().length > 2) {
    const found = await searchMapbox(token, keyword, { language, country, signal }).catch(() => [])
    if (found.length) return found
  }
  return (await loadCities(country))
    .filter((city) => isCityFound(city, keyword))
    .slice(0, 50)
    .map((city) => ({ ...city, name: cityName(city, language), detail: city.region }))
}
