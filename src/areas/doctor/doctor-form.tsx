import './doctor-form.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { countryOfZone } from '../../../contract/kernel/phone.rules.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { useWords } from '../catalog/queries.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText, type Multilingual } from '../../i18n/multilingual.ts'
import { CityField } from '../place/city-field.tsx'
import { useDevice } from '../../screen/device.ts'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { MultiPick } from '../../ui/multi-pick.tsx'
import { MultilingualField } from '../../ui/multilingual-field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { DoctorPart } from './doctor-values.ts'
import { languageNames } from './doctor-words.ts'
import { useBranches } from './queries.ts'
import { TextLines } from './text-lines.tsx'

type DoctorFormProps<P extends DoctorPart> = {
  value: P
  /** Gets the whole value; fields outside the professional part are unchanged. */
  onChange: (value: P) => void
  /** The errors by field, as they are shown. */
  errors?: { readonly branchIds?: string | null } | undefined
}

/**
 * The professional part of a card: what patients choose a doctor by (SCREENS B2, B6). Used by the staff's form and the
 * doctor's own profile; it stores nothing itself.
 */
export function DoctorForm<P extends DoctorPart>({ value, onChange, errors }: DoctorFormProps<P>) {
  const { t } = useLingui()
  const language = useLanguage()
  const { zone, now } = useDevice()
  const branches = useBranches()
  const diseases = useWords('disease')
  const treatments = useWords('treatment')
  const set = (patch: Partial<DoctorPart>) => onChange({ ...value, ...patch })
  const options = (words: Iterable<{ id: string; name: Multilingual }> | undefined) =>
    [...(words ?? [])]
      .map(({ id, name }) => ({ value: id, label: pickText(name, language)?.value ?? '' }))
      .toSorted((a, b) => nameCollator(language).compare(a.label, b.label))
  const today = todayIn(zone, now())

  return (
    <div className="form-grid">
      <Field
        label={<Trans context="person">Title</Trans>}
        help={<Trans>As written before the name, for example Uzm. Dr. or Doç. Dr.</Trans>}
      >
        <TextInput
          maxLength={60}
          autoComplete="honorific-prefix"
          value={value.title}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <CityField country={countryOfZone(zone, [])} value={value.city} onChange={(city) => set({ city })} />
      <div className="whole">
        <Field label={<Trans>Specialties</Trans>} required error={errors?.branchIds}>
          <MultiPick
            ordered
            max={10}
            values={value.branchIds}
            options={options(branches?.values())}
            onChange={(branchIds) => set({ branchIds })}
          />
        </Field>
      </div>
      <Field label={<Trans>Known languages</Trans>}>
        <MultiPick
          max={20}
          values={value.languages}
          options={SPOKEN.map((code) => ({ value: code, label: languageNames([code], language) }))}
          onChange={(languages) => set({ languages })}
        />
      </Field>
      <Field label={<Trans>In practice since</Trans>}>
        <DatePicker
          value={value.serviceStart === null ? null : Number(value.serviceStart.replaceAll('-', ''))}
          onChange={(date) => set({ serviceStart: date === null ? null : isoDay(date) })}
          today={today}
          min={19400101}
          max={today}
        />
      </Field>
      <Field label={<Trans>Diploma from</Trans>} help={<Trans>The school of medicine.</Trans>}>
        <TextInput maxLength={200} value={value.diploma} onChange={(event) => set({ diploma: event.target.value })} />
      </Field>
      <Field label={<Trans>Specialist training at</Trans>} help={<Trans>The hospital or institute.</Trans>}>
        <TextInput
          maxLength={200}
          value={value.specialization}
          onChange={(event) => set({ specialization: event.target.value })}
        />
      </Field>
      <div className="whole">
        <MultilingualField
          label={t`Short description`}
          max={300}
          value={value.shortDescription}
          onChange={(shortDescription) => set({ shortDescription })}
        />
      </div>
      <div className="whole">
        <MultilingualField
          label={t`General description`}
          max={4000}
          value={value.description}
          onChange={(description) => set({ description })}
        />
      </div>
      <div className="whole">
        <MultilingualField
          label={t`Expertise`}
          max={500}
          value={value.expertise}
          onChange={(expertise) => set({ expertise })}
        />
      </div>
      <Field label={<Trans>Diseases of interest</Trans>}>
        <MultiPick
          values={value.diseaseIds}
          options={options(diseases)}
          onChange={(diseaseIds) => set({ diseaseIds })}
        />
      </Field>
      <Field label={<Trans>Treatments</Trans>}>
        <MultiPick
          values={value.treatmentIds}
          options={options(treatments)}
          onChange={(treatmentIds) => set({ treatmentIds })}
        />
      </Field>
      <div className="whole">
        <TextLines
          label={t`Diplomas and certificates`}
          add={t`Add a certificate`}
          max={30}
          values={value.certificates}
          onChange={(certificates) => set({ certificates })}
        />
      </div>
    </div>
  )
}

/** Languages offered, ISO 639-1: first the product's, then others common among patients. */
const SPOKEN = [
  'tr',
  'en',
  'de',
  'ru',
  'ar',
  'ku',
  'fr',
  'es',
  'it',
  'nl',
  'uk',
  'bg',
  'el',
  'fa',
  'az',
  'ka',
  'ro',
  'pl',
  'sq',
  'bs',
  'zh',
  'ja',
] as const

const isoDay = (date: number) =>
  `${Math.floor(date / 10_000)}-${String(Math.floor(date / 100) % 100).padStart(2, '0')}-${String(date % 100).padStart(2, '0')}`
