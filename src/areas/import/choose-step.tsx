import { Trans, useLingui } from '@lingui/react/macro'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { wordOf } from '../../i18n/word-of.ts'
import { Card } from '../../ui/card.tsx'
import { useFileSource } from '../../ui/use-file-source.tsx'
import { FILE_WORDS } from './import-words.ts'
import { readTable, type FileTable, type ReadFile } from './read-table.ts'

/** The first step: a CSV file from the device. It is read here; nothing is sent yet. */
export function ChooseStep({ onChosen }: { onChosen: (table: FileTable) => void }) {
  const { i18n } = useLingui()
  const [fault, setFault] = useState<Extract<ReadFile, { kind: 'fault' }> | null>(null)
  const [busy, setBusy] = useState(false)
  async function choose([file]: readonly File[]) {
    if (!file) return
    setBusy(true)
    // a file that has been moved or removed since it was chosen
    const read = await readTable(file).catch((): ReadFile => ({ kind: 'fault', fault: 'no_text' }))
    setBusy(false)
    if (read.kind === 'table') return onChosen(read.table)
    setFault(read)
  }
  const { openFiles, zone, inputs } = useFileSource({
    accept: ['.csv', '.txt', '.tsv', 'text/csv', 'text/plain', 'text/tab-separated-values'],
    capture: 'environment',
    disabled: busy,
    onChoose: (files) => void choose(files),
  })
  return (
    <Card title={<Trans>Import patients from a file</Trans>}>
      <div {...zone}>
        <div className="stack">
          <p className="measure">
            <Trans>
              Choose a CSV file, as spreadsheets and other clinic software save it. Its first line names the columns.
              You see what would happen to each line before anyone is added, and no patient receives a message.
            </Trans>
          </p>
          <div className="row wrap">
            <Button look="primary" aria-busy={busy || undefined} onClick={openFiles}>
              <Upload />
              {busy ? <Trans>Reading the file…</Trans> : <Trans>Choose a CSV file</Trans>}
            </Button>
            <span className="sm dim">
              <Trans>Up to 20,000 lines and 10 MB.</Trans>
            </span>
          </div>
          {fault && (
            <p className="err" role="alert">
              {i18n._(wordOf(FILE_WORDS, fault.fault))}{' '}
              {fault.line !== undefined && <Trans>It is in or after line {fault.line}.</Trans>}
            </p>
          )}
        </div>
        {inputs}
      </div>
    </Card>
  )
}
