import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus, MessageSquare, Printer, Share2 } from 'lucide-react'
import { formatDateTime } from '../../i18n/format.ts'
import { usePatient } from '../patient/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import type { ShownVisit } from './queries.ts'
import { saveIcs } from './save-ics.ts'

/** Calendar, print, and a text for the patient once it is confirmed: only clinic, time and address (rule 66). */
export function HandOn({
  visit,
  confirmed,
  doctor,
  clinic,
  place,
}: {
  visit: ShownVisit
  confirmed: boolean
  doctor: string | undefined
  clinic: string | undefined
  place: string | null
}) {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const phone = usePatient(person.type === 'patient' ? undefined : visit.patientId)?.phone
  const text = t`Appointment: ${[clinic, formatDateTime(visit.start, visit.zone)].filter(Boolean).join(', ')}`
  const url = `${location.origin}/appointment/${visit.id}`
  return (
    <div className="row wrap no-print">
      <Button onClick={() => saveIcs(visit, { doctor, place }, person.type === 'patient', now())}>
        <CalendarPlus aria-hidden="true" />
        <Trans>Add to the calendar</Trans>
      </Button>
      <Button onClick={() => print()}>
        <Printer aria-hidden="true" />
        <Trans>Print</Trans>
      </Button>
      {confirmed && phone ? (
        <a className="btn" href={`sms:${phone}?body=${encodeURIComponent(`${text}\n${url}`)}`}>
          <MessageSquare aria-hidden="true" />
          <Trans>Send by SMS</Trans>
        </a>
      ) : null}
      {confirmed && 'share' in navigator ? (
        // closing the platform's sheet without a choice is no error
        <Button onClick={() => void navigator.share({ text, url }).catch(() => undefined)}>
          <Share2 aria-hidden="true" />
          <Trans>Share</Trans>
        </Button>
      ) : null}
    </div>
  )
}
