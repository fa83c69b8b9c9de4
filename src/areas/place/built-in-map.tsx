import './map.css'
import { Trans } from '@lingui/react/macro'
import * as maplibre from 'maplibre-gl'
import css from 'maplibre-gl/dist/maplibre-gl.css?inline'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { Map, type MapRef, Marker, NavigationControl, ScaleControl } from 'react-map-gl/maplibre'
import { type City, cityName } from '../../../contract/place/place.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { MapFrame } from './map-frame.tsx'
import { type Look, LEAST_ZOOM, type MapProps, placeOf } from './map-seam.ts'
import { Pin } from './pin.tsx'
import { gridAround, worldColours, worldStyle } from './world.ts'

maplibre.setWorkerUrl(workerUrl)

/** The map that needs no service: outlines and cities from the app itself, also offline. It has no streets. */
export function BuiltInMap({ pin, look, onPin, label, onFailed, cities }: MapProps & { cities: readonly City[] }) {
  const language = useLanguage()
  const map = useRef<MapRef>(null)
  const [style, setStyle] = useState<Awaited<ReturnType<typeof worldStyle>> | null>(null)
  const [labels, setLabels] = useState<readonly City[]>([])
  const [drawn, setDrawn] = useState(false)

  useEffect(() => {
    let gone = false
    worldStyle().then((loaded) => !gone && setStyle(loaded), onFailed)
    return () => void (gone = true)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  useEffect(() => lookAt(map.current, look), [look])
  useEffect(() => followColours(() => map.current), [])

  function settle() {
    const element = map.current
    if (!element) return
    const source = element.getSource('grid')
    if (source?.type === 'geojson')
      (source as maplibre.GeoJSONSource).setData(gridAround(element.getCenter(), element.getZoom()))
    setLabels(apart(cities, element))
  }
  // the cities may load after the map
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(settle, [cities])

  if (!style) return <MapWait />
  return (
    <MapFrame label={label} map={map} pin={pin} onPin={onPin}>
      <style href="maplibre" precedence="low">
        {css}
      </style>
      <Map
        ref={map}
        mapLib={maplibre}
        mapStyle={style}
        initialViewState={{ latitude: look.lat, longitude: look.lng, zoom: look.zoom }}
        minZoom={LEAST_ZOOM}
        keyboard={false}
        dragRotate={false}
        pitchWithRotate={false}
        touchPitch={false}
        cooperativeGestures={false}
        renderWorldCopies
        attributionControl={false}
        onLoad={() => {
          map.current?.getCanvas().setAttribute('tabindex', '-1')
          settle()
          setDrawn(true)
        }}
        onMoveEnd={settle}
        onClick={({ lngLat }) => onPin(placeOf(lngLat))}
        onError={({ error }) => isLost(error) && onFailed()}
      >
        {(drawn ? labels : NO_LABELS).map((city) => (
          <Marker key={city.id} latitude={city.lat} longitude={city.lng} anchor="left" style={BEHIND}>
            <span className="map-city">{cityName(city, language)}</span>
          </Marker>
        ))}
        {pin && (
          <Marker
            latitude={pin.lat}
            longitude={pin.lng}
            anchor="bottom"
            draggable
            onDragEnd={({ lngLat }) => onPin(placeOf(lngLat))}
          >
            <Pin />
          </Marker>
        )}
        <NavigationControl showCompass={false} position="top-right" />
        <ScaleControl position="bottom-left" />
      </Map>
      {drawn ? null : <MapWait />}
    </MapFrame>
  )
}

/** Covers the empty map until land and names are drawn. */
function MapWait() {
  return (
    <p className="map-note" role="status">
      <Trans>The map is being drawn…</Trans>
    </p>
  )
}

const BEHIND = { pointerEvents: 'none' } as const

const isLost = (error: unknown) => error instanceof Error && /webgl/i.test(error.name)

function lookAt(map: MapRef | null, { lng, lat, zoom }: Look): void {
  map?.easeTo({ center: [lng, lat], zoom, duration: 600 })
}

/** Redraws the layers when theme or brand change. */
function followColours(map: () => MapRef | null): () => void {
  const watch = new MutationObserver(() => {
    for (const [layer, name, colour] of worldColours()) map()?.getMap().setPaintProperty(layer, name, colour)
  })
  watch.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
  return () => watch.disconnect()
}

/** The largest visible cities whose names do not overlap. */
function apart(cities: readonly City[], map: MapRef): readonly City[] {
  const { width, height } = map.getContainer().getBoundingClientRect()
  const bounds = map.getBounds()
  const taken: { x: number; y: number }[] = []
  const shown: City[] = []
  for (const city of cities) {
    if (shown.length >= MOST_NAMES) break
    if (!bounds.contains([city.lng, city.lat])) continue
    const { x, y } = map.project([city.lng, city.lat])
    if (x > width - 60 || y < 10 || y > height - 10) continue
    if (taken.some((other) => Math.abs(other.x - x) < 110 && Math.abs(other.y - y) < 24)) continue
    taken.push({ x, y })
    shown.push(city)
  }
  return shown
}

const MOST_NAMES = 24
const NO_LABELS: readonly City[] = []
