import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { isPlace, type Place, readPlace } from '../../../contract/place/place.rules.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** A place as two numbers, precise to a metre: 41.00820, 28.97840. */
export const degreesText = ({ lat, lng }: Place): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

/**
 * Latitude and longitude as text; a pair can be pasted into either field. Reports only a complete place, or null when
 * both are emptied.
 */
export function Degrees({ value, onChange }: { value: Place | null; onChange: (place: Place | null) => void }) {
  const [typed, setTyped] = useState<{ of: Place | null; lat: string; lng: string } | null>(null)
  const shown =
    typed && isSame(typed.of, value)
      ? typed
      : { of: value, lat: value ? value.lat.toFixed(5) : '', lng: value ? value.lng.toFixed(5) : '' }

  function take(part: 'lat' | 'lng', text: string) {
    const pair = /[,;@]/.test(text.replace(/,(\d+)$/, '.$1')) ? readPlace(text) : null
    const next = pair ? { lat: String(pair.lat), lng: String(pair.lng) } : { ...shown, [part]: text }
    const place = pair ?? numbers(next)
    const of = place ?? (next.lat.trim() === '' && next.lng.trim() === '' ? null : value)
    setTyped({ lat: next.lat, lng: next.lng, of })
    if (!isSame(of, value)) onChange(of)
  }
  const wrong = (text: string, most: number) => text.trim() !== '' && !(Math.abs(degrees(text)) <= most)

  return (
    <div className="map-degrees">
      <Field
        label={<Trans>Latitude</Trans>}
        error={wrong(shown.lat, 90) && <Trans>From -90 to 90, such as 41.00820</Trans>}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={shown.lat}
          onChange={({ target }) => take('lat', target.value)}
        />
      </Field>
      <Field
        label={<Trans>Longitude</Trans>}
        error={wrong(shown.lng, 180) && <Trans>From -180 to 180, such as 28.97840</Trans>}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={shown.lng}
          onChange={({ target }) => take('lng', target.value)}
        />
      </Field>
    </div>
  )
}

const degrees = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

function numbers({ lat, lng }: { lat: string; lng: string }): Place | null {
  const place = { lat: degrees(lat), lng: degrees(lng) }
  return Number.isFinite(place.lat) && Number.isFinite(place.lng) && isPlace(place) ? place : null
}

const isSame = (a: Place | null, b: Place | null) => a === b || (!!a && !!b && a.lat === b.lat && a.lng === b.lng)
