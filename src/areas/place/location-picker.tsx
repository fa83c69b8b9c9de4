import './map.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { LocateFixed } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { City, Place } from '../../../contract/place/place.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { cityAt } from './cities.ts'
import { useCities } from './city-field.tsx'
import { Degrees, degreesText } from './degrees.tsx'
import { CHOSEN_ZOOM, type Look, placeOf } from './map-seam.ts'
import { mapToken } from '../../screen/map-token.ts'
import { searchPlaces } from './queries-search.ts'
import { useMap } from './use-map.ts'

type LocationPickerProps = {
  /** The id of the search field, for a link from an error summary. */
  id?: string
  label?: ReactNode
  /** Degrees, WGS 84. */
  value: Place | null
  onChange: (place: Place | null) => void
  /** ISO 3166 alpha-2 of the country whose places are searched; Turkey by default. */
  country?: string
  /** The city chosen next to it: the map shows it until a place is chosen. */
  city?: string
  /** Called with the stored name of the city of a place found by search, for the field next to it. */
  onCity?: (name: string) => void
  error?: ReactNode
  required?: boolean
  /** For people who know their street but not its coordinates: no latitude is shown or required. */
  byName?: boolean
}

/**
 * Chooses a place on the map (SPEC §5, §9): by search, click, drag, arrow keys, this device's position, or two numbers.
 * If no map can be drawn, the search remains, and the numbers for whoever runs a clinic.
 */
export function LocationPicker(props: LocationPickerProps) {
  const { id, label, value, onChange, country = 'TR', city, onCity, error, required, byName = false } = props
  const { t } = useLingui()
  const cities = useCities(country)
  const map = useMap()
  const [isAway, setIsAway] = useState(false)
  const token = isAway ? null : mapToken()
  const [wish, setWish] = useState<Look | null>(() => value && { ...value, zoom: CHOSEN_ZOOM })
  const context = useMemo(() => lookAround(city, cities), [city, cities])

  function choose(place: Place) {
    onChange(placeOf(place))
    setWish({ ...placeOf(place), zoom: CHOSEN_ZOOM })
  }

  function take(place: Place) {
    choose(place)
    const near = cityAt(place, cities)
    if (near) onCity?.(near.name)
  }

  return (
    <FieldGroup label={label ?? <Trans>Place on the map</Trans>} required={required} error={error}>
      <div className="stack-2">
        <div className="map-tools">
          <PlaceSearch {...(id && { id })} country={country} withStreets={token !== null} onFound={take} />
          <OwnPosition onFound={choose} />
        </div>
        {map.state === 'none' ? (
          <Note>
            {byName ? (
              <Trans>The map cannot be shown on this device. Search for your city and choose it.</Trans>
            ) : (
              <Trans>The map cannot be shown on this device. Search for the city, or enter the coordinates.</Trans>
            )}
          </Note>
        ) : map.PlaceMap ? (
          <map.PlaceMap
            pin={value}
            look={wish ?? context}
            onPin={onChange}
            label={t`Map. The arrow keys move the pin, plus and minus zoom in and out, Enter sets the pin.`}
            onFailed={map.giveUp}
            cities={cities}
            token={token}
            onAway={() => setIsAway(true)}
          />
        ) : (
          <div className="map" aria-busy />
        )}
        {byName ? null : <Degrees value={value} onChange={(place) => (place ? choose(place) : onChange(null))} />}
        {token ? null : (
          <p className="help">
            {map.PlaceMap && (
              <>
                <Trans>This map has no streets. The grid and the scale show how far you move.</Trans>{' '}
              </>
            )}
            <Trans>Cities: GeoNames (CC BY 4.0)</Trans>
          </p>
        )}
        <p className="vh" role="status">
          {value ? (byName ? t`The place is chosen.` : t`The pin is at ${degreesText(value)}.`) : null}
        </p>
      </div>
    </FieldGroup>
  )
}

function PlaceSearch({
  id,
  country,
  withStreets,
  onFound,
}: {
  id?: string
  country: string
  withStreets: boolean
  onFound: (place: Place) => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const found = useRef<Awaited<ReturnType<typeof searchPlaces>>>([])
  const search = useCallback(
    async (keyword: string, signal: AbortSignal) => {
      found.current = await searchPlaces(keyword, { country, language, signal })
      return found.current.map(({ id: value, name, detail }) => ({ value, label: name, ...(detail && { detail }) }))
    },
    [country, language],
  )
  return (
    <Combobox
      {...(id && { id })}
      label={t`Search for a place`}
      options={search}
      selected={null}
      onSelect={(option) => {
        const place = found.current.find((each) => each.id === option?.value)
        if (place) onFound(place)
      }}
      placeholder={withStreets ? t`Street, building or city` : t`City or district`}
    />
  )
}

function OwnPosition({ onFound }: { onFound: (place: Place) => void }) {
  const [state, setState] = useState<'idle' | 'asking' | 'denied'>('idle')
  if (!('geolocation' in navigator)) return null
  function ask() {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        onFound({ lat: coords.latitude, lng: coords.longitude })
      },
      () => setState('denied'),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    )
  }
  return (
    <>
      <Button onClick={ask} aria-busy={state === 'asking' || undefined}>
        <LocateFixed />
        <Trans>Use my position</Trans>
      </Button>
      <p className="help map-denied" role="status">
        {state === 'denied' && <Trans>This device did not give its position. Search, or click on the map.</Trans>}
      </p>
    </>
  )
}

/** Without a pin the map shows the city, else the country's largest, else Turkey. */
function lookAround(city: string | undefined, cities: readonly City[]): Look {
  const known = cities.find(({ name }) => name === city)
  if (known) return { lat: known.lat, lng: known.lng, zoom: 10 }
  const largest = cities[0]
  return largest ? { lat: largest.lat, lng: largest.lng, zoom: 5 } : { lat: 39, lng: 35, zoom: 5 }
}
