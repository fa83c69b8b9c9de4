import { lazy, Suspense } from 'react'
import { BuiltInMap } from './built-in-map.tsx'
import type { PlaceMapProps } from './map-seam.ts'

/** Mapbox if there is a token, else the built-in map. */
export function PlaceMap({ token, onAway, cities, ...map }: PlaceMapProps) {
  if (!token) return <BuiltInMap {...map} cities={cities} />
  return (
    <Suspense fallback={<div className="map" aria-busy />}>
      <Mapbox {...map} token={token} onFailed={onAway} />
    </Suspense>
  )
}

const Mapbox = lazy(async () => ({ default: (await import('./mapbox-map.tsx')).MapboxMap }))
