import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Import, ImportLine } from '../../../contract/import/import.ts'
import { NotKeptNote } from '../../screen/not-kept-note.tsx'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { readLines } from './commands.ts'
import { useFaultWords } from './fault-words.ts'
import { useImportLines } from './queries.ts'
import { useSaveLines } from './save-lines.ts'

/**
 * The lines of one kind: those to mend or left in place, each with its column, its value and the reason; or those of
 * known patients. The first hundred are shown, and all are in the file.
 */
export function ImportLines(props: LinesProps) {
  const { its, kind } = props
  return its.counts[kind] > 0 && its.linesKept ? <Lines {...props} /> : null
}

type LinesProps = { its: Import; kind: 'bad' | 'same' | 'kept' }

function Lines({ its, kind }: LinesProps) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  const { value, problem, again } = useImportLines(its.id, [kind], its.state)
  const columns = useColumns(kind)
  const save = useSaveLines()
  const n = its.counts[kind]
  async function download() {
    setBusy(true)
    const all = await readLines(its, [kind])
    setBusy(false)
    if ('lines' in all) save(its, all.lines)
    else showToast({ kind: 'failed', title: words(all) })
  }
  const titles = {
    bad: <Trans>Lines to fix</Trans>,
    same: <Trans>Known already</Trans>,
    kept: <Trans>Left in place</Trans>,
  }
  return (
    <Card
      flush
      title={titles[kind]}
      count={<Plural value={n} one="# line" other="# lines" />}
      aside={
        <Button small aria-busy={busy || undefined} onClick={() => void download()}>
          <Download />
          <Trans>Save as CSV</Trans>
        </Button>
      }
    >
      {problem && (
        <NotKeptNote problem={problem} onRetry={again}>
          <Trans>The lines of an import are not kept on this device.</Trans>
        </NotKeptNote>
      )}
      {value ? (
        <>
          <Table
            label={{ bad: t`Lines to fix`, same: t`Known already`, kept: t`Left in place` }[kind]}
            columns={columns}
            rows={value.lines}
            keyOf={({ line }) => String(line)}
          />
          {value.more && (
            <p className="card-body sm dim">
              <Trans>The first {value.lines.length} are shown; the file has all of them.</Trans>
            </p>
          )}
        </>
      ) : (
        !problem && <ListSkeleton rows={3} />
      )}
    </Card>
  )
}

function useColumns(kind: LinesProps['kind']): readonly Column<ImportLine>[] {
  const { t } = useLingui()
  const faultsOf = useFaultWords()
  return [
    { id: 'line', head: t`Line`, cell: ({ line }) => <LineNumber n={line} />, card: 'time' },
    { id: 'name', head: t`Name`, cell: (line) => <LineName line={line} />, card: 'title' },
    ...(kind === 'same'
      ? [{ id: 'phone', head: t`Phone`, cell: ({ cells }: ImportLine) => cells.phone ?? '', card: 'detail' as const }]
      : [
          {
            id: 'faults',
            head: t`What is wrong`,
            cell: (line: ImportLine) => (
              <ul>
                {faultsOf(line).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            ),
            card: 'detail' as const,
          },
        ]),
  ]
}

/** A phone's card has no head that says what the number is. */
function LineNumber({ n }: { n: number }) {
  return useNarrow() ? <Trans>Line {n}</Trans> : n
}

/** A patient whom the clinic has opens from here. */
function LineName({ line: { cells, patientId } }: { line: ImportLine }) {
  const name = <span className="anywhere">{cells.name}</span>
  return patientId ? (
    <Link to="/patient/$id" params={{ id: patientId }} search={{}}>
      {name}
    </Link>
  ) : (
    name
  )
}
