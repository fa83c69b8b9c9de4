import { Trans, useLingui } from '@lingui/react/macro'
import { useDoctors } from '../doctor/queries.ts'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { cancel, complete } from './commands.ts'
import type { ShownVisit } from './queries.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useDoctorName } from '../doctor/doctor-name.ts'
import { wallOfVisit } from './visit-wall.ts'

type AskProps = { visit: ShownVisit; onClose: () => void }

/** Confirms completing a visit: the patient, the time, and what happens to the money. */
export function CompleteDialog({ visit, onClose }: AskProps) {
  const { t } = useLingui()
  const device = useDevice()
  const say = useSaySaved()
  const { patientName } = visit
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Complete the appointment of {patientName}?</Trans>}
      keep={<Trans>Not yet</Trans>}
      act={<Trans>Complete the appointment</Trans>}
      onConfirm={() => say(() => complete(device, visit), t`Completed: ${patientName}`).then(orStay)}
    >
      <When visit={visit} />
      <CompleteWords visit={visit} />
    </ConfirmDialog>
  )
}

/** Confirms cancelling a visit. Staff must give a reason (rule 27); a patient may. */
export function CancelDialog({ visit, onClose }: AskProps) {
  const { t } = useLingui()
  const device = useDevice()
  const say = useSaySaved()
  const doctor = useDoctors()?.get(visit.doctorId)
  const doctorName = useDoctorName()(doctor)
  const isPatient = device.person.type === 'patient'
  const name = isPatient ? doctorName : visit.patientName
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={
        isPatient ? (
          <Trans>Cancel your appointment with {doctorName}?</Trans>
        ) : (
          <Trans>Cancel the appointment of {visit.patientName}?</Trans>
        )
      }
      keep={<Trans>Keep the appointment</Trans>}
      act={<Trans>Cancel the appointment</Trans>}
      reason={
        isPatient
          ? { label: <Trans>Reason</Trans> }
          : {
              label: <Trans>Reason</Trans>,
              required: true,
              atOnce: {
                label: <Trans>Choose a reason to cancel straight away</Trans>,
                reasons: [
                  t`The patient called it off`,
                  t`The doctor is ill`,
                  t`An emergency came in`,
                  t`Booked by mistake`,
                ],
              },
            }
      }
      onConfirm={(reason) => say(() => cancel(device, visit, reason), t`Cancelled: ${name}`).then(orStay)}
    >
      <When visit={visit} />
      <p>
        <CancelMoney visit={visit} />
      </p>
      <p>
        {isPatient ? (
          <Trans>
            The clinic is told and the time is free for others. This cannot be undone once it has been sent.
          </Trans>
        ) : (
          <Trans>
            The patient is told as soon as it has been sent, and the time becomes free for others. You cannot undo it
            once it has been sent.
          </Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}

/** If a change found no room on the device, its dialog stays open with the input. */
function orStay(saved: boolean) {
  if (!saved) throw new NotDone()
}
class NotDone extends Error {
  override name = 'NotDone'
}

/** The time, in the visit's own zone. */
export function When({ visit }: { visit: ShownVisit }) {
  return (
    <p>
      <b>{formatDateTime(visit.start, wallOfVisit(visit).zone)}</b>
    </p>
  )
}

/** What completing does: with the money, and with the patient afterwards. */
export function CompleteWords({ visit }: { visit: ShownVisit }) {
  return (
    <>
      <p>
        <CompleteMoney visit={visit} />
      </p>
      <p>
        <Trans>
          Two hours later the patient is asked once how the appointment was. You can undo this within an hour.
        </Trans>
      </p>
    </>
  )
}

/** What completing does to the money: nothing; what is unpaid stays unpaid. */
function CompleteMoney({ visit }: { visit: ShownVisit }) {
  const price = formatMoney(visit.price, visit.currency, useLanguage())
  switch (visit.paymentStatus) {
    case 'completed':
      return <Trans>{price} has been paid. Nothing will be charged or refunded.</Trans>
    case 'waiting':
      return <Trans>{price} is still unpaid and remains due.</Trans>
    case 'cancelled':
    case 'none':
      return <Trans>No payment is due. Nothing will be charged.</Trans>
  }
}

/** Rules 37 and 38: paid money is refunded, a waiting payment is cancelled. */
function CancelMoney({ visit }: { visit: ShownVisit }) {
  const price = formatMoney(visit.price, visit.currency, useLanguage())
  switch (visit.paymentStatus) {
    case 'completed':
      return <Trans>{price} has been paid and will be refunded in full.</Trans>
    case 'waiting':
      return <Trans>The open payment of {price} is cancelled. There is nothing to refund.</Trans>
    case 'cancelled':
    case 'none':
      return <Trans>Nothing has been paid. Nothing will be refunded.</Trans>
  }
}
