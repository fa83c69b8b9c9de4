import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarCheck, CalendarClock, CircleCheck, Landmark, MapPin, Star, Video } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { ChangeTag, VisitBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FreshLine } from '../../ui/fresh-line.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Denied, Empty, EmptyByFilter, ListSkeleton, LoadError, NotOnDevice } from '../../ui/states.tsx'
import type { Column, Sort } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { Part } from './part.tsx'
import { VISITS, type SampleVisit } from './sample-visits.ts'
import { NOW, ZONE } from './samples.ts'

/** A list in a table and as cards, and the six states of a list. */
export function Lists() {
  return (
    <>
      <VisitTable />
      <States />
    </>
  )
}

function VisitTable() {
  const { t } = useLingui()
  const language = useLanguage()
  const [sort, setSort] = useState<Sort>({ column: 'time', descending: false })
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(10)
  const collator = nameCollator(language)
  const order = (a: SampleVisit, b: SampleVisit) =>
    sort.column === 'time' ? a.time.localeCompare(b.time) : collator.compare(a.patient, b.patient)
  const rows = VISITS.toSorted((a, b) => (sort.descending ? -order(a, b) : order(a, b)))

  const columns: readonly Column<SampleVisit>[] = [
    {
      id: 'time',
      head: t`Time`,
      sorts: true,
      card: 'time',
      cell: ({ time, minutes }) => (
        <span className="nowrap">
          <b className="strong">{time}</b> <span className="dim">· {minutes} min</span>
        </span>
      ),
    },
    {
      id: 'patient',
      head: t`Patient`,
      sorts: true,
      card: 'title',
      cell: ({ patient, about }) => (
        <span className="two-lines">
          <span>{patient}</span>
          <span>{about}</span>
        </span>
      ),
    },
    {
      id: 'doctor',
      head: t`Doctor`,
      priority: 2,
      card: 'detail',
      cell: ({ doctor, branch }) => (
        <span className="two-lines plain">
          <span>{doctor}</span> <span>{branch}</span>
        </span>
      ),
    },
    {
      id: 'kind',
      head: t`Type`,
      priority: 3,
      cell: ({ online }) => (
        <span className="nowrap">
          {online ? <Video /> : <MapPin />} {online ? <Trans>Online</Trans> : <Trans>On site</Trans>}
        </span>
      ),
    },
    {
      id: 'price',
      head: t`Price and payment`,
      end: true,
      priority: 3,
      cell: ({ price, paid }) => (
        <span className="two-lines">
          <span>{formatMoney(price, 'eur', language)}</span>
          <span>
            {paid ? <CircleCheck /> : <Landmark />} {paid ? <Trans>Paid</Trans> : <Trans>Transfer expected</Trans>}
          </span>
        </span>
      ),
    },
    { id: 'status', head: t`Status`, card: 'status', cell: ({ state }) => <VisitBadge state={state} /> },
  ]

  return (
    <Part title={<Trans>Table</Trans>} help={<Trans>Under 768 px a row is a card.</Trans>}>
      <Card
        flush
        title={<Trans>All visits today</Trans>}
        count={<Trans>21 visits</Trans>}
        aside={<FreshLine at={NOW - 180_000} zone={ZONE} offline={false} onRefresh={() => {}} />}
      >
        <Table
          label={t`All visits today`}
          columns={columns}
          rows={rows}
          keyOf={({ patient }) => patient}
          sort={sort}
          onSort={setSort}
          markOf={({ mark }) => mark}
          tagOf={({ tag }) => tag && <ChangeTag state={tag} />}
          actionOf={({ state }) =>
            state === 'arrived' && (
              <Button small>
                <Trans>Complete</Trans>
              </Button>
            )
          }
          menuOf={({ patient, state }) => ({
            name: patient,
            items: [
              { id: 'open', label: t`Open`, onSelect: () => {} },
              {
                id: 'cancel',
                label: t`Cancel the visit`,
                danger: true,
                whyDisabled: state === 'completed' ? t`The visit is completed.` : null,
                onSelect: () => {},
              },
            ],
          })}
          totals={{ time: t`All 21`, price: formatMoney(234_500, 'eur', language) }}
        />
        <Pager page={page} pages={3} shown={6} total={21} size={size} onPage={setPage} onSize={setSize} />
      </Card>
    </Part>
  )
}

function States() {
  const fresh = <FreshLine at={NOW} zone={ZONE} offline={false} />
  const stale = <FreshLine at={NOW - 1_600_000} zone={ZONE} offline />
  const visits = <Trans>Appointments</Trans>
  return (
    <Part title={<Trans>States of a list</Trans>} help={<Trans>One frame, one place, other words.</Trans>}>
      <div className="gallery-columns level">
        <Card flush className="gallery-fixed" title={visits} aside={<Trans>Loading</Trans>}>
          <ListSkeleton />
        </Card>
        <Card flush className="gallery-fixed" title={visits} aside={fresh}>
          <Empty
            icon={<CalendarCheck />}
            title={<Trans>No one has booked today</Trans>}
            action={
              <Button look="primary">
                <CalendarClock />
                <Trans>Add hours</Trans>
              </Button>
            }
          >
            <Trans>Your next free hours are 13:30 and 13:50. Patients can only book hours that you open.</Trans>
          </Empty>
        </Card>
        <Card flush className="gallery-fixed" title={visits} aside={fresh}>
          <EmptyByFilter onClear={() => {}}>
            <Trans>Without filters the list holds 12 visits.</Trans>
          </EmptyByFilter>
        </Card>
        <Card flush className="gallery-fixed" title={visits} aside={stale}>
          <LoadError since="10:42" onRetry={() => {}} />
          <div className="row-cards">
            <div className="row-card">
              <b>Gülsüm Yağmurcuoğlu</b>
            </div>
            <div className="row-card">
              <b>Çiğdem Büyükşahin</b>
            </div>
          </div>
        </Card>
        <Card flush className="gallery-fixed" title={<Trans>Users</Trans>}>
          <Denied
            action={
              <Button>
                <Trans>Back to the visits</Trans>
              </Button>
            }
          >
            <Trans>You are signed in as a doctor. Only superadmins see the users; ask yours if you need it.</Trans>
          </Denied>
        </Card>
        <Card flush className="gallery-fixed" title="Nuriye Kırımlıoğlu" aside={stale}>
          <NotOnDevice
            action={
              <Button>
                <Star />
                <Trans>Fetch when connected</Trans>
              </Button>
            }
          />
        </Card>
      </div>
    </Part>
  )
}
