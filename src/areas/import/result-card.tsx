import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Import } from '../../../contract/import/import.ts'
import { isUndoable } from '../../../contract/import/import.rules.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { undoImport } from './commands.ts'
import { ImportFigures } from './import-figures.tsx'
import { ImportLines } from './import-lines.tsx'

/** What came of an import, and undoing it. */
export function ResultCard({ its, onChanged }: { its: Import; onChanged: () => void }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [asking, setAsking] = useState(false)
  const { counts, state } = its
  async function undo() {
    const outcome = await undoImport(its.id)
    if (outcome.kind !== 'done') showToast({ kind: 'failed', title: words(outcome) })
    onChanged()
  }
  return (
    <>
      <Card title={state === 'undone' ? <Trans>The import was undone</Trans> : <Trans>The import is finished</Trans>}>
        <div className="stack">
          <div role="status">
            <ImportFigures its={its} show={state === 'undone' ? ['gone', 'kept'] : ['done', 'same', 'bad']} />
          </div>
          {state === 'done' && (
            <div className="row wrap">
              <Button
                whyDisabled={isUndoable(its) ? null : t`There is nothing to undo.`}
                showWhy={false}
                onClick={() => setAsking(true)}
              >
                <Undo2 />
                <Trans>Undo this import</Trans>
              </Button>
            </div>
          )}
        </div>
      </Card>
      <ImportLines its={its} kind="bad" />
      <ImportLines its={its} kind="kept" />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={<Plural value={counts.done} one="Remove # imported patient?" other="Remove # imported patients?" />}
        keep={<Trans>Keep them</Trans>}
        act={<Trans>Remove them</Trans>}
        onConfirm={undo}
      >
        <Trans>
          Patients whose record was changed since, or who have appointments or other records, stay. You are shown who
          they are.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
