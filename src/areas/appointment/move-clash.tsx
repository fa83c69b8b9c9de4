import { Trans } from '@lingui/react/macro'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Note } from '../../ui/note.tsx'
import type { ShownVisit } from './queries.ts'
import { wallOfVisit } from './visit-wall.ts'

/**
 * Rule 15: the patient has another visit at that time; patients are refused, staff are warned, with the words of the
 * booking.
 */
export function MoveClash({ visit }: { visit: ShownVisit }) {
  const isPatient = useDevice().person.type === 'patient'
  const when = formatDateTime(visit.start, wallOfVisit(visit).zone)
  return (
    <Note
      alert
      tone={isPatient ? 'failed' : 'to-close'}
      title={
        isPatient ? (
          <Trans>You have another appointment at that time</Trans>
        ) : (
          <Trans>The patient has another appointment at that time</Trans>
        )
      }
    >
      {isPatient ? (
        <Trans>It starts on {when}. Choose another time.</Trans>
      ) : (
        <Trans>It starts on {when}. The clinic may book both.</Trans>
      )}
    </Note>
  )
}
