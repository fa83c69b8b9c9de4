import type { ListedCard } from './listed-card.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import type { Role } from '../../../contract/kernel/call.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { usePhoneWords } from '../../screen/phone-words.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import type { Column, Sort } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { IdentityReveal } from './identity-reveal.tsx'
import { type Balances, sortOf, type Listed } from './list-state.ts'
import { DayWords, MailWords, PassiveBadge, useAgeWords } from './patient-words.tsx'
import type { PatientSearch } from '../../screen/search.ts'

/** Patients as a table, below 768 px as cards, with the columns of the role (SCREENS B7, B8); doctors see no money. */
export function PatientTable({
  label,
  rows,
  sort,
  onSort,
  menuOf,
  starred,
  balances,
}: {
  label: string
  rows: readonly Listed<ListedCard>[]
  sort?: PatientSearch['sort']
  /** Without it the server sets the order. */
  onSort?: (sort: PatientSearch['sort']) => void
  menuOf: (row: Listed<ListedCard>) => readonly MenuItem[]
  starred: ReadonlySet<string>
  /** Null if not known now. */
  balances: Balances | null
}) {
  const { person } = useDevice()
  const { column, descending } = sortOf(sort)
  const columns = useColumns(starred, balances).filter(
    ({ for: roles }) => roles === undefined || roles.includes(person.type),
  )
  return (
    <Table
      label={label}
      columns={onSort ? columns : columns.map((each) => ({ ...each, sorts: false }))}
      rows={rows}
      keyOf={({ card }) => card.id}
      sort={onSort && { column, descending }}
      {...(onSort && { onSort: (next: Sort) => onSort(nameOfSort(next)) })}
      markOf={({ card }) => changeOf(card)}
      tagOf={({ card }) => <RecordChange of={card} />}
      menuOf={(row) => ({ name: row.card.name, items: menuOf(row) })}
    />
  )
}

type RoleColumn = Column<Listed<ListedCard>> & { readonly for?: readonly Role[] }

function useColumns(starred: ReadonlySet<string>, balances: Balances | null): readonly RoleColumn[] {
  const { t } = useLingui()
  const language = useLanguage()
  const ageOf = useAgeWords()
  const phoneOf = usePhoneWords()
  const clinics = useClinics()
  const clinicsOf = (card: Patient) =>
    card.clinicIds.map((id) => clinics?.get(id)?.name).filter((name) => name !== undefined)
  return [
    {
      id: 'name',
      head: <Trans>Name</Trans>,
      sorts: true,
      card: 'title',
      cell: ({ card }) => (
        <div className="two-lines">
          <span>
            <Link to="/patient/$id" params={{ id: card.id }} className="visit-link">
              {card.name}
            </Link>{' '}
            {starred.has(card.id) && <Star className="starred" aria-label={t`Kept on this device`} />}{' '}
            {!card.active && <PassiveBadge />}
          </span>
          <span>{ageOf(card)}</span>
        </div>
      ),
    },
    {
      id: 'contact',
      head: <Trans>Phone and email</Trans>,
      card: 'detail',
      cell: ({ card }) => (
        <div className="two-lines">
          <span className="plain nowrap">{card.phone ? phoneOf(card.phone) : t`none`}</span>
          <span>
            <MailWords email={card.email} />
          </span>
        </div>
      ),
    },
    {
      id: 'identity',
      head: <Trans>Identity number</Trans>,
      priority: 3,
      cell: ({ card }) => <IdentityReveal card={card} />,
    },
    {
      id: 'last',
      head: <Trans>Last appointment</Trans>,
      sorts: true,
      priority: 2,
      cell: ({ card }) => <DayWords at={card.lastVisit} none={<Trans>none</Trans>} />,
    },
    {
      id: 'next',
      head: <Trans>Next appointment</Trans>,
      sorts: true,
      card: 'time',
      cell: ({ next }) => (
        <>
          <span className="on-card dim">
            <Trans>Next appointment</Trans>{' '}
          </span>
          <DayWords at={next} none={<Trans>none</Trans>} />
        </>
      ),
    },
    { id: 'visits', head: <Trans>Appointments</Trans>, end: true, priority: 3, cell: ({ card }) => card.visits },
    {
      id: 'balance',
      head: <Trans>Balance</Trans>,
      end: true,
      priority: 3,
      for: ['admin', 'clinic'],
      cell: ({ card }) => (
        <span className="nowrap">
          {balances
            ?.get(card.id)
            ?.map(({ balance, currency }) => formatMoney(balance, currency, language))
            .join(' · ') ?? <span className="dim">{balances ? '–' : t`not known`}</span>}
        </span>
      ),
    },
    {
      id: 'clinic',
      head: <Trans>Clinic</Trans>,
      priority: 3,
      for: ['admin', 'doctor'],
      cell: ({ card }) => clinicsOf(card).join(', ') || <span className="dim">{t`none`}</span>,
    },
    {
      id: 'addedBy',
      head: <Trans>Added by</Trans>,
      priority: 3,
      for: ['admin', 'clinic'],
      cell: ({ card }) => card.addedBy ?? <span className="dim">–</span>,
    },
  ]
}

const nameOfSort = ({ column, descending }: Sort): PatientSearch['sort'] =>
  SORTS.find((name) => name === `${descending ? '-' : ''}${column}`)
const SORTS = ['name', '-name', 'last', '-last', 'next', '-next', 'added', '-added'] as const
