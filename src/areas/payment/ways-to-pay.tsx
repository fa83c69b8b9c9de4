import type { Way } from './wallet-for.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { FieldGroup } from '../../ui/field.tsx'

/**
 * How a booking is paid: from the wallet first if the patient ticks it (rule 42), the rest by card, by transfer or
 * later. Card and wallet need a connection (rule 23): without one they say so, and the draft is kept. Staff send a link
 * for the card, and use the wallet only if the patient agrees.
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
  const { person, settings } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const isPatient = person.type === 'patient'
  const money = (minor: number) => formatMoney(minor, currency, language)
  const fromWallet = useWallet ? Math.min(wallet, price) : 0
  const rest = price - fromWallet
  const noCards = t`Cards are not taken here at the moment.`
  const away = offline ? t`You need to be online; your booking is kept here as a draft.` : null
  return (
    <>
      {wallet > 0 && price > 0 && (
        <Checkbox
          checked={useWallet}
          disabled={offline && !useWallet}
          help={
            away ??
            (rest === 0 ? (
              <Trans>Paid in full from your wallet; {money(wallet - fromWallet)} will be left.</Trans>
            ) : useWallet ? (
              <Trans>
                {money(fromWallet)} from your wallet; {money(rest)} left to pay.
              </Trans>
            ) : (
              <Trans>Pay the rest another way.</Trans>
            ))
          }
          onChange={(event) =>
            onChange({
              useWallet: event.target.checked,
              // the wallet's part cannot wait for the desk, so the rest must be paid now too
              ...(event.target.checked &&
                (payWith === 'later' || payWith === 'link') &&
                wallet < price && { payWith: isPatient && settings.cards ? 'credit_card' : 'bank_transfer' }),
            })
          }
        >
          {isPatient ? (
            <Trans>Use my wallet first: {money(wallet)}</Trans>
          ) : (
            <Trans>Use the patient’s wallet first, as they wish: {money(wallet)}</Trans>
          )}
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
                      help:
                        away ??
                        (settings.cards ? (
                          <Trans>Next comes the payment provider’s page. The time is held for 30 minutes.</Trans>
                        ) : (
                          noCards
                        )),
                      disabled: offline || !settings.cards,
                    },
                  ]
                : []),
              {
                value: 'bank_transfer',
                label: <Trans>Bank transfer</Trans>,
                help: whyNoTransfer ?? (
                  <Trans>
                    The time is held for <Plural value={settings.transferKeepHours} one="# hour" other="# hours" />, at
                    most until <Plural value={settings.transferEndHours} one="# hour" other="# hours" /> before it
                    starts.
                  </Trans>
                ),
                disabled: whyNoTransfer !== null,
              },
              ...(!isPatient && person.type !== 'doctor' && price > 0
                ? [
                    {
                      value: 'link' as const,
                      label: <Trans>By card, with a payment link</Trans>,
                      help: useWallet ? (
                        <Trans>Not together with the wallet.</Trans>
                      ) : settings.cards ? (
                        <Trans>Once it is booked you make the link and send it.</Trans>
                      ) : (
                        noCards
                      ),
                      disabled: useWallet || !settings.cards,
                    },
                  ]
                : []),
              {
                value: 'later',
                label: isPatient ? <Trans>At the clinic</Trans> : <Trans>Later</Trans>,
                help: useWallet ? (
                  <Trans>Not together with the wallet.</Trans>
                ) : isPatient ? (
                  <Trans>Pay at the clinic.</Trans>
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
