import './import.css'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { NotKeptNote } from '../../screen/not-kept-note.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Card } from '../../ui/card.tsx'
import { ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { CheckStep } from './check-step.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { PastImports } from './past-imports.tsx'
import { useImports } from './queries.ts'
import type { FileTable } from './read-table.ts'
import { ResultCard } from './result-card.tsx'
import { RunningStep } from './running-step.tsx'

/**
 * /patient/import (clinic): patients from a CSV file, in steps: the file, its columns, the check, the result (decision
 * 0154). What the server has of an import survives a reload; the file itself is read again.
 */
export function ImportScreen() {
  const { imports, open, problem, again } = useImports()
  const offline = useIsOffline()
  const [table, setTable] = useState<FileTable | null>(null)
  const [shownId, setShownId] = useState<string | null>(null)
  if (!imports) {
    if (offline)
      return (
        <Card>
          <NotOnDevice>
            <Trans>
              You need to be online to import, since the server checks each line. Go online and open this page again.
            </Trans>
          </NotOnDevice>
        </Card>
      )
    return problem ? <Problem problem={problem} onRetry={again} /> : <ListSkeleton rows={4} />
  }
  // what runs is shown when it has ended, also after a reload
  if (open && open.state !== 'reading' && open.id !== shownId) setShownId(open.id)
  const shown = imports.find(({ id }) => id === shownId) ?? null
  const show = (id: string) => {
    setTable(null)
    setShownId(id)
    again()
  }
  return (
    <div className="stack">
      {problem && <Problem problem={problem} onRetry={again} />}
      {table ? (
        <ColumnsStep
          table={table}
          last={imports[0]?.columns ?? []}
          onSent={show}
          onBack={() => {
            setTable(null)
            again()
          }}
        />
      ) : open?.state === 'reading' ? (
        <CheckStep its={open} onStarted={show} onDropped={again} />
      ) : open ? (
        <RunningStep its={open} />
      ) : (
        <>
          {shown && <ResultCard key={shown.id} its={shown} onChanged={() => show(shown.id)} />}
          <ChooseStep onChosen={setTable} />
          <PastImports imports={imports} shownId={shown?.id ?? null} onShow={setShownId} />
        </>
      )}
    </div>
  )
}

function Problem(props: Omit<Parameters<typeof NotKeptNote>[0], 'children'>) {
  return (
    <NotKeptNote {...props}>
      <Trans>You need to be online to import, since the server checks each line. What has arrived is kept.</Trans>
    </NotKeptNote>
  )
}
