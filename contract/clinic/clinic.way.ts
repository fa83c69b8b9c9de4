import { placeOf } from './clinic.place.ts'
import type { Clinic } from './clinic.ts'

/** The way to a clinic on the map, as an address of the web: to its pin where it has one, else to its address; null where neither is known. */
export function wayTo(clinic: Pick<Clinic, 'location' | 'address' | 'city'> | undefined): string | null {
  if (clinic?.location) {
    const { lat, lng } = clinic.location
    return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(`${lat},${lng}`)}`
  }
  const place = clinic ? placeOf(clinic) : ''
  return place ? `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}` : null
}
