import '../../areas/patient/patient.css'
import '../../areas/appointment/list.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Upload, UserPlus, Users } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { cardFinder } from '../../i18n/name-finder.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { SharedNote } from '../../areas/patient-file/shared-note.tsx'
import { useDevice } from '../../screen/device.ts'
import { pageOf } from '../../screen/page-of.ts'
import { PrintFoot } from '../../screen/print-foot.tsx'
import { MOST_PRINTED, usePrint } from '../../screen/use-print.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FreshLine, OfflineLine } from '../../ui/fresh-line.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { filterPatients, sortPatients, useListState } from '../../areas/patient/list-state.ts'
import { PatientExport } from '../../areas/patient/patient-export.tsx'
import { usePatientActions } from '../../areas/patient/patient-actions.tsx'
import { PatientFilters } from '../../areas/patient/patient-filters.tsx'
import { PatientTable } from '../../areas/patient/patient-table.tsx'
import { useBalances } from '../../areas/patient/queries-balances.ts'
import { useStarred } from '../../areas/patient/queries-kept.ts'
import { useAllPatients, useMetBy, useNextVisits } from '../../areas/patient/queries.ts'
import { Registrations } from '../../areas/patient/registrations.tsx'
import { ServerSearch } from '../../areas/patient/server-search.tsx'

const route = getRouteApi('/signed-in/patient-list')

/** /patient-list (SCREENS B8): one's own patients, all on this device, searched while typing. */
export function PatientListScreen() {
  const { t } = useLingui()
  const { person, now, zone, kick } = useDevice()
  const language = useLanguage()
  const navigate = route.useNavigate()
  const state = useListState(
    route.useSearch(),
    (search) => void navigate({ search, replace: true, resetScroll: false }),
  )
  const status = useSyncStatus()
  const cards = useAllPatients()
  const next = useNextVisits()
  const met = useMetBy(state.search.doctor)
  const starred = useStarred()
  const held = useBalances(status?.line === 'online')
  const { actionsOf, dialogs } = usePatientActions()
  // The search text names a patient: it stays here and out of the address (TRUST D18).
  const [words, setWords] = useState('')
  const typed = useDeferredValue(words).trim()
  const [printing, print] = usePrint()
  const find = useMemo(() => cards && cardFinder(cards), [cards])
  const found = find && cards && (typed ? find(typed) : cards)
  const sorted = useMemo(() => {
    if (!found || !next || met === undefined || !starred) return undefined
    const rows = found.map((card) => ({ card, next: next.get(card.id) ?? null }))
    return sortPatients(
      filterPatients(rows, state.search, { now: now(), met, starred, held }),
      state.search.sort,
      language,
    )
    // oxlint-disable-next-line react/exhaustive-deps -- passing time alone does not require sorting again
  }, [found, next, met, starred, held, state.search, language])
  const clear = () => {
    setWords('')
    state.clear()
  }
  if (!sorted || !cards || !status || !starred) return <ListSkeleton />
  const offline = status.line === 'offline'
  const { page, pages, rows } = pageOf(sorted, state)
  return (
    <>
      {offline && <OfflineLine at={status.pulledAt} zone={zone} trouble={status.trouble} onRetry={kick} />}
      <SharedNote />
      {!offline && <Registrations />}
      <PatientFilters state={state} words={words} onWords={setWords} />
      <Card
        flush
        title={typed || state.filters ? <Trans>Patients found</Trans> : <Trans>All patients</Trans>}
        count={<Plural value={sorted.length} one="# patient" other="# patients" />}
        aside={
          <>
            {!offline && <FreshLine at={status.pulledAt} zone={zone} offline={false} onRefresh={kick} />}
            {person.type === 'clinic' && (
              <Link to="/patient/import" className="btn sm no-print">
                <Upload aria-hidden="true" />
                <Trans>Import patients</Trans>
              </Link>
            )}
            <PatientExport rows={sorted} onPrint={print} />
          </>
        }
      >
        {sorted.length > 0 ? (
          <>
            <PatientTable
              label={t`Patients`}
              rows={printing ? sorted.slice(0, MOST_PRINTED) : rows}
              sort={state.search.sort}
              onSort={(sort) => state.set({ sort })}
              menuOf={({ card }) => actionsOf(card)}
              starred={starred}
              balances={held}
            />
            <Pager
              page={page}
              pages={pages}
              shown={rows.length}
              total={sorted.length}
              size={state.size}
              onPage={(to) => state.set({ page: to })}
              onSize={(size) => state.set({ size })}
            />
          </>
        ) : cards.length > 0 ? (
          <EmptyByFilter onClear={clear}>
            <Trans>There are {cards.length} without filters.</Trans>
          </EmptyByFilter>
        ) : status.pulledAt === null ? (
          offline ? (
            <NotOnDevice action={<Button onClick={kick}>{<Trans>Try again</Trans>}</Button>} />
          ) : (
            <ListSkeleton />
          )
        ) : (
          <Empty
            icon={<Users className="icon-lg" />}
            title={<Trans>No patients yet</Trans>}
            action={
              <Link to="/patient/new" className="btn">
                <UserPlus aria-hidden="true" />
                <Trans>Add a patient</Trans>
              </Link>
            }
          >
            {person.type === 'doctor' ? (
              <Trans>Patients appear after the first appointment, or add one.</Trans>
            ) : (
              <Trans>Patients appear here when they book, or add one.</Trans>
            )}
          </Empty>
        )}
      </Card>
      {typed.length >= 2 && sorted.length < FEW && <ServerSearch key={typed} typed={typed} />}
      <PrintFoot total={sorted.length} />
      {dialogs}
    </>
  )
}

const FEW = 5
