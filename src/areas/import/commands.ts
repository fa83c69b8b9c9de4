import {
  importCalls,
  type Cells,
  type Import,
  type ImportColumn,
  type ImportLine,
} from '../../../contract/import/import.ts'
import { CELL_UNITS, LINES_AT_ONCE, type LineState } from '../../../contract/import/import.lists.ts'
import { call } from '../../api/call.ts'
import type { Problem } from '../../screen/problem.ts'
import { cut, type FileLine, type FileTable } from './read-table.ts'

/** Over the network, and never queued: an import is large, and its answer decides what to do next. */
export const beginImport = (id: string, columns: readonly ImportColumn[], lines: number) =>
  call(importCalls['import.add'], { id, columns: [...columns], lines })
export const startImport = (id: string) => call(importCalls['import.start'], { id })
export const undoImport = (id: string) => call(importCalls['import.undo'], { id })
export const dropImport = (id: string) => call(importCalls['import.drop'], { id })

/**
 * Sends the lines piece by piece; lines that the server has already may come again. Returns why it stopped, or null when
 * all have arrived. `onSent` receives how many have.
 */
export async function sendLines(
  id: string,
  columns: readonly ImportColumn[],
  { lines }: FileTable,
  onSent: (sent: number) => void,
): Promise<Problem | null> {
  let sent = 0
  for (const piece of piecesOf(lines.map((line) => ({ line: line.line, cells: cellsOf(columns, line) })))) {
    const outcome = await call(importCalls['import.send'], { id, lines: piece })
    if (outcome.kind !== 'done') return outcome
    sent += piece.length
    onSent(sent)
  }
  return null
}

type SentLine = { readonly line: number; readonly cells: Cells }

/** Pieces that stay well below the largest request, whatever the lines hold. */
function piecesOf(lines: readonly SentLine[]): SentLine[][] {
  const pieces: SentLine[][] = [[]]
  let units = 0
  for (const line of lines) {
    const its = Object.values(line.cells).reduce((sum, cell) => sum + (cell?.length ?? 0), 0)
    if (pieces.at(-1)!.length === LINES_AT_ONCE || units + its > UNITS_AT_ONCE) {
      pieces.push([])
      units = 0
    }
    pieces.at(-1)!.push(line)
    units += its
  }
  return pieces.filter(({ length }) => length > 0)
}

/** With three bytes for each, and the names of the fields, less than the megabyte that a request may have. */
const UNITS_AT_ONCE = 200_000

/** A line by its fields; a name in several columns is put together in their order. */
function cellsOf(columns: readonly ImportColumn[], { cells }: FileLine): Cells {
  const its: Cells = {}
  for (const [n, { field }] of columns.entries()) {
    const typed = cells[n]?.trim()
    if (field && typed) its[field] = its[field] ? cut(`${its[field]} ${typed}`, CELL_UNITS) : typed
  }
  return its
}

/** All lines of an import in these states; a problem if they cannot be fetched. */
export async function readLines(
  { id }: Pick<Import, 'id'>,
  states: readonly LineState[],
): Promise<{ readonly lines: readonly ImportLine[] } | Problem> {
  const lines: ImportLine[] = []
  for (let more = true; more;) {
    const after = lines.at(-1)?.line
    const outcome = await call(importCalls['import.read'], {
      id,
      states: [...states],
      limit: 500,
      ...(after && { after }),
    })
    if (outcome.kind !== 'done') return outcome
    lines.push(...outcome.reply.lines)
    more = outcome.reply.more
  }
  return { lines }
}
