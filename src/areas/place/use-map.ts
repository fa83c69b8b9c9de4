import { type ComponentType, useEffect, useState } from 'react'
import { canDrawMaps, type PlaceMapProps } from './map-seam.ts'

type Loaded =
  | { readonly state: 'loading'; readonly PlaceMap: null }
  | { readonly state: 'ready'; readonly PlaceMap: ComponentType<PlaceMapProps> }
  | { readonly state: 'none'; readonly PlaceMap: null }

/**
 * Loads the map when it is first shown, since it is the largest part of the app. `none` if it cannot be drawn or
 * loaded.
 */
export function useMap(): Loaded & { readonly giveUp: () => void } {
  const [map, setMap] = useState<Loaded>(() => ({ state: canDrawMaps() ? 'loading' : 'none', PlaceMap: null }))
  useEffect(() => {
    if (map.state !== 'loading') return
    let gone = false
    import('./place-map.tsx').then(
      ({ PlaceMap }) => !gone && setMap({ state: 'ready', PlaceMap }),
      () => !gone && setMap({ state: 'none', PlaceMap: null }),
    )
    return () => void (gone = true)
  }, [map.state])
  return { ...map, giveUp: () => setMap({ state: 'none', PlaceMap: null }) }
}
