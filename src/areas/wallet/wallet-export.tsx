import { useLingui } from '@lingui/react/macro'
import type { BalanceLine } from '../../../contract/balance/balance.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { type ExportColumns, ListExport, useSheetMoney } from '../../screen/list-export.tsx'
import { useLineWords, useSpentAt } from './line-words.ts'

/** Prints the movements on screen or saves them as a file. All are on this device, so it also works offline. */
export function WalletExport({ lines, onPrint }: { lines: readonly BalanceLine[]; onPrint: () => void }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const wordsOf = useLineWords()
  const spentAt = useSpentAt()
  const money = useSheetMoney()
  const columns: ExportColumns<BalanceLine> = [
    [t`Date`, ({ createdAt }) => formatDateTime(createdAt, zone)],
    [t`Description`, wordsOf],
    [t`Amount`, ({ type, amount }) => money(type === 'receivable' ? amount : -amount)],
    [t`Currency`, ({ currency }) => currency.toUpperCase()],
    [t`Balance`, ({ balance }) => money(balance)],
    [t`To be spent`, (line) => spentAt(line) ?? t`anywhere`],
  ]
  return (
    <ListExport
      name="wallet"
      columns={columns}
      empty={lines.length === 0}
      load={(most) => lines.slice(0, most)}
      fromDevice={false}
      onPrint={onPrint}
    />
  )
}
