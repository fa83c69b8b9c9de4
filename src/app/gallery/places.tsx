import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { CityField } from '../../areas/place/city-field.tsx'
import { CountryField } from '../../areas/place/country-field.tsx'
import { LocationPicker } from '../../areas/place/location-picker.tsx'
import type { Identity } from '../../ui/identity.ts'
import { IdentityField } from '../../ui/identity-field.tsx'
import { LangDots } from '../../ui/lang-dots.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { PhotoField } from '../../ui/photo-field.tsx'
import { Part } from './part.tsx'

type Place = { lat: number; lng: number }

/** Phones, identity numbers, countries, cities, the map, and pictures. */
export function Places() {
  const { t } = useLingui()
  const [phone, setPhone] = useState('+491705550118')
  const [short, setShort] = useState('+90 0532 555')
  const [identity, setIdentity] = useState<Identity>({ identity: '10000000146', nonCitizen: false })
  const [foreign, setForeign] = useState<Identity>({ identity: 'C01X00T47', nonCitizen: true })
  const [country, setCountry] = useState('TR')
  const [city, setCity] = useState('İzmir')
  const [place, setPlace] = useState<Place | null>(null)
  return (
    <Part title={<Trans>Who and where</Trans>}>
      <div className="gallery-columns">
        <PhoneInput value={phone} onChange={setPhone} zone="Europe/Istanbul" required />
        <PhoneInput
          value={short}
          onChange={setShort}
          zone="Europe/Istanbul"
          error={<Trans>Digits are missing. Example: 0170 5550 118</Trans>}
        />
        <IdentityField value={identity} onChange={setIdentity} required />
        <IdentityField value={foreign} onChange={setForeign} />
        <CountryField
          value={country}
          required
          onChange={(next) => {
            setCountry(next)
            setCity('')
            setPlace(null)
          }}
        />
        <CityField country={country} value={city} onChange={setCity} required />
      </div>
      <LocationPicker country={country} city={city} value={place} onChange={setPlace} required />
      <div className="gallery-columns">
        <Photo />
        <PhotoField label={t`Clinic logo`} shape="square" preview={null} progress={62} onChoose={() => {}} />
        <PhotoField
          label={t`Diploma`}
          shape="square"
          preview={null}
          whyDisabled={t`You need to be online to add pictures.`}
          onChoose={() => {}}
        />
      </div>
      <FileDrop accept={['image/png', 'application/pdf']} help={<Trans>PNG or PDF.</Trans>} onChoose={() => {}} />
      <p className="row wrap">
        <Trans>Languages filled</Trans>
        <LangDots
          label={t`Name`}
          value={[
            { lang: 'tr', value: 'Kardiyoloji' },
            { lang: 'de', value: 'Kardiologie' },
          ]}
        />
      </p>
    </Part>
  )
}

/** Shows a chosen picture without sending it. */
function Photo() {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen])
  return (
    <PhotoField
      label={t`Profile photo`}
      face
      preview={chosen ? <img src={chosen} alt="" /> : null}
      onChoose={(file) => setChosen(URL.createObjectURL(file))}
      onRemove={() => setChosen(null)}
    />
  )
}
