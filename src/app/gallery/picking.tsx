import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Columns3, List, MapPin, Stethoscope, Video } from 'lucide-react'
import { useState } from 'react'
import { AddFilterChip, ChipMenu, Chips, FilterChip, RemovableChip } from '../../ui/chip.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { DateStrip } from '../../ui/date-strip.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { MultilingualField } from '../../ui/multilingual-field.tsx'
import type { Multilingual } from '../../i18n/multilingual.ts'
import { matchesQuery } from '../../../contract/kernel/fold.rules.ts'
import { MultiPick } from '../../ui/multi-pick.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SlotPicker } from '../../ui/slot-picker.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Option } from '../../ui/use-options.ts'
import { Part } from './part.tsx'
import { PEOPLE, TODAY } from './samples.ts'

/** Controls for choosing: lists, a calendar, a day's times, views, filters, languages. */
export function Picking() {
  return (
    <>
      <Pickers />
      <Choices />
    </>
  )
}

/** A slow search, as over a network; "x" fails. */
async function searchPeople(keyword: string, signal: AbortSignal): Promise<readonly Option[]> {
  await new Promise((resolve) => setTimeout(resolve, 600))
  signal.throwIfAborted()
  if (keyword === 'x') throw new Error('search failed')
  return PEOPLE.filter(({ label }) => matchesQuery(label, keyword))
}

function Pickers() {
  const { t } = useLingui()
  const [person, setPerson] = useState<Option | null>(PEOPLE[2] ?? null)
  const [found, setFound] = useState<Option | null>(null)
  const [several, setSeveral] = useState<readonly string[]>(PEOPLE.slice(0, 2).map(({ value }) => value))
  const [birth, setBirth] = useState<number | null>(19520301)
  const [day, setDay] = useState<number | null>(null)
  const [date, setDate] = useState<number | null>(20261123)
  const [slot, setSlot] = useState<string | null>('09:20')
  const [texts, setTexts] = useState<Multilingual>(INTRODUCTION)
  const free = (count: number) => <Plural value={count} one="# free" other="# free" />
  return (
    <Part title={<Trans>Picking</Trans>}>
      <div className="gallery-columns">
        <Field label={<Trans>Patient</Trans>} required>
          <Combobox options={PEOPLE} selected={person} onSelect={setPerson} />
        </Field>
        <Field label={<Trans>Patient, searched on the server</Trans>}>
          <Combobox options={searchPeople} selected={found} onSelect={setFound} placeholder={t`Name or telephone`} />
        </Field>
        <Field label={<Trans>Several of a long list</Trans>}>
          <MultiPick ordered values={several} options={PEOPLE} onChange={setSeveral} />
        </Field>
        <Field id="birth" label={<Trans>Date of birth</Trans>}>
          <DatePicker value={birth} onChange={setBirth} today={TODAY} max={TODAY} />
        </Field>
        <Field label={<Trans>Day</Trans>} help={<Trans>From today, up to 90 days ahead.</Trans>}>
          <DatePicker value={day} onChange={setDay} today={TODAY} min={TODAY} max={20270218} />
        </Field>
      </div>
      <div className="gallery-columns wide">
        <div className="stack">
          <FieldGroup label={<Trans>Day</Trans>}>
            <DateStrip
              value={date}
              onChange={setDate}
              days={[
                { date: 20261120, offer: <Trans>full</Trans>, none: true },
                { date: 20261121, offer: '–', none: true },
                { date: 20261123, offer: free(6) },
                { date: 20261124, offer: free(11) },
                { date: 20261125, offer: free(2) },
                { date: 20261126, offer: free(9) },
              ]}
            />
          </FieldGroup>
          <SlotPicker
            value={slot}
            onChange={setSlot}
            groups={[
              { label: <Trans>Morning</Trans>, slots: MORNING.map(([id, state]) => ({ id, label: id, state })) },
              { label: <Trans>Afternoon</Trans>, slots: AFTERNOON.map(([id, state]) => ({ id, label: id, state })) },
            ]}
          />
        </div>
        <MultilingualField label={t`Short introduction`} value={texts} onChange={setTexts} max={300} required />
      </div>
    </Part>
  )
}

