import { Trans } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { useHold } from './use-hold.ts'

/** Says until when the chosen time is held for this person, or that it no longer is (rule 16). */
export function HoldLine({
  doctorId,
  slot,
  moves,
  visitTypeId,
}: {
  doctorId: string
  slot: Slot
  moves?: string | undefined
  visitTypeId?: string | undefined
}) {
  const { zone } = useDevice()
  const now = useMinute()
  const hold = useHold(doctorId, slot, { moves, visitTypeId })
  if (hold.state === 'none') return null
  if (hold.state === 'lost')
    return (
      <Note tone="conflict" alert>
        <Trans>
          Someone else has taken this time in the meantime. Choose another one; what you have entered stays.
        </Trans>
      </Note>
    )
  if (hold.until <= now)
    return (
      <Note tone="conflict">
        <p>
          <Trans>This time is no longer held for you.</Trans>
        </p>
        <Button small onClick={hold.again}>
          <Trans>Hold it again</Trans>
        </Button>
      </Note>
    )
  const until = formatTime(hold.until, zone)
  return (
    <p className="why" role="status">
      <Clock aria-hidden="true" />
      <Trans>Held for you until {until}</Trans>
    </p>
  )
}
