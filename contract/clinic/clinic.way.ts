import { placeOf } from './clinic.place.ts'
import type { Clinic } from './clinic.ts'

/**
 * The route to a clinic on the map, as a web address: to its pin if it has one, otherwise to its address; null if
 * neither is known.
 */
export function wayTo(clinic: Pick<Clinic, 'location' | 'address' | 'city'> | undefined): string | null {
  if (clinic?.location) {
    const { lat, lng } = clinic.location
    return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(`${lat},${lng}`)}`
  }
  const place = clinic ? placeOf(clinic) : ''
  return place ? `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}` : null
}
