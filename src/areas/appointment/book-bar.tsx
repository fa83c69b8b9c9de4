import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { formatDay, formatMoney, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Bead } from '../../ui/bead.tsx'
import { Button, Why } from '../../ui/button.tsx'
import type { Booking, Part } from './booking.ts'
import { wallOfVisit } from './visit-wall.ts'

/**
 * The foot that stays visible: what is chosen, what will happen, and the main button. `next`: on phones, the next step.
 */
export function BookBar({
  booking: { slot, payWith, useWallet },
  next,
  busy,
  onNext,
  onBook,
  onPay,
}: {
  booking: Booking
  next: Part | undefined
  busy: boolean
  onNext: () => void
  onBook: () => void
  /** Pays by card with the same press, for a patient who has not chosen a payment method. */
  onPay: () => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const offline = useIsOffline()
  const { person, settings } = useDevice()
  const isPaidAtOnce =
    person.type === 'patient' &&
    settings.cards &&
    !offline &&
    slot !== null &&
    slot.price > 0 &&
    payWith === 'later' &&
    !useWallet
  const wall = slot && wallOfVisit(slot)
  const nextWords: Record<Part, string> = {
    patient: t`Next`,
    doctor: t`Continue to the doctor`,
    time: t`Continue to the time`,
    payment: t`Continue to payment`,
    review: t`Check the booking`,
  }
  return (
    <div className="book-bar">
      {slot && wall && (
        <div className="row book-bar-slot">
          <b>
            {formatDay(wall.date, language)}, {formatTime(slot.start, wall.zone)}
          </b>
          <b className="push">{formatMoney(slot.price, slot.currency, language)}</b>
        </div>
      )}
      {offline && !next && (
        <Why icon={<Bead shape="offline" />}>
          <Trans>
            You are offline. Your booking is saved on this device and will be sent to the clinic when you are back
            online.
          </Trans>
        </Why>
      )}
      <div className="row book-bar-acts">
        <Link className="btn book-bar-leave" to="/appointment" search={{}}>
          <Trans>Leave</Trans>
        </Link>
        {next ? (
          <Button look="primary" className="grow" onClick={onNext}>
            {nextWords[next]}
          </Button>
        ) : (
          <>
            <Button
              look={isPaidAtOnce ? 'default' : 'primary'}
              className="grow"
              aria-busy={busy || undefined}
              onClick={onBook}
            >
              {offline ? <Trans>Book on this device</Trans> : <Trans>Book</Trans>}
            </Button>
            {isPaidAtOnce && (
              <Button look="primary" className="grow" aria-busy={busy || undefined} onClick={onPay}>
                <CreditCard aria-hidden="true" />
                <Trans>Pay by card and book</Trans>
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
