import type { KeyboardEvent } from 'react'
import { describe, expect, it } from 'vitest'
import type { Place } from '../../../contract/place/place.rules.ts'
import { moveByKey } from './map-keys.ts'
import { type MapHandle, placeOf } from './map-seam.ts'

/** A flat map, 1° per pixel, 100 × 100, centred on `center`. */
type FlatMap = MapHandle & { center: [number, number]; zoom: number }
function flatMap(zoom = 5): FlatMap {
  const map: FlatMap = {
    center: [0, 0],
    zoom,
    project: ([lng, lat]: [number, number]) => ({ x: 50 + lng - map.center[0], y: 50 - lat + map.center[1] }),
    unproject: ([x, y]: [number, number]) => ({ lng: x - 50 + map.center[0], lat: 50 - y + map.center[1] }),
    getCenter: () => ({ lng: map.center[0], lat: map.center[1] }),
    getZoom: () => map.zoom,
    easeTo: (to) => void Object.assign(map, to),
  }
  return map
}

function pressed(key: string, pin: Place | null, map = flatMap(), shiftKey = false) {
  let moved: Place | null = null
  let taken = false
  const event = { key, shiftKey, preventDefault: () => void (taken = true) } as unknown as KeyboardEvent // only these fields are read
  moveByKey(event, map, pin, (place) => void (moved = place), { width: 100, height: 100 })
  return { moved, taken, map }
}

describe('the map by keyboard', () => {
  it.each([
    ['ArrowUp', false, { lat: 16, lng: 0 }],
    ['ArrowDown', false, { lat: -16, lng: 0 }],
    ['ArrowLeft', false, { lat: 0, lng: -16 }],
    ['ArrowRight', true, { lat: 0, lng: 1 }],
  ])('%s moves the pin (in small steps with Shift: %s)', (key, shift, place) =>
    expect(pressed(key, { lat: 0, lng: 0 }, flatMap(), shift)).toMatchObject({ moved: place, taken: true }),
  )

  it('Enter places a pin at the map’s centre, and does not move an existing one', () => {
    expect(pressed('Enter', null).moved).toEqual({ lat: 0, lng: 0 })
    expect(pressed('Enter', { lat: 1, lng: 1 })).toMatchObject({ moved: null, taken: false })
  })

  it('a pin that leaves the view moves the map', () => {
    const { map, moved } = pressed('ArrowRight', { lat: 0, lng: 20 })
    expect([moved, map.center]).toEqual([{ lat: 0, lng: 36 }, [36, 0]])
  })

  it('plus and minus change the zoom, never below 3 (SPEC §9); Tab is not captured', () => {
    expect(pressed('+', null).map.zoom).toBe(6)
    expect(pressed('-', null, flatMap(3)).map.zoom).toBe(3)
    expect(pressed('Tab', null)).toMatchObject({ taken: false, moved: null })
  })

  it('a place east of the date line has a western longitude', () => {
    expect(placeOf({ lat: 95, lng: 190.1234567 })).toEqual({ lat: 90, lng: -169.876543 })
  })
})
