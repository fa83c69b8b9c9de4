import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu, Chips, FilterChip, RemovableChip } from '../../ui/chip.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useClinics } from '../clinic/queries.ts'
import { useDoctorName } from '../doctor/doctor-name.ts'
import { useDoctors } from '../doctor/queries.ts'
import { useFigureWords } from './figure-words.ts'
import { isPeriod, type FiguresState } from './figures-state.ts'
import { PRESETS } from './period.ts'

/** The period, and whose figures. */
export function FiguresFilters({ state }: { state: FiguresState }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const { spanOf } = useFigureWords()
  const [choosing, setChoosing] = useState(false)
  const { preset, period, search, set } = state
  const words = {
    month: t`This month`,
    before: t`Last month`,
    quarter: t`This quarter`,
    quarterBefore: t`Last quarter`,
  }
  const own = { from: undefined, to: undefined }
  const { clinics, doctors } = useChoices(search.clinic)
  return (
    <Chips label={t`Filters`}>
      <ChipMenu
        single
        label={t`Period`}
        icon={<CalendarRange />}
        options={PRESETS.map((value) => ({ value, label: words[value] }))}
        values={preset === 'own' ? [] : [preset]}
        onChange={([value]) => set({ ...own, preset: PRESETS.find((each) => each === value) })}
      />
      {preset === 'own' ? (
        <RemovableChip name={t`Period`} onRemove={() => set({ ...own, preset: undefined })}>
          {spanOf(period)}
        </RemovableChip>
      ) : (
        <FilterChip on={false} onToggle={() => setChoosing(true)}>
          <Trans>Custom dates…</Trans>
        </FilterChip>
      )}
      {person.type !== 'clinic' && clinics.length > 1 && (
        <ChipMenu
          single
          label={t`Clinic`}
          options={clinics}
          values={search.clinic ? [search.clinic] : []}
          onChange={([clinic]) => set({ clinic, doctor: undefined })}
        />
      )}
      {person.type !== 'doctor' && (person.type === 'clinic' || search.clinic) && (
        <ChipMenu
          single
          label={t`Doctor`}
          options={doctors}
          values={search.doctor ? [search.doctor] : []}
          onChange={([doctor]) => set({ doctor })}
        />
      )}
      {choosing && (
        <OwnDays
          today={state.today}
          onClose={() => setChoosing(false)}
          onChoose={(from, to) => {
            setChoosing(false)
            set({ preset: undefined, from, to })
          }}
        />
      )}
    </Chips>
  )
}

/** The clinics whose figures this person has, and the doctors of the chosen one; a private clinic's are seen only inside it (rule 47). */
function useChoices(clinic: string | undefined) {
  const { person } = useDevice()
  const language = useLanguage()
  const nameOf = useDoctorName()
  const [doctors, clinics] = [useDoctors(), useClinics()]
  const own = doctors?.get(person.id)?.clinicIds
  const within = person.type === 'clinic' ? person.clinicId : clinic
  const sorted = (options: { value: string; label: string }[]) =>
    options.toSorted((a, b) => nameCollator(language).compare(a.label, b.label))
  return {
    clinics: sorted(
      [...(clinics?.values() ?? [])]
        .filter(({ id, private: isPrivate }) => (person.type === 'admin' ? !isPrivate : own?.includes(id)))
        .map(({ id, name }) => ({ value: id, label: name })),
    ),
    doctors: sorted(
      [...(doctors?.values() ?? [])]
        .filter(({ clinicIds }) => within && clinicIds.includes(within))
        .map((doctor) => ({ value: doctor.id, label: nameOf(doctor) })),
    ),
  }
}

function OwnDays({
  today,
  onClose,
  onChoose,
}: {
  today: number
  onClose: () => void
  onChoose: (from: number, to: number) => void
}) {
  const { t } = useLingui()
  const [from, setFrom] = useState<number | null>(null)
  const [to, setTo] = useState<number | null>(null)
  const period = from !== null && to !== null ? { from, to } : null
  const why = !period
    ? t`Choose the first and the last day.`
    : period.from > period.to
      ? t`The last day is before the first day.`
      : isPeriod(period)
        ? null
        : t`A period has at most a year.`
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Figures between two days</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button look="primary" whyDisabled={why} onClick={() => period && onChoose(period.from, period.to)}>
            <Trans>Show</Trans>
          </Button>
        </>
      }
    >
      <Field label={<Trans>First day</Trans>}>
        <DatePicker value={from} onChange={setFrom} today={today} />
      </Field>
      <Field label={<Trans>Last day</Trans>}>
        <DatePicker value={to} onChange={setTo} today={today} />
      </Field>
    </Dialog>
  )
}
