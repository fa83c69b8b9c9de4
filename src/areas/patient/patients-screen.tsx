import './patient.css'
import '../appointment/list.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { PrintFoot } from '../../screen/print-foot.tsx'
import { MOST_PRINTED, usePrint } from '../../screen/use-print.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Card } from '../../ui/card.tsx'
import { FreshLine } from '../../ui/fresh-line.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton, LoadError, NotOnDevice } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { useListState } from './list-state.ts'
import { PatientExport } from './patient-export.tsx'
import { usePatientActions } from './patient-actions.tsx'
import { PatientFilters } from './patient-filters.tsx'
import { PatientTable } from './patient-table.tsx'
import { useBalances } from './queries-balances.ts'
import { useServerPatients, type ServerPatients } from './use-server-patients.ts'

const route = getRouteApi('/signed-in/patient')
const NOBODY: ReadonlySet<string> = new Set()

/**
 * /patient (SCREENS B7): every patient an admin may see, page by page from the server, since an admin's device holds no
 * cards (RULES 13).
 */
export function PatientsScreen() {
  const { t } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const navigate = route.useNavigate()
  const state = useListState(
    route.useSearch(),
    (search) => void navigate({ search, replace: true, resetScroll: false }),
  )
  // The search text names a patient: it stays here and out of the address (TRUST D18).
  const [words, setWords] = useState('')
  const { found, failed, reload, load } = useServerPatients(state, words)
  const { actionsOf, dialogs } = usePatientActions({ onGone: reload })
  const [printing, print] = usePrint()
  const [printed, setPrinted] = useState<ServerPatients['rows']>([])
  const held = useBalances(
    !offline && found !== null,
    (printing ? printed : (found?.rows ?? [])).map(({ card }) => card.id),
  )
  const filtered = state.filters > 0 || words.trim() !== ''
  const at = found && formatTime(found.at, zone)
  async function printAll() {
    const all = await load(MOST_PRINTED)
    if (!all) return showToast({ kind: 'failed', title: t`The list could not be fetched.` })
    setPrinted(all)
    print()
  }
  return (
    <>
      <PatientFilters state={state} words={words} onWords={setWords} />
      {failed && found && !offline && <LoadError since={at} onRetry={reload} />}
      {!found ? (
        offline ? (
          <Card flush title={<Trans>All patients</Trans>}>
            <NotOnDevice>
              <Trans>Patient records are not kept on an admin’s device. You need to be online to see the list.</Trans>
            </NotOnDevice>
          </Card>
        ) : failed ? (
          <LoadError onRetry={reload} />
        ) : (
          <ListSkeleton />
        )
      ) : (
        <Card
          flush
          title={filtered ? <Trans>Patients found</Trans> : <Trans>All patients</Trans>}
          count={
            found.more ? (
              <Trans>more than {found.total}</Trans>
            ) : (
              <Plural value={found.total} one="# patient" other="# patients" />
            )
          }
          aside={
            <>
              <FreshLine at={found.at} zone={zone} offline={offline} onRefresh={reload} />
              <PatientExport rows={found.rows} load={load} onPrint={printAll} />
            </>
          }
        >
          {found.rows.length > 0 ? (
            <>
              <PatientTable
                label={t`Patients`}
                rows={printing ? printed : found.rows}
                menuOf={({ card }) => actionsOf(card)}
                starred={NOBODY}
                balances={held}
              />
              <Pager
                page={state.page}
                pages={found.pages}
                shown={found.rows.length}
                total={found.total}
                size={state.size}
                onPage={(page) => state.set({ page })}
                onSize={(size) => state.set({ size })}
              />
            </>
          ) : filtered ? (
            <EmptyByFilter
              onClear={() => {
                setWords('')
                state.clear()
              }}
            />
          ) : (
            <Empty icon={<Users className="icon-lg" />} title={<Trans>No patients yet</Trans>}>
              <Trans>Patients appear here when they register, book, or are added at reception.</Trans>
            </Empty>
          )}
        </Card>
      )}
      <PrintFoot total={found?.total ?? 0} />
      {dialogs}
    </>
  )
}
