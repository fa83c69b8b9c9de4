import type { City, Place } from '../../../contract/place/place.rules.ts'

/** SPEC §9: how near a chosen place is shown, and how far out the map goes. */
export const CHOSEN_ZOOM = 18
export const LEAST_ZOOM = 3

/** Where the map should look now; every new object is a new wish, so that the same place can be wished for twice. */
export type Look = Place & { readonly zoom: number }

/** What every map behind the picker is given. Whoever has a better map changes `map.tsx` and nothing else. */
export type MapProps = {
  readonly pin: Place | null
  readonly look: Look
  readonly onPin: (place: Place) => void
  /** How the map is called and worked, for readers. */
  readonly label: string
  /** The map cannot be drawn here, or no longer: the picker goes on with its boxes. */
  readonly onFailed: () => void
}

export type PlaceMapProps = MapProps & {
  readonly cities: readonly City[]
  /** The operator's Mapbox token, or null. */
  readonly token: string | null
  /** Mapbox refuses the token or is not there: the picker goes on without it. */
  readonly onAway: () => void
}

/** The part of either library's map that the keys and the pin need. */
export type MapHandle = {
  project(lngLat: [number, number]): { readonly x: number; readonly y: number }
  unproject(point: [number, number]): { readonly lng: number; readonly lat: number }
  getCenter(): { readonly lng: number; readonly lat: number }
  getZoom(): number
  easeTo(options: { center: [number, number]; zoom?: number; duration?: number }): unknown
}

/** Both maps draw with WebGL 2. */
export function canDrawMaps(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // a page may have a few contexts only: this one is given back at once
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return Boolean(context)
}

/** Six places are a tenth of a metre; east of 180° the world begins again. */
export const placeOf = ({ lng, lat }: { readonly lng: number; readonly lat: number }): Place => ({
  lat: round(Math.max(-90, Math.min(90, lat))),
  lng: round(((((lng + 180) % 360) + 360) % 360) - 180),
})

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
