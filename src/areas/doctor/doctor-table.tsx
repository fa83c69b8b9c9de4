import './doctor-form.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { completenessOf, type CardPart } from '../../../contract/doctor/doctor.rules.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { formatDate, formatMean, formatMoney, formatPercent, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { usePhoneWords } from '../../screen/phone-words.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { DoctorAvatar } from './doctor-avatar.tsx'
import { fullName } from './doctor-words.ts'
import type { DoctorSearch } from '../../screen/search.ts'
import type { DoctorFacts } from './doctor-facts.ts'
import type { NextFree } from './queries-next-free.ts'
import type { ShownDoctor } from './queries.ts'

/** Doctors as a table, on phones as cards (SCREENS B6). */
export function DoctorTable({
  doctors,
  facts,
  next,
  search,
  set,
  itemsOf,
}: {
  doctors: readonly ShownDoctor[]
  facts: DoctorFacts
  next: ReadonlyMap<string, NextFree> | undefined
  search: DoctorSearch
  set: (patch: Partial<DoctorSearch>) => void
  itemsOf: (doctor: ShownDoctor) => readonly MenuItem[]
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const phoneOf = usePhoneWords()
  const sort = search.sort ?? 'name'
  const columns: Column<ShownDoctor>[] = [
    {
      id: 'name',
      head: <Trans>Doctor</Trans>,
      sorts: true,
      card: 'title',
      cell: (doctor) => (
        <span className="doctor-name-cell">
          <DoctorAvatar doctor={doctor} />
          <span className="two-lines">
            <Link to="/doctor/$id" params={{ id: doctor.id }}>
              {fullName(doctor)}
            </Link>
            <span>{facts.branchesOf(doctor)}</span>
          </span>
        </span>
      ),
    },
    ...(person.type === 'admin'
      ? [
          {
            id: 'clinics',
            head: <Trans>Clinics</Trans>,
            card: 'detail' as const,
            cell: (doctor: ShownDoctor) => facts.clinicsOf(doctor) || <span className="dim">{t`in no clinic`}</span>,
          },
        ]
      : []),
    {
      id: 'contact',
      head: <Trans>Contact</Trans>,
      priority: 2,
      card: 'detail',
      cell: (doctor) => (
        <span className="doctor-contact">
          <span className="nowrap">{doctor.phone && phoneOf(doctor.phone)}</span>
          <span className="dim">{doctor.email ?? t`no email`}</span>
        </span>
      ),
    },
    {
      id: 'commission',
      head: <Trans>Commission</Trans>,
      end: true,
      priority: 3,
      cell: (doctor) => <Commission doctor={doctor} facts={facts} />,
    },
    {
      id: 'next',
      head: <Trans>Next free</Trans>,
      card: 'time',
      cell: (doctor) => <Next doctor={doctor} known={next?.get(doctor.id)} isRequested={next !== undefined} />,
    },
    { id: 'rating', head: <Trans>Rating</Trans>, priority: 2, cell: (doctor) => <Rating doctor={doctor} /> },
    {
      id: 'complete',
      head: <Trans>Profile complete</Trans>,
      sorts: true,
      end: true,
      priority: 3,
      cell: (doctor) => <Completeness doctor={doctor} />,
    },
    {
      id: 'status',
      head: <Trans>Status</Trans>,
      card: 'status',
      cell: (doctor) => <Status active={doctor.active} />,
    },
  ]
  return (
    <Table
      label={t`Doctors`}
      rows={doctors}
      keyOf={(doctor) => doctor.id}
      columns={columns}
      sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
      onSort={
        ({ column, descending }) =>
          set({ sort: `${descending ? '-' : ''}${column}` as NonNullable<DoctorSearch['sort']> }) // only columns of the schema can be sorted
      }
      markOf={changeOf}
      tagOf={(doctor) => <RecordChange of={doctor} />}
      menuOf={(doctor) => ({ name: fullName(doctor), items: itemsOf(doctor) })}
    />
  )
}

/** The rating from published comments, linked to them. */
function Rating({ doctor: { id, rating, ratings = 0 } }: { doctor: ShownDoctor }) {
  const language = useLanguage()
  if (rating === undefined || rating === null) return <span className="dim">–</span>
  return (
    <Link to="/doctor/$id/comment" params={{ id }} search={{ state: 'published' }} className="nowrap">
      ★ {formatMean(rating, language)}{' '}
      <span className="dim">
        <span aria-hidden="true">({ratings})</span>
        <span className="vh">
          <Plural value={ratings} one="# comment" other="# comments" />
        </span>
      </span>
    </Link>
  )
}

function Status({ active }: { active: boolean }) {
  return (
    <span className="badge plain" data-tone={active ? 'completed' : 'cancelled'}>
      {active ? <Trans context="doctor">active</Trans> : <Trans context="doctor">inactive</Trans>}
    </span>
  )
}

function Commission({ doctor, facts }: { doctor: ShownDoctor; facts: DoctorFacts }) {
  const language = useLanguage()
  const { commissionType: type, commissionRatio: ratio, commissionAmount: amount } = doctor
  if (type === 'ratio') return formatPercent(ratio ?? 0, language)
  if (type === 'amount') return formatMoney(amount ?? 0, facts.currencyOf(doctor), language)
  return (
    <span className="dim">
      <Trans context="commission">none</Trans>
    </span>
  )
}

function Next(props: { doctor: ShownDoctor; known: NextFree | undefined; isRequested: boolean }) {
  const narrow = useNarrow()
  // a card has no column head to say what the time is
  return narrow && props.doctor.active ? (
    <>
      <span className="dim sm">
        <Trans>Next free</Trans>
      </span>{' '}
      <NextTime {...props} />
    </>
  ) : (
    <NextTime {...props} />
  )
}

function NextTime({
  doctor,
  known,
  isRequested,
}: {
  doctor: ShownDoctor
  known: NextFree | undefined
  isRequested: boolean
}) {
  const { now } = useDevice()
  if (!doctor.active) return <span className="dim">–</span>
  if (!known)
    return <span className="dim">{isRequested ? <Trans>not known here</Trans> : <Trans>Looking…</Trans>}</span>
  if (!known.next)
    return (
      <span className="dim">
        <Trans>none in four weeks</Trans>
      </span>
    )
  const { start, zone } = known.next
  const time = formatTime(start, zone)
  const isToday = todayIn(zone, now()) === todayIn(zone, Date.parse(start))
  return (
    <span className="nowrap">
      {isToday ? <Trans>today {time}</Trans> : `${formatDate(start, zone)} ${time}`}
      {!known.fresh && (
        <span className="dim sm">
          {' '}
          <Trans>(as of {formatTime(known.at, zone)})</Trans>
        </span>
      )}
    </span>
  )
}

function Completeness({ doctor }: { doctor: ShownDoctor }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { percent, missing } = completenessOf(doctor)
  const words: Readonly<Record<CardPart, string>> = {
    photo: t`photo`,
    title: t`title`,
    branch: t`specialty`,
    languages: t`languages`,
    shortDescription: t`short description`,
    description: t`general description`,
    expertise: t`expertise`,
    diploma: t`diploma`,
    specialization: t`specialization`,
    serviceStart: t`start of practice`,
    diseases: t`diseases`,
    treatments: t`treatments`,
  }
  const list = missing.map((part) => words[part]).join(', ')
  return (
    <span title={missing.length ? t`Missing: ${list}` : undefined}>
      {formatPercent(percent, language)}
      {missing.length > 0 && <span className="vh">{t`Missing: ${list}`}</span>}
    </span>
  )
}
