import { Trans, useLingui } from '@lingui/react/macro'
import type { BalanceTotal } from '../../contract/balance.ts'
import type { Currency } from '../../contract/constants.ts'
import { useClinic } from '../clinic/queries.ts'
import { formatMoney } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useDevice } from '../shell/device.tsx'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Checkbox, RadioGroup } from '../ui/choice.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { useOwnWallet } from '../wallet/queries.ts'

export type Way = 'credit_card' | 'bank_transfer' | 'later'

/** What of a price the patient's own wallet can pay (rule 42): in its currency, at a private clinic from the wallet kept there. Staff see 0. */
export function useWalletFor(clinicId: string | null, currency: Currency | undefined): number {
  const clinic = useClinic(clinicId)
  const { person } = useDevice()
  const totals = useOwnWallet()?.totals
  return person.type === 'patient' && currency
    ? walletFor(totals ?? [], clinic?.private ? clinicId : null, currency)
    : 0
}

/** The balance of one wallet; `clinicId` of a private clinic, else null. */
const walletFor = (totals: readonly BalanceTotal[], clinicId: string | null, currency: Currency): number =>
  totals.find((total) => total.clinicId === clinicId && total.currency === currency)?.balance ?? 0

/**
 * How a booking is paid: the wallet first where the patient ticks it (rule 42), the rest by card, by transfer or later. Card and wallet need
 * a connection (rule 23): without one they say so, and the draft is kept. Staff are not offered the patient's card or wallet: they send a link.
 */
export function WaysToPay({
  price,
  currency,
  wallet,
  value: { payWith, useWallet },
  whyNoTransfer,
  onChange,
}: {
  price: number
  currency: Currency
  /** What the wallet holds in this currency. */
  wallet: number
  value: { readonly payWith: Way; readonly useWallet: boolean }
  whyNoTransfer: string | null
  onChange: (next: { payWith?: Way; useWallet?: boolean }) => void
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const isPatient = person.type === 'patient'
  const money = (minor: number) => formatMoney(minor, currency, language)
  const fromWallet = useWallet ? Math.min(wallet, price) : 0
  const rest = price - fromWallet
  const away = offline ? t`Needs a connection; your booking is kept here as a draft.` : null
  return (
    <>
      {isPatient && wallet > 0 && price > 0 && (
        <Checkbox
          checked={useWallet}
          disabled={offline && !useWallet}
          help={
            away ??
            (rest === 0 ? (
              <Trans>The wallet pays it all; {money(wallet - fromWallet)} stay in it.</Trans>
            ) : useWallet ? (
              <Trans>
                The wallet pays {money(fromWallet)}; {money(rest)} are left to pay.
              </Trans>
            ) : (
              <Trans>What it does not reach for is paid another way.</Trans>
            ))
          }
          onChange={(event) =>
            onChange({
              useWallet: event.target.checked,
              // the wallet’s part cannot wait for the desk: the rest is chosen among what is paid now
              ...(event.target.checked && payWith === 'later' && wallet < price && { payWith: 'credit_card' }),
            })
          }
        >
          <Trans>Use my wallet first: {money(wallet)}</Trans>
        </Checkbox>
      )}
      {rest > 0 || price === 0 ? (
        <FieldGroup label={<Trans>Payment of {money(rest)}</Trans>}>
          <RadioGroup<Way>
            name="book-pay"
            value={payWith}
            onChange={(next) => onChange({ payWith: next })}
            options={[
              ...(isPatient && price > 0
                ? [
                    {
                      value: 'credit_card' as const,
                      label: <Trans context="payment">Card</Trans>,
                      help: away ?? (
                        <Trans>Next comes the payment provider’s page. The time is kept for 30 minutes.</Trans>
                      ),
                      disabled: offline,
                    },
                  ]
                : []),
              {
                value: 'bank_transfer',
                label: <Trans>Bank transfer</Trans>,
                help: whyNoTransfer ?? (
                  <Trans>The time is kept for 48 hours, at most until 2 hours before it begins.</Trans>
                ),
                disabled: whyNoTransfer !== null,
              },
              {
                value: 'later',
                label: isPatient ? <Trans>At the clinic</Trans> : <Trans>Later</Trans>,
                help: isPatient ? (
                  useWallet ? (
                    <Trans>Not together with the wallet.</Trans>
                  ) : (
                    <Trans>You pay when you come.</Trans>
                  )
                ) : (
                  <Trans>The payment stays open and does not expire.</Trans>
                ),
                disabled: useWallet,
              },
            ]}
          />
        </FieldGroup>
      ) : null}
    </>
  )
}
