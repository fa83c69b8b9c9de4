import { Trans } from '@lingui/react/macro'
import type { Import } from '../../../contract/import/import.ts'
import { Card } from '../../ui/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ImportFigures } from './import-figures.tsx'

/** An import while its patients are added, or removed again. It goes on when the page is closed. */
export function RunningStep({ its }: { its: Import }) {
  const { counts, state } = its
  const adding = state === 'running'
  const left = adding ? counts.new : counts.done
  const all = adding ? counts.new + counts.done : counts.done + counts.gone + counts.kept
  return (
    <Card title={adding ? <Trans>Patients are being added</Trans> : <Trans>The import is being undone</Trans>}>
      <div className="stack">
        <ProgressBar
          label={adding ? <Trans>Adding patients</Trans> : <Trans>Removing patients</Trans>}
          value={all === 0 ? 100 : ((all - left) / all) * 100}
        />
        <p className="dim">
          <Trans>You may leave this page: it goes on, and the result is here when you return.</Trans>
        </p>
        <ImportFigures its={its} show={adding ? ['done', 'same', 'bad'] : ['gone', 'kept']} />
      </div>
    </Card>
  )
}
