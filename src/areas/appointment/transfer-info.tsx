import './book.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { groupIban } from '../../../contract/bank/bank.rules.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { KeyValues } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useBanks } from '../bank/queries.ts'

/**
 * What a payer needs for a bank transfer: account, amount, reference, deadline (rule 18). The server makes the
 * reference and sends it with its confirmation. `zone` is the visit's. Staff who may not see the account see only what
 * is owed.
 */
export function TransferInfo({ payment, zone }: { payment: Payment; zone: string }) {
  const { t } = useLingui()
  const language = useLanguage()
  const bank = useBanks()?.find((each) => each.id === payment.bankId)
  // the part reserved in the wallet need not be transferred
  const amount = formatMoney(payment.amount - payment.walletAmount, payment.currency, language)
  const account =
    payment.bankId === undefined
      ? []
      : [
          {
            key: <Trans>Bank</Trans>,
            value: bank ? [bank.name, bank.branch].filter(Boolean).join(', ') : <Trans>not on this device yet</Trans>,
          },
          ...(bank
            ? [
                {
                  key: 'IBAN',
                  value: <Copied value={bank.iban} shown={groupIban(bank.iban)} label={t`Copy the IBAN`} />,
                },
              ]
            : []),
        ]
  const reference =
    payment.reference === undefined
      ? []
      : [
          {
            key: <Trans>Reference</Trans>,
            value: payment.reference ? (
              <Copied value={payment.reference} shown={payment.reference} label={t`Copy the reference`} />
            ) : (
              <span className="dim">
                <Trans>comes with the confirmation</Trans>
              </span>
            ),
          },
        ]
  return (
    <div className="transfer">
      <h3>
        <Trans>Bank transfer</Trans>
      </h3>
      <KeyValues
        items={[
          ...account,
          ...reference,
          { key: <Trans>Amount</Trans>, value: <b>{amount}</b> },
          ...(payment.payBy ? [{ key: <Trans>Pay by</Trans>, value: formatDateTime(payment.payBy, zone) }] : []),
        ]}
      />
      {reference.length > 0 && (
        <p className="help">
          <Trans>
            Use this reference for your transfer so that we can match it to your appointment. If we do not receive it in
            time, your appointment is cancelled.
          </Trans>
        </p>
      )}
    </div>
  )
}

function Copied({ value, shown, label }: { value: string; shown: string; label: string }) {
  return (
    <span className="row copied">
      <b>{shown}</b>
      <CopyButton value={value} label={label} />
    </span>
  )
}
