import { ofetch } from 'ofetch'
import * as v from 'valibot'

/** A result of the place search: its name, what distinguishes it, and its position. */
export type FoundPlace = {
  readonly id: string
  readonly name: string
  readonly detail: string
  readonly lat: number
  readonly lng: number
}

/**
 * Searches addresses and places by Mapbox' geocoding (v6), within five seconds. Rejects if the service is away, refuses
 * the token or answers something else. `country`, ISO 3166 alpha-2, limits the search to that country.
 */
export async function searchMapbox(
  token: string,
  keyword: string,
  { language, country, signal }: { language: string; country: string; signal: AbortSignal },
): Promise<readonly FoundPlace[]> {
  const answer: unknown = await ofetch('https://api.mapbox.com/search/geocode/v6/forward', {
    query: { q: keyword.slice(0, 200), access_token: token, language, limit: 8, ...(country && { country }) },
    retry: false,
    timeout: 5000,
    signal,
    responseType: 'json',
  })
  return v.parse(Found, answer).features.map(({ id, geometry: { coordinates }, properties }) => ({
    id,
    name: properties.name,
    detail: properties.place_formatted ?? '',
    lng: coordinates[0],
    lat: coordinates[1],
  }))
}

const Found = v.object({
  features: v.array(
    v.object({
      id: v.string(),
      geometry: v.object({ coordinates: v.tuple([v.number(), v.number()]) }),
      properties: v.object({ name: v.string(), place_formatted: v.optional(v.string()) }),
    }),
  ),
})
