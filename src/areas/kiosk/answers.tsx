import { Plural, Trans } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { KioskVisit } from '../../../contract/kiosk/kiosk.ts'
import { formatTime } from '../../i18n/format.ts'
import { Bead } from '../../ui/bead.tsx'
import { Button } from '../../ui/button.tsx'

/** Each visit that was found, to be confirmed one by one (rule 72): first name and initial, time, doctor. */
export function Choose({
  visits,
  zone,
  onConfirm,
}: {
  visits: readonly KioskVisit[]
  zone: string
  onConfirm: (visit: KioskVisit) => void
}) {
  return (
    <>
      <h1>
        <Plural value={visits.length} one="Is this your appointment?" other="Which of these appointments are yours?" />
      </h1>
      <ul className="kiosk-visits">
        {visits.map((visit) => (
          <li key={visit.id}>
            <span className="grow">
              <b>
                {formatTime(visit.start, zone)} · {visit.name}
              </b>
              {visit.doctorName}
            </span>
            <Button look="primary" onClick={() => onConfirm(visit)}>
              <Check aria-hidden="true" />
              <Trans>Yes, check in</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Done({ visit, area, zone }: { visit: KioskVisit; area: string; zone: string }) {
  return (
    <>
      <span className="kiosk-ok" aria-hidden="true">
        <Bead shape="completed" />
      </span>
      <div role="status">
        <h1>
          <Trans>You are checked in</Trans>
        </h1>
      </div>
      <dl className="kiosk-facts">
        <div>
          <dt>
            <Trans>Welcome</Trans>
          </dt>
          <dd>{visit.name}</dd>
        </div>
        <div>
          <dt>
            <Trans>Your appointment</Trans>
          </dt>
          <dd>{formatTime(visit.start, zone)}</dd>
        </div>
        {area && (
          <div>
            <dt>
              <Trans>Please take a seat</Trans>
            </dt>
            <dd>{area}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** Tells someone who has proved that the visit is theirs that they are too early (decision 0066). */
export function Early({ opens, zone }: { opens: number; zone: string }) {
  const time = formatTime(opens, zone)
  return (
    <>
      <div role="status">
        <h1>
          <Trans>You are early</Trans>
        </h1>
      </div>
      <p>
        <Trans>Check-in for your appointment opens at {time}. Please come back then, or ask at reception.</Trans>
      </p>
    </>
  )
}

/**
 * One answer for everything else that does not match, so that no one learns whether a code, a date or a person exists
 * (rule 70).
 */
export function Desk() {
  return (
    <div role="status" className="stack">
      <h1>
        <Trans>Please go to reception</Trans>
      </h1>
      <p>
        <Trans>We will gladly help you there.</Trans>
      </p>
    </div>
  )
}

/** Shown after five wrong attempts in a row (rule 71). `left` is in seconds. */
export function Shut({ left }: { left: number }) {
  return (
    <>
      <h1>
        <Trans>Please go to reception</Trans>
      </h1>
      <p>
        <Plural
          value={left}
          one="Check-in here is possible again in # second."
          other="Check-in here is possible again in # seconds."
        />
      </p>
    </>
  )
}
