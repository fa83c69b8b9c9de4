import type { KeyboardEvent } from 'react'
import type { Place } from '../../../contract/place/place.rules.ts'
import { LEAST_ZOOM, type MapHandle, placeOf } from './map-seam.ts'

/**
 * Works the map by keys: arrows move the pin by a step that is the same on screen at every zoom, Shift makes it small,
 * + and − zoom, Enter puts a pin at the centre. The map follows a pin that leaves the view.
 */
export function moveByKey(
  event: KeyboardEvent,
  map: MapHandle,
  pin: Place | null,
  onPin: (place: Place) => void,
  size: { readonly width: number; readonly height: number },
): void {
  const center = map.getCenter()
  const zoom = ZOOMS[event.key]
  if (zoom !== undefined) {
    event.preventDefault()
    return void map.easeTo({
      center: pin ? [pin.lng, pin.lat] : [center.lng, center.lat],
      zoom: Math.max(LEAST_ZOOM, map.getZoom() + zoom),
      duration: 0,
    })
  }
  if (event.key === 'Enter' && !pin) {
    event.preventDefault()
    return onPin(placeOf(center))
  }
  const direction = ARROWS[event.key]
  if (!direction) return
  event.preventDefault()
  const step = event.shiftKey ? 1 : 16
  const from = map.project(pin ? [pin.lng, pin.lat] : [center.lng, center.lat])
  const to: [number, number] = [from.x + direction[0] * step, from.y + direction[1] * step]
  const place = placeOf(map.unproject(to))
  onPin(place)
  const isSeen = to[0] > EDGE && to[1] > EDGE && to[0] < size.width - EDGE && to[1] < size.height - EDGE
  if (!isSeen) map.easeTo({ center: [place.lng, place.lat], duration: 0 })
}

const EDGE = 24
const ZOOMS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, '−': -1 }
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
