import './wallet.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { BalanceLine } from '../../../contract/balance/balance.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { formatDate, formatMoney, formatMonth } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useLineWords, useSigned, useSpentAt } from './line-words.ts'

/** Movements grouped by month, newest first, each with the balance after it. */
export function WalletLines({ lines }: { lines: readonly BalanceLine[] }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const language = useLanguage()
  const monthOf = (line: BalanceLine) => formatMonth(wallOf(Date.parse(line.createdAt), zone).date, language)
  const months = [...new Set(lines.map(monthOf))]
  return (
    <ol className="wallet-lines" aria-label={t`Movements`}>
      {months.map((month) => (
        <li key={month}>
          <h3>{month}</h3>
          <ol aria-label={month}>
            {lines
              .filter((line) => monthOf(line) === month)
              .map((line) => (
                <Line key={line.id} line={line} />
              ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

function Line({ line }: { line: BalanceLine }) {
  const { zone } = useDevice()
  const language = useLanguage()
  const wordsOf = useLineWords()
  const signed = useSigned()
  const at = useSpentAt()(line)
  const adds = line.type === 'receivable'
  return (
    <li className="wallet-line">
      <span className="wallet-icon" data-adds={adds || undefined} aria-hidden="true">
        {adds ? <ArrowDownLeft /> : <ArrowUpRight />}
      </span>
      <div className="grow">
        <b>{wordsOf(line)}</b>
        <span className="sm dim">
          {formatDate(line.createdAt, zone)}
          {line.kind === 'manual' && line.createdBy && <> · {line.createdBy}</>}
          {at && <> · {at}</>}
          {line.appointmentId && (
            <>
              {' · '}
              <Link to="/appointment/$id" params={{ id: line.appointmentId }}>
                <Trans>Appointment</Trans>
              </Link>
            </>
          )}
        </span>
      </div>
      <div className="wallet-sum">
        <b>{signed(line)}</b>
        <span className="xs dim">
          <span className="vh">
            <Trans>balance after it</Trans>{' '}
          </span>
          {formatMoney(line.balance, line.currency, language)}
        </span>
      </div>
    </li>
  )
}
