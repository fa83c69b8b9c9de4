import { lazy, Suspense, useState } from 'react'
import type { City } from '../../contract/place.rules.ts'
import { BuiltInMap } from './built-in-map.tsx'
import type { MapProps } from './map-seam.ts'

export type PlaceMapProps = MapProps & {
  readonly cities: readonly City[]
  /** The operator's Mapbox token, or null. */
  readonly token: string | null
}

/** Mapbox where the operator has a token and its service answers, else the map that comes with the app. */
export function PlaceMap({ token, cities, ...map }: PlaceMapProps) {
  const [isAway, setIsAway] = useState(false)
  const builtIn = <BuiltInMap {...map} cities={cities} />
  if (!token || isAway) return builtIn
  return (
    <Suspense fallback={<div className="map" aria-busy />}>
      <Mapbox {...map} token={token} onFailed={() => setIsAway(true)} />
    </Suspense>
  )
}

const Mapbox = lazy(async () => ({ default: (await import('./mapbox-map.tsx')).MapboxMap }))
