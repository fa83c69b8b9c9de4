import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Note } from '../../ui/note.tsx'
import type { ShownVisit } from './queries.ts'
import { wallOfVisit } from './visit-wall.ts'

/**
 * Rule 15: the patient has another visit at the time that is booked or moved to; patients are refused, staff are
 * warned. `children`: what staff say yes to; without them it is read out at once.
 */
export function ClashNote({ visit, children }: { visit: ShownVisit; children?: ReactNode }) {
  const isPatient = useDevice().person.type === 'patient'
  const when = formatDateTime(visit.start, wallOfVisit(visit).zone)
  return (
    <Note
      alert={!children}
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
      {children}
    </Note>
  )
}
