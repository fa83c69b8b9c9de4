import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { plainMoney } from '../../contract/kernel/money.ts'
import { useLanguage } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.ts'
import { csvOf } from './csv.ts'
import { saveFile } from './save-file.ts'

/** The columns of an export, as plain text: a column's head, and its cell. */
export type ExportColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => string])[]

type ListExportProps<Row> = {
  /** The name of the file, without its extension. */
  name: string
  columns: ExportColumns<Row>
  /** True if the list is empty, so that there is nothing to print or save. */
  empty: boolean
  /** The whole filtered list, not the page; up to a number of rows; null if it cannot be fetched. */
  load: (most: number) => readonly Row[] | null | Promise<readonly Row[] | null>
  /** Offline the file contains what this device has, and says so. */
  fromDevice: boolean
  onPrint: () => void | Promise<void>
}

/** Prints the filtered list or saves it as a file: all of it, not the page, at most 5,000 rows (SCREENS B0). */
export function ListExport<Row>({ name, columns, empty, load, fromDevice, onPrint }: ListExportProps<Row>) {
  const { t } = useLingui()
  const language = useLanguage()
  const [busy, setBusy] = useState<'print' | 'save' | null>(null)
  const none = empty ? t`The list is empty.` : null

  async function print() {
    setBusy('print')
    await onPrint()
    setBusy(null)
  }
  async function save() {
    setBusy('save')
    const all = await load(MOST + 1)
    setBusy(null)
    if (!all) return showToast({ kind: 'failed', title: t`The list could not be fetched.` })
    const rows = all.slice(0, MOST)
    const text = csvOf(
      columns.map(([head]) => head),
      rows.map((row) => columns.map(([, cell]) => cell(row))),
      // Excel uses the list separator of the reader's country, which is a semicolon where numbers use the comma
      language === 'en' ? ',' : ';',
    )
    saveFile(`${name}.csv`, 'text/csv;charset=utf-8', text)
    showToast({
      title: <Plural value={rows.length} one="# row exported" other="# rows exported" />,
      text: (
        <>
          {all.length > MOST && <Trans>An export can have up to {MOST} rows; filter the list for the rest.</Trans>}{' '}
          {fromDevice && <Trans>The server is not reached: it covers what is on this device.</Trans>}
        </>
      ),
    })
  }

  return (
    <div className="row no-print">
      <Button
        small
        whyDisabled={none}
        showWhy={false}
        aria-busy={busy === 'print' || undefined}
        onClick={() => void print()}
      >
        <Printer />
        <Trans>Print</Trans>
      </Button>
      <Button
        small
        whyDisabled={none}
        showWhy={false}
        aria-busy={busy === 'save' || undefined}
        onClick={() => void save()}
      >
        <Download />
        <Trans>Export</Trans>
      </Button>
    </div>
  )
}

/** An amount in minor units, as a number for a spreadsheet of the reader's country; empty for null. */
export function useSheetMoney(): (minor: number | null | undefined) => string {
  const language = useLanguage()
  return (minor) => (minor === null || minor === undefined ? '' : plainMoney(minor, language))
}

const MOST = 5000
