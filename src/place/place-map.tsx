import { lazy, Suspense } from 'react'
import type { City } from '../../contract/place.rules.ts'
import { BuiltInMap } from './built-in-map.tsx'
import type { MapProps } from './map-seam.ts'

export type PlaceMapProps = MapProps & {
  readonly cities: readonly City[]
  /** The operator's Mapbox token, or null. */
  readonly token: string | null
  /** Mapbox refuses the token or is not there: the picker goes on without it. */
  readonly onAway: () => void
}

/** Mapbox where there is a token, else the map that comes with the app. */
export function PlaceMap({ token, onAway, cities, ...map }: PlaceMapProps) {
  if (!token) return <BuiltInMap {...map} cities={cities} />
  return (
    <Suspense fallback={<div className="map" aria-busy />}>
      <Mapbox {...map} token={token} onFailed={onAway} />
    </Suspense>
  )
}

const Mapbox = lazy(async () => ({ default: (await import('./mapbox-map.tsx')).MapboxMap }))
