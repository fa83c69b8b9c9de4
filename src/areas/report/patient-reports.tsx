import '../recipe/care.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { FlaskConical, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import { useDraftOnce } from '../patient/queries-draft.ts'
import { useDevice } from '../../screen/device.ts'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import type { ShownReport } from './queries.ts'
import { ReportForm } from './report-form.tsx'
import { ReportList } from './report-list.tsx'

type Writing = { readonly kind: 'request' } | { readonly kind: 'result'; readonly of: ShownReport }

/** The reports on a patient's card: doctors request tests and enter results; desks read (SCREENS B7 "reports"). */
export function PatientReports({
  patientId,
  reports,
  visits,
}: {
  patientId: string
  reports: readonly ShownReport[] | undefined
  visits: readonly ShownVisit[]
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const begun = useDraftOnce(`report:${patientId}`)
  const [writing, setWriting] = useState<Writing | 'none' | null>(null)
  if (!reports || begun === undefined) return <ListSkeleton rows={2} />
  const writes = person.type === 'doctor'
  const now: Writing | 'none' = !writes ? 'none' : (writing ?? (begun === null ? 'none' : { kind: 'request' }))
  const ask = (
    <Button look="primary" onClick={() => setWriting({ kind: 'request' })}>
      <Plus aria-hidden="true" />
      <Trans>Ask for tests</Trans>
    </Button>
  )
  return (
    <div className="stack">
      {now !== 'none' && (
        <Card title={now.kind === 'request' ? <Trans>New request</Trans> : <Trans>Results: {now.of.title}</Trans>}>
          <ReportForm
            key={now.kind === 'result' ? now.of.id : 'request'}
            patientId={patientId}
            visits={visits}
            draft={now.kind === 'result' ? `result:${now.of.id}` : `report:${patientId}`}
            {...(now.kind === 'result' && { answers: now.of })}
            last={reports.find(({ kind }) => kind === 'request')}
            onClose={() => setWriting('none')}
          />
        </Card>
      )}
      {reports.length === 0 ? (
        now !== 'none' ? null : (
          <Card>
            <NeverFilled>
              <Empty
                icon={<FlaskConical className="icon-lg" />}
                title={<Trans>No reports yet</Trans>}
                action={writes ? ask : undefined}
              >
                <Trans>Tests you ask for and their results appear here; the patient can see them straight away.</Trans>
              </Empty>
            </NeverFilled>
          </Card>
        )
      ) : (
        <Card
          flush
          title={<Trans>Reports</Trans>}
          count={reports.length}
          aside={writes && now === 'none' ? ask : undefined}
        >
          <ReportList
            label={t`Reports`}
            patientId={patientId}
            reports={reports}
            all={reports}
            visits={visits}
            {...(writes && {
              onAnswer: (of: ShownReport) => {
                setWriting({ kind: 'result', of })
                scrollTo({ top: 0 })
              },
            })}
          />
        </Card>
      )}
    </div>
  )
}
