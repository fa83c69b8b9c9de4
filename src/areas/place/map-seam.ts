import type { City, Place } from '../../../contract/place/place.rules.ts'

/** SPEC §9: the zoom at a chosen place, and the smallest zoom. */
export const CHOSEN_ZOOM = 18
export const LEAST_ZOOM = 3

/** Where the map should look now. Each new object is a new request, so that the same place can be requested twice. */
export type Look = Place & { readonly zoom: number }

/** The props of every map behind the picker. To use another map, change only `map.tsx`. */
export type MapProps = {
  readonly pin: Place | null
  readonly look: Look
  readonly onPin: (place: Place) => void
  /** The map's name and instructions, for screen readers. */
  readonly label: string
  /** Called if the map cannot be drawn, or no longer: the picker continues with its fields. */
  readonly onFailed: () => void
}

export type PlaceMapProps = MapProps & {
  readonly cities: readonly City[]
  /** The operator's Mapbox token, or null. */
  readonly token: string | null
  /** Called if Mapbox refuses the token or cannot be reached: the picker continues without it. */
  readonly onAway: () => void
}

/** The part of either library's map that keys and pin need. */
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
  // a page has few contexts: this one is released at once
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return Boolean(context)
}

/** Six decimals are 0.1 m; longitudes beyond 180° wrap around. */
export const placeOf = ({ lng, lat }: { readonly lng: number; readonly lat: number }): Place => ({
  lat: round(Math.max(-90, Math.min(90, lat))),
  lng: round(((((lng + 180) % 360) + 360) % 360) - 180),
})

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
