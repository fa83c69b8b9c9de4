import '../recipe/care.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { usePatientVisits } from '../patient/queries-kept.ts'
import { CareFilters, passing } from '../recipe/care-filters.tsx'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import type { CareSearch } from '../../screen/search.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { useReports } from './queries.ts'
import { ReportList } from './report-list.tsx'

const route = getRouteApi('/signed-in/patient/report')

/** /patient/report (patient, SCREENS B11): requested tests and their results, also without a connection. */
export function ReportsScreen() {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const reports = useReports(person.id)
  const visits = usePatientVisits(person.id)?.visits ?? []
  if (!reports) return <ListSkeleton />
  const set = (next: CareSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const shown = passing(reports, search, now())
  return (
    <div className="stack">
      {reports.length > 0 && <CareFilters of={reports} search={search} onChange={set} />}
      <Card flush title={<Trans>Reports</Trans>} count={reports.length || null} aside={<Freshness />}>
        {shown.length > 0 ? (
          <ReportList label={t`Reports`} patientId={person.id} reports={shown} all={reports} visits={visits} />
        ) : reports.length > 0 ? (
          <EmptyByFilter onClear={() => set({})}>
            <Trans>There are {reports.length} without filters.</Trans>
          </EmptyByFilter>
        ) : (
          <NeverFilled>
            <Empty icon={<FlaskConical className="icon-lg" />} title={<Trans>No reports yet</Trans>}>
              <Trans>Tests your doctor asks for, and their results, appear here after your appointment.</Trans>
            </Empty>
          </NeverFilled>
        )}
      </Card>
    </div>
  )
}
