import { useEffect, useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { availabilityCalls } from '../../../contract/availability/availability.ts'
import type { Input } from '../../../contract/calls.ts'
import { call } from '../../api/call.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'

/** A doctor and the first time that can be had with them. */
export type Earliest = { readonly doctorId: string; readonly slot: Slot }

/** The earliest free time of each doctor that fits, the earliest first; null where the server cannot be asked. */
export async function findEarliest(wish: Input<'availability.next'>): Promise<readonly Earliest[] | null> {
  const outcome = await call(availabilityCalls['availability.next'], wish)
  return outcome.kind === 'done' ? outcome.reply.free : null
}

/** The same for a screen: undefined while it is asked, null without a network. */
export function useEarliest(wish: Input<'availability.next'>): readonly Earliest[] | null | undefined {
  const offline = useIsOffline()
  const asked = JSON.stringify(wish)
  const [found, setFound] = useState<{ asked: string; free: readonly Earliest[] | null } | null>(null)
  useEffect(() => {
    if (offline) return
    let gone = false
    void findEarliest(JSON.parse(asked) as Input<'availability.next'>).then((free) => {
      if (!gone) setFound({ asked, free })
    })
    return () => void (gone = true)
  }, [asked, offline])
  if (offline) return null
  return found?.asked === asked ? found.free : undefined
}
