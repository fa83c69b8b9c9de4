import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import {
  EARN_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  REFUND_STATUSES,
} from '../../../contract/payment/payment.lists.ts'
import { formatSpan, formatWallDate, nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu, Chips, FilterChip, RemovableChip } from '../../ui/chip.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { PRESETS, type PaymentList } from './list-state.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { EARN_WORDS, REFUND_WORDS, STATUS_WORDS, TYPE_WORDS } from './state-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

type FilterProps = { list: PaymentList; facts: PaymentFacts }

/**
 * Search, days and filters of the payments; on phones the filters are in a sheet. The search text names a patient and
 * stays out of the address.
 */
export function PaymentFilters({
  words,
  onWords,
  ...props
}: FilterProps & { words: string; onWords: (words: string) => void }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const folded = useNarrow()
  const { filters } = props.list
  return (
    <div className="payment-filters no-print">
      <div className="row">
        <SearchInput
          label={
            person.type === 'doctor'
              ? t`Search by the patient’s name or phone`
              : t`Search by the patient’s name or phone, the reference or the payment number`
          }
          placeholder={person.type === 'doctor' ? t`Patient’s name or phone` : t`Patient, reference or number`}
          autoComplete="off"
          maxLength={100}
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
        {folded && (
          <FilterSheet count={filters}>
            <FilterChips {...props} />
          </FilterSheet>
        )}
        {!folded && <Days list={props.list} />}
      </div>
      {folded && <Days list={props.list} />}
      {!folded && <FilterChips {...props} />}
    </div>
  )
}

/** Which days, and which date they apply to: when a payment was made, or when the money arrived. */
function Days({ list: { preset, search, set, today } }: { list: PaymentList }) {
  const { t } = useLingui()
  const [choosing, setChoosing] = useState(false)
  const words = {
    today: t`Today`,
    yesterday: t`Yesterday`,
    last7: t`Last 7 days`,
    last30: t`Last 30 days`,
    month: t`This month`,
    before: t`Last month`,
    all: t`All days`,
  }
  const own = { from: undefined, to: undefined }
  const span =
    preset === 'own'
      ? formatSpan(search.from ? formatWallDate(search.from) : '', search.to ? formatWallDate(search.to) : '')
      : null
  return (
    <Chips label={t`Days`}>
      <ChipMenu
        single
        label={t`Days`}
        icon={<CalendarRange />}
        options={PRESETS.map((value) => ({ value, label: words[value] }))}
        values={preset === 'own' ? [] : [preset]}
        onChange={([value]) => set({ ...own, preset: PRESETS.find((each) => each === value) })}
      />
      {span ? (
        <RemovableChip name={t`Days`} onRemove={() => set({ ...own, preset: undefined })}>
          {span}
        </RemovableChip>
      ) : (
        <FilterChip on={false} onToggle={() => setChoosing(true)}>
          <Trans>Custom dates…</Trans>
        </FilterChip>
      )}
      <FilterChip
        on={search.dated === 'paid'}
        onToggle={() => set({ dated: search.dated === 'paid' ? undefined : 'paid' })}
      >
        <Trans>by the day it was paid</Trans>
      </FilterChip>
      {choosing && (
        <OwnDays
          today={today}
          onClose={() => setChoosing(false)}
          onChoose={(from, to) => {
            setChoosing(false)
            set({ preset: undefined, from: from ?? undefined, to: to ?? undefined })
          }}
        />
      )}
    </Chips>
  )
}

function OwnDays({
  today,
  onClose,
  onChoose,
}: {
  today: number
  onClose: () => void
  onChoose: (from: number | null, to: number | null) => void
}) {
  const { t } = useLingui()
  const [from, setFrom] = useState<number | null>(null)
  const [to, setTo] = useState<number | null>(null)
  const why =
    from === null && to === null
      ? t`Choose at least one day.`
      : from !== null && to !== null && from > to
        ? t`The last day is before the first day.`
        : null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Payments between two days</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button look="primary" whyDisabled={why} onClick={() => onChoose(from, to)}>
            <Trans>Show</Trans>
          </Button>
        </>
      }
    >
      <Field label={<Trans>First day</Trans>}>
        <DatePicker value={from} onChange={setFrom} today={today} max={today} />
      </Field>
      <Field label={<Trans>Last day</Trans>}>
        <DatePicker value={to} onChange={setTo} today={today} />
      </Field>
    </Dialog>
  )
}

function FilterChips({ list: { search, filters, set, clear }, facts }: FilterProps) {
  const { t, i18n } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const named = (rows: readonly { readonly id: string; readonly name: string }[]) =>
    rows
      .toSorted((a, b) => nameCollator(language).compare(a.name, b.name))
      .map(({ id, name }) => ({ value: id, label: name }))
  const one = (value: string | undefined) => (value === undefined ? [] : [value])
  return (
    <Chips label={t`Filters`}>
      <ChipMenu
        single
        label={t`Status`}
        options={PAYMENT_STATUSES.map((value) => ({ value, label: i18n._(wordOf(STATUS_WORDS, value)) }))}
        values={one(search.status)}
        onChange={([value]) => set({ status: PAYMENT_STATUSES.find((each) => each === value) })}
      />
      <ChipMenu
        single
        label={t({ message: 'Payment method', context: 'payment' })}
        options={PAYMENT_TYPES.map((value) => ({ value, label: i18n._(wordOf(TYPE_WORDS, value)) }))}
        values={one(search.type)}
        onChange={([value]) => set({ type: PAYMENT_TYPES.find((each) => each === value) })}
      />
      <ChipMenu
        single
        label={t`Refund`}
        options={REFUND_STATUSES.map((value) => ({ value, label: i18n._(wordOf(REFUND_WORDS, value)) }))}
        values={one(search.refund)}
        onChange={([value]) => set({ refund: REFUND_STATUSES.find((each) => each === value) })}
      />
      <ChipMenu
        single
        label={t`Earning`}
        options={EARN_STATUSES.map((value) => ({ value, label: i18n._(wordOf(EARN_WORDS, value)) }))}
        values={one(search.earn)}
        onChange={([value]) => set({ earn: EARN_STATUSES.find((each) => each === value) })}
      />
      {person.type !== 'doctor' && (
        <>
          <ChipMenu
            single
            label={t`Bank`}
            options={named(facts.banks)}
            values={one(search.bank)}
            onChange={([bank]) => set({ bank })}
          />
          <ChipMenu
            single
            label={t`Doctor`}
            options={named(facts.doctors)}
            values={one(search.doctor)}
            onChange={([doctor]) => set({ doctor })}
          />
        </>
      )}
      {person.type !== 'clinic' && facts.clinics.length > 1 && (
        <ChipMenu
          single
          label={t`Clinic`}
          options={named(facts.clinics)}
          values={one(search.clinic)}
          onChange={([clinic]) => set({ clinic })}
        />
      )}
      {search.visit && (
        <RemovableChip name={t`Appointment`} onRemove={() => set({ visit: undefined })}>
          <Trans>of one appointment</Trans>
        </RemovableChip>
      )}
      {search.patient && (
        <RemovableChip name={t`Patient`} onRemove={() => set({ patient: undefined })}>
          <Trans>of one patient</Trans>
        </RemovableChip>
      )}
      {filters > 0 && (
        <Button look="quiet" small onClick={clear}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </Chips>
  )
}
