import { Trans } from '@lingui/react/macro'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { Booking } from './booking.ts'
import { findEarliest } from './queries-earliest.ts'

/** For the desk: the next free time of any doctor of the clinic, doctor and time at one press (SCREENS B1 "first free"). */
export function BookAnyDoctor({
  clinicId,
  onChange,
}: {
  clinicId: string
  onChange: (part: Partial<Booking>) => void
}) {
  const offline = useIsOffline()
  const [state, setState] = useState<'idle' | 'busy' | 'none' | 'unreachable'>('idle')
  if (offline) return null
  async function take() {
    setState('busy')
    const found = await findEarliest({ clinicId, most: 1 })
    const [first] = found ?? []
    setState(first ? 'idle' : found ? 'none' : 'unreachable')
    if (first) onChange({ doctorId: first.doctorId, clinicId, type: first.slot.type, slot: first.slot })
  }
  return (
    <div className="stack-2">
      <Button
        look="quiet"
        small
        className="start"
        aria-busy={state === 'busy' || undefined}
        onClick={() => void take()}
      >
        <Zap aria-hidden="true" />
        <Trans>First available, any doctor</Trans>
      </Button>
      {state === 'none' && (
        <Note alert>
          <Trans>No doctor at this clinic has any free appointments.</Trans>
        </Note>
      )}
      {state === 'unreachable' && (
        <Note tone="offline" alert>
          <Trans>The server could not be reached. Choose a doctor.</Trans>
        </Note>
      )}
    </div>
  )
}
