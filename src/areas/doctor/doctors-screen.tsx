import '../catalog/catalog.css'
import './doctor-form.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Import, Plus, Stethoscope } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { useListAddress } from '../../screen/list-address.ts'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { pageOf } from '../../screen/page-of.ts'
import { DoctorSearch } from '../../screen/search.ts'
import { PrintFoot } from '../../screen/print-foot.tsx'
import { MOST_PRINTED, usePrint } from '../../screen/use-print.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { useDoctorActions } from './doctor-actions.tsx'
import { DoctorExport } from './doctor-export.tsx'
import { useDoctorFacts } from './doctor-facts.ts'
import { DoctorFilters } from './doctor-filters.tsx'
import { listDoctors } from './doctor-list.ts'
import { InvitationsCard } from '../membership/invitations-card.tsx'
import { DoctorTable } from './doctor-table.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useNextFree } from './queries-next-free.ts'
import { useDoctors, useOpenHours } from './queries.ts'

/** /doctor (SCREENS B6): the doctors of a clinic, or for admins of all public ones; from the device, also offline. */
export function DoctorsScreen() {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { person } = useDevice()
  const offline = useIsOffline()
  const doctors = useDoctors()
  const hours = useOpenHours()
  const facts = useDoctorFacts()
  const { search, set } = useListAddress('doctor', DoctorSearch)
  const { itemsOf, dialogs } = useDoctorActions()
  const [importing, setImporting] = useState(false)
  const [printing, print] = usePrint()
  const deferredSearch = useDeferredValue(search)
  const all = doctors && [...doctors.values()].filter(({ mine }) => mine)
  const shown = all && hours ? listDoctors(all, deferredSearch, hours, nameCollator(language).compare) : undefined
  const size = search.size ?? 20
  const { page, pages, rows: onPage } = pageOf(shown ?? [], { page: search.page ?? 1, size })
  const rows = printing ? (shown ?? []).slice(0, MOST_PRINTED) : onPage
  const next = useNextFree(onPage.map(({ id }) => id))
  if (!all || !shown) return <ListSkeleton />

  const clear = () =>
    set({
      q: undefined,
      branch: undefined,
      clinic: undefined,
      language: undefined,
      status: undefined,
      hours: undefined,
      online: undefined,
    })
  const add = (
    <Link to="/doctor/new" className="btn primary">
      <Plus aria-hidden="true" />
      <Trans>New doctor</Trans>
    </Link>
  )
  return (
    <div className="words-page">
      <OfflineBar />
      <div className="row wrap no-print doctors-acts">
        <Button whyDisabled={offline ? i18n._(messages.offline) : null} onClick={() => setImporting(true)}>
          <Import />
          <Trans>Import from Medisoft</Trans>
        </Button>
        {add}
      </div>
      <Card
        flush
        title={<Trans>Doctors</Trans>}
        count={<Plural value={shown.length} one="# doctor" other="# doctors" />}
        aside={
          <>
            <Freshness />
            <DoctorExport doctors={shown} facts={facts} onPrint={print} />
          </>
        }
      >
        {all.length > 0 && <DoctorFilters search={search} set={set} doctors={all} onClear={clear} />}
        {shown.length === 0 ? (
          all.length > 0 ? (
            <EmptyByFilter onClear={clear}>
              <Trans>There are {all.length} without filters.</Trans>
            </EmptyByFilter>
          ) : (
            <NeverFilled>
              <Empty
                icon={<Stethoscope className="icon-lg" />}
                title={<Trans>No doctors yet</Trans>}
                action={
                  <Link to="/doctor/new" className="btn">
                    <Plus aria-hidden="true" />
                    <Trans>New doctor</Trans>
                  </Link>
                }
              >
                {person.type === 'clinic' ? (
                  <Trans>Patients book doctors. Add the first one of your clinic.</Trans>
                ) : (
                  <Trans>Patients book doctors. Add the first one.</Trans>
                )}
              </Empty>
            </NeverFilled>
          )
        ) : (
          <>
            <DoctorTable doctors={rows} facts={facts} next={next} search={search} set={set} itemsOf={itemsOf} />
            <Pager
              page={page}
              pages={pages}
              shown={rows.length}
              total={shown.length}
              size={size}
              onPage={(to) => set({ page: to })}
              onSize={(chosen) => set({ size: chosen })}
            />
          </>
        )}
      </Card>
      {person.type === 'clinic' && <InvitationsCard />}
      <PrintFoot total={shown.length} />
      {dialogs}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  )
}
