import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { MOST_CLINICS } from '../../../contract/sync/sync.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { ChooseClinics } from './choose-clinics.tsx'
import { useClinicsHeld } from './queries-held.ts'

/**
 * Content of these clinics. An admin's device that holds none of them says so instead, since "no hours" would then be
 * wrong (decision 0125).
 */
export function OfClinics({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const { person } = useDevice()
  return person.type === 'admin' && ids.length > 0 ? <IfHeld ids={ids}>{children}</IfHeld> : children
}

function IfHeld({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const heldClinics = useClinicsHeld()
  const offline = useIsOffline()
  const [choosing, setChoosing] = useState(false)
  if (!heldClinics) return null
  if (heldClinics.held.some(({ id }) => ids.includes(id)))
    return heldClinics.isHere ? children : offline ? <NotOnDevice /> : <ListSkeleton />
  const held = heldClinics.held.map(({ id }) => id)
  return (
    <>
      <NotOnDevice
        action={
          <Button onClick={() => setChoosing(true)}>
            <Trans>Choose clinics</Trans>
          </Button>
        }
      >
        <Trans>This doctor works at a clinic that is not on this device. Choose it to see it here.</Trans>
      </NotOnDevice>
      {choosing && (
        <ChooseClinics first={[...held.slice(0, MOST_CLINICS - 1), ids[0]!]} onClose={() => setChoosing(false)} />
      )}
    </>
  )
}
