import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Role } from '../../contract/call.ts'
import { formatMinutes, formatMoney } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useDevice } from '../shell/device.tsx'
import { usePhoneWords } from '../shell/phone-words.ts'
import { Checkbox } from '../ui/choice.tsx'
import type { MenuItem } from '../ui/menu.tsx'
import { Table, type Column } from '../ui/table.tsx'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'
import { ChangeMark, GenderWord, markOf, StateBadge, UndoButton, VisitLink } from './visit-row.tsx'
import { ClinicWord, PaymentWord, VisitTime, VisitType } from './visit-words.tsx'

type VisitTableProps = {
  label: string
  visits: readonly ShownVisit[]
  facts: VisitFacts
  /** Several days stand in the list, so each row says its own. */
  dated?: boolean
  descending?: boolean
  onSort?: (descending: boolean) => void
  /** Further acts of a row; without it the rows have none. */
  actionsOf?: (visit: ShownVisit) => readonly MenuItem[]
  picks?: Picks | undefined
  /** All of one patient, who is named above: the doctor leads to the visit. */
  ofOne?: boolean
}

/** Rows chosen for an act on several. `canPick`: only those the act may still reach. */
export type Picks = {
  readonly chosen: ReadonlySet<string>
  readonly canPick: (visit: ShownVisit) => boolean
  readonly toggle: (visits: readonly ShownVisit[], on: boolean) => void
}

/** Visits as a table, under 768 px as cards: the columns each role has (SCREENS B1). */
export function VisitTable({
  label,
  visits,
  facts,
  dated = false,
  descending = false,
  onSort,
  actionsOf,
  picks,
  ofOne = false,
}: VisitTableProps) {
  const { person } = useDevice()
  const all = useColumns(facts, dated, ofOne || person.type === 'patient')
  const columns = all.filter(
    ({ id, for: roles }) =>
      // of one patient the doctor is the name of a row, also for that doctor
      (ofOne && id === 'doctor') ||
      (!(ofOne && id === 'patient') && (roles === undefined || roles.includes(person.type))),
  )
  const pick = usePickColumn(picks, visits)
  return (
    <Table
      label={label}
      columns={pick ? [pick, ...columns] : columns}
      rows={visits}
      keyOf={(visit) => visit.id}
      sort={{ column: 'time', descending }}
      {...(onSort ? { onSort: (sort) => onSort(sort.descending) } : {})}
      markOf={(visit) => markOf(visit, facts)}
      tagOf={(visit) => <ChangeMark visit={visit} />}
      actionOf={(visit) => <UndoButton visit={visit} facts={facts} />}
      {...(actionsOf
        ? {
            menuOf: (visit: ShownVisit) => ({
              name: person.type === 'patient' ? facts.doctorOf(visit).name : visit.patientName,
              items: () => actionsOf(visit),
            }),
          }
        : {})}
    />
  )
}

type RoleColumn = Column<ShownVisit> & { readonly for?: readonly Role[] }

