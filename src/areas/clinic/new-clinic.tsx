import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { hostOf, isColour, isSlug, slugOf, SLUG_MOST } from '../../../contract/clinic/clinic.rules.ts'
import { DEFAULT_ZONE, type Currency } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { CityField } from '../place/city-field.tsx'
import { CountryField } from '../place/country-field.tsx'
import { LocationPicker } from '../place/location-picker.tsx'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { CurrencySelect } from '../../ui/currency-select.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { ColourField } from './colour-field.tsx'
import { addClinic } from './commands.ts'
import { ZONES } from './general-part.tsx'

type Values = {
  readonly name: string
  /** Null while it is derived from the name. */
  readonly ownSlug: string | null
  readonly panelUrl: string
  readonly zone: string
  readonly currency: Currency
  readonly brand: string
  readonly country: string
  readonly city: string
  readonly location: { readonly lat: number; readonly lng: number } | null
}
const EMPTY: Values = {
  name: '',
  ownSlug: null,
  panelUrl: '',
  zone: DEFAULT_ZONE,
  currency: 'try',
  brand: '#00677d',
  country: 'TR',
  city: '',
  location: null,
}

/** What a clinic needs to start; its form has the rest. Online only: its address must be free. */
export function NewClinic() {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const navigate = useNavigate()
  const draft = useFormDraft<Values>('clinic new', EMPTY)
  const { set } = draft
  const { name, ownSlug, panelUrl, zone, currency, brand, country, city, location } = draft.values
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const slug = ownSlug ?? slugOf(name)
  const wrong = {
    name: name.trim() === '',
    slug: !isSlug(slug),
    panelUrl: panelUrl.trim() !== '' && !hostOf(panelUrl),
    brand: !isColour(brand),
    city: city.trim() === '',
    location: location === null,
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    setProblem(null)
    const first = (Object.keys(wrong) as (keyof typeof wrong)[]).find((part) => wrong[part]) // keys of `wrong`
    if (first || !location) return document.getElementById(`new-${first ?? 'location'}`)?.focus()
    setBusy(true)
    const id = newId(device.now())
    const outcome = await addClinic({
      id,
      name: name.trim(),
      slug,
      panelUrl: hostOf(panelUrl),
      zone,
      currency,
      brand,
      country,
      city,
      location,
    })
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(outcome)
    setDone(true)
    await draft.drop()
    device.kick()
    showToast({ kind: 'saved', title: t`${name} has been created`, text: t`Next: its first user.` })
    setTimeout(() => void navigate({ to: '/clinic/$id', params: { id } }))
  }

  return (
    <form className="clinic-form" noValidate onSubmit={(event) => void (busy ? event.preventDefault() : save(event))}>
      <DraftNote draft={draft} />
      {problem && <Note tone="failed" alert title={words(problem)} />}
      <Card title={<Trans>New clinic</Trans>}>
        <div className="clinic-fields">
          <Field
            id="new-name"
            label={t`Name of the clinic`}
            required
            error={tried && wrong.name ? t`Enter a name.` : null}
          >
            <TextInput
              value={name}
              maxLength={160}
              autoComplete="off"
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <Field
            id="new-slug"
            label={t`Short name in addresses`}
            required
            error={tried && wrong.slug ? t`Lowercase letters, digits and hyphens, for example kuzey-klinik.` : null}
            help={<Trans>Also starts the references of bank transfers.</Trans>}
          >
            <TextInput
              value={slug}
              maxLength={SLUG_MOST}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => set({ ownSlug: event.target.value || null })}
            />
          </Field>
          <Field
            id="new-panelUrl"
            label={t`Panel address`}
            error={
              tried && wrong.panelUrl
                ? t`This is not a valid address. Leave out https:// and the slash at the end, for example panel.example.com.`
                : null
            }
            help={<Trans>Without https and without a slash at the end.</Trans>}
          >
            <TextInput
              value={panelUrl}
              maxLength={300}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => set({ panelUrl: event.target.value })}
            />
          </Field>
          <ColourField
            id="new-brand"
            value={brand}
            onChange={(colour) => set({ brand: colour })}
            isWrong={tried && wrong.brand}
          />
          <Field label={t`Time zone`} required>
            <Combobox
              options={ZONES}
              selected={{ value: zone, label: zone }}
              onSelect={(option) => option && set({ zone: option.value })}
              clearable={false}
            />
          </Field>
          <Field label={t`Currency`} required help={<Trans>Chosen once: what has been paid stays in it.</Trans>}>
            <CurrencySelect value={currency} onChange={(chosen) => set({ currency: chosen })} />
          </Field>
          <CountryField value={country} onChange={(next) => set({ country: next || 'TR', city: '' })} required />
          <CityField
            id="new-city"
            country={country}
            value={city}
            onChange={(next, place) =>
              set({ city: next, ...(place && { location: { lat: place.lat, lng: place.lng } }) })
            }
            required
            error={tried && wrong.city ? t`Choose a city.` : null}
          />
          <div className="whole">
            <LocationPicker
              id="new-location"
              value={location}
              onChange={(next) => set({ location: next })}
              onCity={(found) => set({ city: found })}
              country={country}
              city={city}
              required
              error={tried && wrong.location ? t`Choose the place on the map.` : null}
            />
          </div>
        </div>
      </Card>
      <div className="clinic-foot">
        <Button
          type="submit"
          look="primary"
          aria-busy={busy || undefined}
          whyDisabled={offline ? t`You need to be online to create a clinic.` : null}
        >
          <Trans>Create clinic</Trans>
        </Button>
      </div>
      <LeaveGuard draft dirty={!done && draft.dirty} />
    </form>
  )
}
