import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download, Printer } from 'lucide-react'
import type { BalanceLine } from '../../contract/balance.ts'
import { saveFile } from '../appointment/save-file.ts'
import { csvOf } from '../appointment/visit-csv.ts'
import { formatDateTime } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useDevice } from '../shell/device.tsx'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import { useLineWords } from './line-words.ts'

/** The movements that are shown, on paper and as a file. All of them are on this device, so it is the same offline. */
export function WalletExport({ lines, onPrint }: { lines: readonly BalanceLine[]; onPrint: () => void }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const language = useLanguage()
  const wordsOf = useLineWords()
  const none = lines.length === 0 ? t`The list is empty.` : null
  const money = (minor: number) => (minor / 100).toFixed(2).replace('.', language === 'en' ? '.' : ',')

  function save() {
    const heads = [t`Date`, t`What`, t`Amount`, t`Currency`, t`Balance`]
    const cells = lines.map((line) => [
      formatDateTime(line.createdAt, zone),
      wordsOf(line),
      money(line.type === 'receivable' ? line.amount : -line.amount),
      line.currency.toUpperCase(),
      money(line.balance),
    ])
    // Excel splits by the list separator of the reader's country, which is a semicolon where the comma is in numbers
    saveFile('wallet.csv', 'text/csv;charset=utf-8', csvOf(heads, cells, language === 'en' ? ',' : ';'))
    showToast({ title: <Plural value={lines.length} one="# row exported" other="# rows exported" /> })
  }

  return (
    <div className="row no-print">
      <Button small whyDisabled={none} showWhy={false} onClick={onPrint}>
        <Printer />
        <Trans>Print</Trans>
      </Button>
      <Button small whyDisabled={none} showWhy={false} onClick={save}>
        <Download />
        <Trans>Export</Trans>
      </Button>
    </div>
  )
}
