import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ImportColumn } from '../../../contract/import/import.ts'
import { IMPORT_FIELDS, type ImportField } from '../../../contract/import/import.lists.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { beginImport, sendLines } from './commands.ts'
import { guessColumns, withField } from './guess-columns.ts'
import { FIELD_WORDS } from './import-words.ts'
import type { FileTable } from './read-table.ts'

type ColumnsStepProps = {
  table: FileTable
  /** The columns of the clinic's last import. */
  last: readonly ImportColumn[]
  /** All lines have arrived. */
  onSent: (id: string) => void
  onBack: () => void
}

/** The second step: what each column is. Then the lines are sent, and the server judges them. */
export function ColumnsStep({ table, last, onSent, onBack }: ColumnsStepProps) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [columns, setColumns] = useState(() => guessColumns(table.head, last))
  // the same if it is sent again: the server goes on after the lines it has
  const [id] = useState(newId)
  const [begun, setBegun] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const missing = (['name', 'phone'] as const).filter((need) => !columns.some(({ field }) => field === need))
  async function send() {
    setProblem(null)
    setSent(0)
    const first = begun ? null : await beginImport(id, columns, table.lines.length)
    if (first && first.kind !== 'done') return stopped(first)
    setBegun(true)
    const failed = await sendLines(id, columns, table, setSent)
    if (failed) return stopped(failed)
    onSent(id)
  }
  function stopped(why: Problem) {
    setProblem(why)
    setSent(null)
  }
  const sending = sent !== null
  return (
    <Card
      title={<Trans>What is in each column?</Trans>}
      count={<Plural value={table.lines.length} one="# line" other="# lines" />}
    >
      <div className="stack">
        <p className="measure dim">
          <Trans>
            Columns are recognised by their names; correct what is wrong. A name may be in several columns. Your choice
            is remembered for the next file.
          </Trans>
        </p>
        <ul className="import-columns">
          {columns.map(({ head, field }, at) => (
            // columns keep their order, so a column's index is its identity
            <li key={at}>
              <ColumnChoice
                head={head || t`Column ${at + 1}`}
                samples={samplesOf(table, at)}
                field={field}
                locked={sending || begun}
                onField={(next) => setColumns(withField(columns, at, next))}
              />
            </li>
          ))}
        </ul>
        {problem && <Note tone={problem.kind === 'unreachable' ? 'offline' : 'failed'} alert title={words(problem)} />}
        {sending && <ProgressBar label={<Trans>Checking the lines</Trans>} value={(sent / table.lines.length) * 100} />}
        <div className="row wrap">
          <Button
            look="primary"
            aria-busy={sending || undefined}
            whyDisabled={missing.length ? t`Choose the columns with the name and the phone.` : null}
            onClick={() => !sending && void send()}
          >
            {begun && !sending ? <Trans>Go on sending</Trans> : <Trans>Check the lines</Trans>}
          </Button>
          <Button whyDisabled={sending ? t`The lines are being sent.` : null} showWhy={false} onClick={onBack}>
            <Trans>Choose another file</Trans>
          </Button>
        </div>
      </div>
    </Card>
  )
}

type ColumnChoiceProps = {
  head: string
  samples: readonly string[]
  field: ImportField | null
  locked: boolean
  onField: (field: ImportField | null) => void
}

function ColumnChoice({ head, samples, field, locked, onField }: ColumnChoiceProps) {
  const { t, i18n } = useLingui()
  return (
    <>
      <span className="grow anywhere">
        <b>{head}</b>
        <span className="sm dim import-samples">{samples.join(' · ')}</span>
      </span>
      <NativeSelect
        aria-label={t`What column “${head}” has`}
        value={field ?? ''}
        disabled={locked}
        onChange={({ target }) => onField(IMPORT_FIELDS.find((each) => each === target.value) ?? null)}
      >
        <option value="">{t`Not imported`}</option>
        {IMPORT_FIELDS.map((each) => (
          <option key={each} value={each}>
            {i18n._(FIELD_WORDS[each])}
          </option>
        ))}
      </NativeSelect>
    </>
  )
}

/** The first values of a column that are not empty. */
const samplesOf = ({ lines }: FileTable, at: number): string[] =>
  lines
    .slice(0, 50)
    .flatMap(({ cells }) => cells[at]?.trim().slice(0, 40) || [])
    .slice(0, 3)