function Choices() {
  const { t } = useLingui()
  const [view, setView] = useState('list')
  const [today, setToday] = useState(true)
  const [doctors, setDoctors] = useState<readonly string[]>([])
  const [kinds, setKinds] = useState<readonly string[]>(['face', 'online'])
  const [arrived, setArrived] = useState(true)
  const [tab, setTab] = useState('summary')
  const tabs = [
    { id: 'summary', label: t`Summary` },
    { id: 'notes', label: t`Treatment notes`, count: 4 },
    { id: 'recipes', label: t`Prescriptions`, count: 1 },
    { id: 'reports', label: t`Reports` },
    { id: 'files', label: t`Files`, count: 3 },
    { id: 'balance', label: t`Balance` },
    { id: 'contact', label: t`Contact log` },
  ]
  return (
    <Part title={<Trans>Choice</Trans>}>
      <div className="row wrap" style={{ gap: 'var(--s-4)' }}>
        <Segmented
          label={t`View`}
          value={view}
          onChange={setView}
          options={[
            { value: 'list', label: t`List`, icon: <List /> },
            { value: 'board', label: t`Day board`, icon: <Columns3 /> },
            { value: 'week', label: t`Week` },
          ]}
        />
        <Chips label={t`Filters`}>
          <FilterChip on={today} onToggle={() => setToday(!today)}>
            <Trans>Today</Trans>
          </FilterChip>
          <ChipMenu
            label={t`All doctors`}
            icon={<Stethoscope />}
            options={PEOPLE.slice(0, 4)}
            values={doctors}
            onChange={setDoctors}
            single
          />
          <ChipMenu
            label={t`All kinds`}
            options={[
              { value: 'face', label: t`Face to face` },
              { value: 'online', label: t`Online` },
            ]}
            values={kinds}
            onChange={setKinds}
          />
          {arrived && (
            <RemovableChip name={t`Arrived`} onRemove={() => setArrived(false)}>
              <Trans>Arrived</Trans>
            </RemovableChip>
          )}
          <AddFilterChip
            label={t`Filter`}
            options={[{ value: 'arrived', label: t`Arrived` }]}
            onAdd={() => setArrived(true)}
          />
        </Chips>
      </div>
      <Segmented
        block
        label={t`Type`}
        value={kinds[0] ?? 'face'}
        onChange={(kind) => setKinds([kind])}
        options={[
          { value: 'face', label: t`Face to face`, icon: <MapPin /> },
          { value: 'online', label: t`Online`, icon: <Video /> },
        ]}
      />
      <Tabs
        label={t`Records`}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((each) => ({ ...each, content: <p className="dim">{each.label}</p> }))}
      />
    </Part>
  )
}

const INTRODUCTION: Multilingual = [
  {
    lang: 'tr',
    value:
      'Fiziksel tıp ve rehabilitasyon uzmanı. İlgi alanları: bel fıtığı, omuz ağrısı, eklem protezi sonrası rehabilitasyon.',
  },
  {
    lang: 'de',
    value:
      'Fachärztin für Physikalische und Rehabilitative Medizin. Schwerpunkte: Bandscheibenvorfall, Schulter-Arm-Syndrom.',
  },
]

const MORNING = [
  ['08:20', 'free'],
  ['08:40', 'taken'],
  ['09:00', 'free'],
  ['09:20', 'held'],
  ['09:40', 'taken'],
  ['10:00', 'taken'],
  ['10:20', 'held'],
  ['10:40', 'free'],
] as const
const AFTERNOON = [
  ['14:00', 'taken'],
  ['14:20', 'free'],
  ['14:40', 'taken'],
  ['15:00', 'free'],
] as const
