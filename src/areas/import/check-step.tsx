import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Import } from '../../../contract/import/import.ts'
import { UNDO_DAYS } from '../../../contract/import/import.lists.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { dropImport, startImport } from './commands.ts'
import { ImportFigures } from './import-figures.tsx'
import { ImportLines } from './import-lines.tsx'

type CheckStepProps = { its: Import; onStarted: (id: string) => void; onDropped: () => void }

/** The third step: what would happen to each line, before anyone is added. */
export function CheckStep({ its, onStarted, onDropped }: CheckStepProps) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  const { counts } = its
  const broken = its.arrived < its.total
  async function act(work: typeof startImport | typeof dropImport, then: () => void) {
    setBusy(true)
    const outcome = await work(its.id)
    setBusy(false)
    if (outcome.kind === 'done') return then()
    showToast({ kind: 'failed', title: words(outcome) })
  }
  return (
    <>
      <Card title={<Trans>Checked: this would happen</Trans>}>
        <div className="stack">
          {broken && (
            <Note tone="failed" alert title={<Trans>Not all lines have arrived</Trans>}>
              <p>
                <Trans>
                  {its.arrived} of {its.total} lines are here. Discard this import and choose the file again.
                </Trans>
              </p>
            </Note>
          )}
          <div role="status">
            <ImportFigures its={its} show={['new', 'same', 'bad']} />
          </div>
          <p className="dim measure">
            <Trans>
              Known patients are recognised by their identity number, or by name and date of birth, and stay as they
              are. No one receives a message. The import can be undone for {UNDO_DAYS} days.
            </Trans>
          </p>
          <div className="row wrap">
            <Button
              look="primary"
              aria-busy={busy || undefined}
              whyDisabled={
                broken ? t`Not all lines have arrived.` : counts.new === 0 ? t`No line would add a patient.` : null
              }
              onClick={() => void act(startImport, () => onStarted(its.id))}
            >
              <Plural value={counts.new} one="Add # patient" other="Add # patients" />
            </Button>
            <Button aria-busy={busy || undefined} onClick={() => void act(dropImport, onDropped)}>
              <Trans>Discard this import</Trans>
            </Button>
          </div>
        </div>
      </Card>
      <ImportLines its={its} kind="bad" />
      <ImportLines its={its} kind="same" />
    </>
  )
}
