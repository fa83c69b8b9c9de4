import './map.css'
import mapbox from 'mapbox-gl'
import css from 'mapbox-gl/dist/mapbox-gl.css?inline'
import workerUrl from 'mapbox-gl/dist/mapbox-gl-csp-worker.js?url'
import { useEffect, useRef } from 'react'
import { Map, type MapRef, Marker, NavigationControl, ScaleControl } from 'react-map-gl/mapbox'
import { useLanguage } from '../../i18n/locale.ts'
import { MapFrame } from './map-frame.tsx'
import { LEAST_ZOOM, type MapProps, placeOf } from './map-seam.ts'
import { Pin } from './pin.tsx'

mapbox.workerUrl = workerUrl

/** Streets and buildings by Mapbox, if the operator has set a token. */
export function MapboxMap({ pin, look, onPin, label, onFailed, token }: MapProps & { token: string }) {
  const language = useLanguage()
  const map = useRef<MapRef>(null)
  useEffect(() => {
    map.current?.easeTo({ center: [look.lng, look.lat], zoom: look.zoom, duration: 600 })
  }, [look])
  return (
    <MapFrame label={label} map={map} pin={pin} onPin={onPin}>
      <style href="mapbox" precedence="low">
        {css}
      </style>
      <Map
        ref={map}
        mapLib={mapbox}
        mapboxAccessToken={token}
        mapStyle="mapbox://styles/mapbox/streets-v12"
        language={language}
        initialViewState={{ latitude: look.lat, longitude: look.lng, zoom: look.zoom }}
        minZoom={LEAST_ZOOM}
        keyboard={false}
        dragRotate={false}
        pitchWithRotate={false}
        touchPitch={false}
        onLoad={() => map.current?.getCanvas().setAttribute('tabindex', '-1')}
        onClick={({ lngLat }) => onPin(placeOf(lngLat))}
        // on a refused token or without a network, the built-in map is used
        onError={() => !map.current?.isStyleLoaded() && onFailed()}
      >
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
    </MapFrame>
  )
}
