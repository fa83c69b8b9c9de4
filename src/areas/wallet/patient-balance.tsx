import './wallet.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { NotKeptNote } from '../../screen/not-kept-note.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { BalanceForm } from './balance-form.tsx'
import { usePatientBalance } from './queries.ts'
import { useSpentAt } from './line-words.ts'
import { WalletLines } from './wallet-lines.tsx'

/**
 * A patient's wallet on their card, for admins and desks (SCREENS B7 "balance"): its balance, its movements, and a form
 * to change it by hand.
 */
export function PatientBalance({ patientId, name }: { patientId: string; name: string }) {
  const { t } = useLingui()
  const language = useLanguage()
  const offline = useIsOffline()
  const spentAt = useSpentAt()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(10)
  const [adding, setAdding] = useState(false)
  const { value, problem, again } = usePatientBalance(patientId, page, size)
  if (!value)
    return problem ? (
      <NotKeptNote problem={problem} onRetry={again}>
        <Trans>Wallets of patients are not kept on this device.</Trans>
      </NotKeptNote>
    ) : (
      <ListSkeleton rows={3} />
    )
  return (
    <div className="balance-card">
      <Card
        flush
        title={<Trans>Balance</Trans>}
        count={
          value.totals.length === 0 ? (
            <Trans>nothing in the wallet</Trans>
          ) : (
            value.totals
              .map((wallet) => {
                const { balance, reserved, currency } = wallet
                const held =
                  reserved > 0
                    ? t`${formatMoney(balance, currency, language)}, ${formatMoney(reserved, currency, language)} reserved`
                    : formatMoney(balance, currency, language)
                return [held, spentAt(wallet)].filter(Boolean).join(' ')
              })
              .join(' · ')
          )
        }
        aside={
          <Button
            small
            whyDisabled={offline ? t`You need to be online to make payments.` : null}
            showWhy={false}
            onClick={() => setAdding(true)}
          >
            <Plus />
            <Trans>Add by hand</Trans>
          </Button>
        }
      >
        {value.balances.length === 0 ? (
          <p className="card-body dim">
            <Trans>No movements yet. Refunds appear here, and what is added by hand.</Trans>
          </p>
        ) : (
          <>
            <WalletLines lines={value.balances} />
            {value.pages > 1 && (
              <Pager
                page={page}
                pages={value.pages}
                shown={value.balances.length}
                total={value.total}
                size={size}
                onPage={setPage}
                onSize={(next) => {
                  setSize(next)
                  setPage(1)
                }}
              />
            )}
          </>
        )}
      </Card>
      {adding && (
        <BalanceForm
          patientId={patientId}
          name={name}
          currencies={value.totals.map(({ currency }) => currency)}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false)
            again()
          }}
        />
      )}
    </div>
  )
}