/** `byDoctor`: a row is known by its doctor, not by its patient. */
function useColumns(facts: VisitFacts, dated: boolean, byDoctor: boolean): readonly RoleColumn[] {
  const language = useLanguage()
  const phoneOf = usePhoneWords()
  const money = (visit: ShownVisit, minor: number) => formatMoney(minor, visit.currency, language)
  return [
    {
      id: 'time',
      head: <Trans>Time</Trans>,
      sorts: true,
      card: 'time',
      cell: (visit) => (
        <>
          <VisitTime visit={visit} date={dated}>
            <span className="dim"> · {formatMinutes(visit.duration, language)}</span>
          </VisitTime>
        </>
      ),
    },
    {
      id: 'patient',
      head: <Trans>Patient</Trans>,
      card: 'title',
      for: ['admin', 'clinic', 'doctor'],
      cell: (visit) => (
        <TwoLines first={<VisitLink visit={visit} name={visit.patientName} />}>
          <PatientLine visit={visit} facts={facts} phoneOf={phoneOf} />
        </TwoLines>
      ),
    },
    {
      id: 'doctor',
      head: <Trans>Doctor</Trans>,
      card: byDoctor ? 'title' : 'detail',
      for: ['admin', 'clinic', 'patient'],
      cell: (visit) => {
        const { name, branch } = facts.doctorOf(visit)
        const words = byDoctor ? <VisitLink visit={visit} name={name} /> : <span className="plain">{name}</span>
        return <TwoLines first={words}>{branch}</TwoLines>
      },
    },
    {
      id: 'clinic',
      head: <Trans>Clinic</Trans>,
      priority: 3,
      for: ['admin', 'doctor', 'patient'],
      cell: (visit) => <ClinicWord name={facts.clinicOf(visit)} />,
    },
    {
      id: 'type',
      head: <Trans context="visit">Type</Trans>,
      priority: 2,
      card: 'detail',
      cell: (visit) => <VisitType type={visit.type} />,
    },
    {
      id: 'price',
      head: <Trans>Price and payment</Trans>,
      card: 'detail',
      cell: (visit) => (
        <TwoLines first={<span>{money(visit, visit.price)}</span>}>
          <PaymentWord visit={visit} />
        </TwoLines>
      ),
    },
    {
      id: 'commission',
      head: <Trans>Commission</Trans>,
      end: true,
      priority: 3,
      for: ['admin', 'clinic'],
      cell: (visit) => (visit.commission === undefined ? '–' : money(visit, visit.commission)),
    },
    {
      id: 'earn',
      head: <Trans>Doctor’s earning</Trans>,
      end: true,
      priority: 3,
      for: ['admin', 'clinic', 'doctor'],
      cell: (visit) =>
        visit.earn === undefined ? (
          '–'
        ) : (
          <TwoLines first={<span className="plain">{money(visit, visit.earn)}</span>}>
            <EarnWord status={visit.earnStatus} />
          </TwoLines>
        ),
    },
    {
      id: 'status',
      head: <Trans>Status</Trans>,
      card: 'status',
      cell: (visit) => <StateBadge visit={visit} facts={facts} />,
    },
  ]
}

function usePickColumn(picks: Picks | undefined, visits: readonly ShownVisit[]): Column<ShownVisit> | null {
  const { t } = useLingui()
  if (!picks) return null
  const pickable = visits.filter(picks.canPick)
  return {
    id: 'pick',
    // Choosing several is for the width of a desk.
    priority: 2,
    head: (
      <Checkbox
        checked={pickable.length > 0 && pickable.every(({ id }) => picks.chosen.has(id))}
        disabled={pickable.length === 0}
        onChange={(event) => picks.toggle(pickable, event.target.checked)}
      >
        <span className="vh">{t`Choose all on this page that can be completed`}</span>
      </Checkbox>
    ),
    cell: (visit) =>
      picks.canPick(visit) && (
        <Checkbox
          checked={picks.chosen.has(visit.id)}
          onChange={(event) => picks.toggle([visit], event.target.checked)}
        >
          <span className="vh">{t`Choose ${visit.patientName}`}</span>
        </Checkbox>
      ),
  }
}

function TwoLines({ first, children }: { first: ReactNode; children: ReactNode }) {
  return (
    <div className="two-lines">
      {first}
      {children && <span>{children}</span>}
    </div>
  )
}

function PatientLine({
  visit,
  facts,
  phoneOf,
}: {
  visit: ShownVisit
  facts: VisitFacts
  phoneOf: (e164: string) => string
}) {
  const patient = facts.patientOf(visit)
  if (!patient) return null
  const parts = [
    patient.age && <span key="age">{patient.age}</span>,
    patient.gender && <GenderWord key="gender" gender={patient.gender} />,
    patient.phone && (
      <span key="phone" className="nowrap">
        {phoneOf(patient.phone)}
      </span>
    ),
    // Who has no address hears by SMS only (rule 59).
    !patient.email && <Trans key="mail">no e-mail</Trans>,
  ].filter(Boolean)
  return parts.map((part, index) => [index > 0 && ' · ', part])
}

function EarnWord({ status }: { status: ShownVisit['earnStatus'] }) {
  return status === 'completed' ? <Trans context="earning">paid out</Trans> : <Trans context="earning">open</Trans>
}
