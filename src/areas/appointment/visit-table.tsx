import { Trans } from '@lingui/react/macro'
import { useMemo, type ReactNode } from 'react'
import type { Role } from '../../../contract/kernel/call.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { formatMinutes, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { usePhoneWords } from '../../screen/phone-words.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'
import { PICK_COLUMN, PickingFrom, type Picks } from './visit-pick.tsx'
import { ChangeMark, GenderWord, markOf, StateBadge, UndoButton, UndoLook, VisitLink } from './visit-row.tsx'
import { ClinicWord, PaymentWord, VisitTime, VisitType } from './visit-words.tsx'

type VisitTableProps = {
  label: string
  visits: readonly ShownVisit[]
  facts: VisitFacts
  /** True if the list covers several days, so that each row shows its date. */
  dated?: boolean
  descending?: boolean
  onSort?: (descending: boolean) => void
  /** The acts of a row; without it rows have none. */
  actionsOf?: (visit: ShownVisit) => readonly MenuItem[]
  picks?: Picks | undefined
  /** All visits belong to one patient, who is named above: the doctor's name links to the visit. */
  ofOne?: boolean
}

/** Visits as a table, below 768 px as cards, with the columns of the role (SCREENS B1). */
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
  const columns = useColumns(facts, dated, ofOne, picks !== undefined)
  const parts = useRowParts(facts, actionsOf)
  return (
    <PickingFrom picks={picks} visits={visits}>
      <Table
        label={label}
        columns={columns}
        rows={visits}
        keyOf={(visit) => visit.id}
        sort={{ column: 'time', descending }}
        {...(onSort ? { onSort: (sort) => onSort(sort.descending) } : {})}
        dense
        {...parts}
      />
    </PickingFrom>
  )
}

/**
 * The parts of a row besides its cells. They are the same functions while the facts are the same, so that one change
 * draws one row.
 */
function useRowParts(facts: VisitFacts, actionsOf: VisitTableProps['actionsOf']) {
  const { person } = useDevice()
  const byDoctor = person.type === 'patient'
  // called when a menu is opened
  const acts = useLatest(actionsOf)
  const hasActs = actionsOf !== undefined
  return useMemo(
    () => ({
      markOf: (visit: ShownVisit) => markOf(visit, facts),
      tagOf: (visit: ShownVisit) => <ChangeMark visit={visit} />,
      actionOf: (visit: ShownVisit) => <UndoButton visit={visit} />,
      // a patient's table has few columns and room for words
      comingAct: byDoctor ? undefined : <UndoLook />,
      menuOf: hasActs
        ? (visit: ShownVisit) => ({
            name: byDoctor ? facts.doctorOf(visit).name : visit.patientName,
            items: () => acts.current?.(visit) ?? [],
          })
        : undefined,
    }),
    [facts, hasActs, byDoctor, acts],
  )
}

type RoleColumn = Column<ShownVisit> & { readonly for?: readonly Role[] }

/** `ofOne`: rows are named after the doctor, also for that doctor, as in a patient's own table. */
function useColumns(
  facts: VisitFacts,
  dated: boolean,
  ofOne: boolean,
  canPick: boolean,
): readonly Column<ShownVisit>[] {
  const { person } = useDevice()
  const language = useLanguage()
  const phoneOf = usePhoneWords()
  const { type } = person
  return useMemo(() => {
    const byDoctor = ofOne || type === 'patient'
    const columns = columnsOf({ facts, dated, byDoctor, language, phoneOf }).filter(
      ({ id, for: roles }) =>
        (ofOne && id === 'doctor') || (!(ofOne && id === 'patient') && (roles === undefined || roles.includes(type))),
    )
    return canPick ? [PICK_COLUMN, ...columns] : columns
  }, [facts, dated, ofOne, canPick, language, phoneOf, type])
}

/** `byDoctor`: a row is identified by its doctor, not by its patient. */
function columnsOf({
  facts,
  dated,
  byDoctor,
  language,
  phoneOf,
}: {
  facts: VisitFacts
  dated: boolean
  byDoctor: boolean
  language: Language
  phoneOf: (e164: string) => string
}): readonly RoleColumn[] {
  const money = (visit: ShownVisit, minor: number) => formatMoney(minor, visit.currency, language)
  return [
    {
      id: 'time',
      head: <Trans>Time</Trans>,
      sorts: true,
      card: 'time',
      cell: (visit) => (
        <VisitTime visit={visit} date={dated}>
          <span className="visit-length dim">
            <span> · </span>
            {formatMinutes(visit.duration, language)}
          </span>
        </VisitTime>
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
        return <TwoLines first={words}>{branch && <span className="visit-branch">{branch}</span>}</TwoLines>
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
      // a desk books and takes money; the commission is on the visit's page and in the export
      for: ['admin'],
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
    // A patient without an address is reached by SMS only (rule 59).
    !patient.email && <Trans key="mail">no email</Trans>,
  ].filter(Boolean)
  return parts.map((part, index) => [index > 0 && ' · ', part])
}

function EarnWord({ status }: { status: ShownVisit['earnStatus'] }) {
  return status === 'completed' ? <Trans context="earning">paid out</Trans> : <Trans context="earning">open</Trans>
}
