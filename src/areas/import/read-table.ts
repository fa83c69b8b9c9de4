import Papa from 'papaparse'
import { CELL_UNITS, MOST_BYTES, MOST_COLUMNS, MOST_LINES } from '../../../contract/import/import.lists.ts'
import { composed } from '../../../contract/kernel/line.rules.ts'
import { decode } from './decode.ts'

export type FileLine = { readonly line: number; readonly cells: readonly string[] }
export type FileTable = { readonly head: readonly string[]; readonly lines: readonly FileLine[] }
/** Why a file cannot be read as a table. */
export type FileFault = 'too_big' | 'no_text' | 'empty' | 'one_column' | 'too_many' | 'quotes'
export type ReadFile =
  | { readonly kind: 'table'; readonly table: FileTable }
  | { readonly kind: 'fault'; readonly fault: FileFault; readonly line?: number }

/**
 * Reads a file of comma, semicolon or tab separated values. The first line names the columns. A line's number is that of
 * its row in a spreadsheet; lines without content are left out. The page is drawn between pieces of a large file.
 */
export async function readTable(file: Blob): Promise<ReadFile> {
  // before anything of it is read: this also limits a single line
  if (file.size > MOST_BYTES) return { kind: 'fault', fault: 'too_big' }
  const decoded = decode(new Uint8Array(await file.arrayBuffer()))
  if (decoded === null) return { kind: 'fault', fault: 'no_text' }
  const text = decoded.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  if (text.trim() === '') return { kind: 'fault', fault: 'empty' }
  const delimiter = delimiterOf(text)
  const lines: FileLine[] = []
  let head: readonly string[] = []
  let row = 0
  for (let at = 0; at < text.length;) {
    const { data, errors, meta } = Papa.parse<string[]>(text.slice(at), { ...FORMAT, delimiter, preview: AT_ONCE })
    const fault = errors.find(({ code }) => code === 'MissingQuotes')
    if (fault) return { kind: 'fault', fault: 'quotes', line: row + (fault.row ?? 0) + 1 }
    for (const cells of data) {
      row++
      if (cells.every((cell) => cell.trim() === '')) continue
      if (head.length === 0) head = cells.slice(0, MOST_COLUMNS).map((cell) => cut(cell.trim(), 100))
      else lines.push({ line: row, cells: cells.slice(0, MOST_COLUMNS).map(typedIn) })
    }
    if (lines.length > MOST_LINES) return { kind: 'fault', fault: 'too_many' }
    if (!meta.truncated || meta.cursor <= 0) break
    at += meta.cursor
    await new Promise((done) => setTimeout(done))
  }
  if (lines.length === 0) return { kind: 'fault', fault: 'empty' }
  if (head.length < 2) return { kind: 'fault', fault: 'one_column' }
  return { kind: 'table', table: { head, lines } }
}

/** `fastMode` would split the rest of the text for each piece. */
const FORMAT = { newline: '\n', quoteChar: '"', escapeChar: '"', fastMode: false } as const
const AT_ONCE = 500

/** The one of the three that the first line has most of, outside quotes. */
function delimiterOf(text: string): string {
  const first = text.slice(0, text.indexOf('\n') + 1 || text.length).replaceAll(/"[^"]*"/g, '')
  const counted = [';', ',', '\t'].map((sign) => ({ sign, n: first.split(sign).length }))
  return counted.reduce((most, each) => (each.n > most.n ? each : most)).sign
}

/** A cell as it was typed: an export of ours puts an apostrophe before what a spreadsheet would take for a formula. */
const typedIn = (cell: string) => cut(cell.replace(/^'(?=[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u, ''), CELL_UNITS)

/** In the form in which it is sent, and without half a character at its end. */
export const cut = (text: string, units: number) => composed(text).slice(0, units).toWellFormed()
