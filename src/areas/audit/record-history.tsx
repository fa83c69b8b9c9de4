import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AuditLines } from './audit-lines.tsx'
import { useRecordLines, type HistoryTable } from './queries.ts'

/** The history of one record from the log (rule 57); for staff, fetched when opened, and only with a connection. */
export function RecordHistory({ table, id }: { table: HistoryTable; id: string }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const [open, setOpen] = useState(false)
  if (person.type === 'patient') return null
  return (
    <Card title={<Trans>History</Trans>}>
      {open && !offline ? (
        <Opened table={table} id={id} />
      ) : (
        <div className="stack-2">
          <p className="sm dim">
            <Trans>Who did what to this record, and when, as the audit log has it.</Trans>
          </p>
          <div>
            <Button
              small
              whyDisabled={offline ? t`You need to be online to see the audit log.` : null}
              onClick={() => setOpen(true)}
            >
              <Trans>Show the history</Trans>
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}

function Opened({ table, id }: { table: HistoryTable; id: string }) {
  const words = useProblemWords()
  const { lines, problem, asking, more, again } = useRecordLines(table, id)
  return (
    <div className="stack-2 audit-in-card">
      {lines?.length === 0 && (
        <p className="sm dim">
          <Trans>Nothing has been written down about this record yet.</Trans>
        </p>
      )}
      {lines && lines.length > 0 && <AuditLines lines={lines} ofRecord />}
      {asking && (
        <p className="sm dim" role="status">
          <Trans>One moment…</Trans>
        </p>
      )}
      {problem && (
        <p className="sm danger-text" role="alert">
          {words(problem)}{' '}
          <Button small onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      {more && (
        <div>
          <Button small onClick={more}>
            <Trans>Show older lines</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
