import { Plural, Trans } from '@lingui/react/macro'
import { PATIENT_MOVES } from '../../../contract/kernel/constants.ts'
import { onlineUntil } from '../../../contract/appointment/terms.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import type { Booking } from './booking.ts'
import { wallOfVisit } from './visit-wall.ts'

/**
 * For a patient before they book and pay: until when the visit can be cancelled and moved, and what happens to the
 * money (rules 27, 28, 37).
 */
export function BookTerms({ slot }: { slot: Booking['slot'] }) {
  const { person, settings, now } = useDevice()
  useMinute()
  if (person.type !== 'patient' || !slot) return null
  const until = onlineUntil(slot, settings)
  const deadline = formatDateTime(until, wallOfVisit(slot).zone)
  return (
    <Card title={<Trans>If your plans change</Trans>}>
      <ul className="terms">
        {until <= now() ? (
          <>
            <li>
              <Trans>
                This appointment is too soon to be cancelled or moved online. Call the clinic if you cannot come.
              </Trans>
            </li>
            <li>
              <Trans>If you do not come, nothing is refunded automatically.</Trans>
            </li>
          </>
        ) : (
          <>
            <li>
              {settings.cancelHours === 0 ? (
                <Trans>Cancel online until it begins. What you have paid is refunded in full.</Trans>
              ) : (
                <Plural
                  value={settings.cancelHours}
                  one={`Cancel online until ${deadline}, # hour before it begins. What you have paid is refunded in full.`}
                  other={`Cancel online until ${deadline}, # hours before it begins. What you have paid is refunded in full.`}
                />
              )}
            </li>
            <li>
              <Plural
                value={PATIENT_MOVES}
                one="Until then you can move it # time. The price stays the same."
                other="Until then you can move it # times. The price stays the same."
              />
            </li>
            <li>
              <Trans>If you cancel later or do not come, nothing is refunded automatically.</Trans>
            </li>
          </>
        )}
      </ul>
    </Card>
  )
}
