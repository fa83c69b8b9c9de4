import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { SessionRecord } from '../api/session-record.ts'
import { dropToken, readSession } from '../api/session.ts'
import { readKeyRecord, type DeviceKey } from '../db/device-key.ts'
import { askOtherTabs, heldKey, holdKey, releaseKey, onLock } from '../db/held-key.ts'
import { takeKept } from '../db/kept-key.ts'
import { sealOf, type Seal } from '../db/seal.ts'
import { askLeft } from '../sync/ask-left.ts'
import { sealTokensByHeldKey } from '../sync/token-seal.ts'
import { wipePerson } from '../sync/wipe.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lockNow, watchLock } from '../screen/lock.ts'
import { LockScreen } from './locked.tsx'
import { PinOffer } from './pin-offer.tsx'
import { forgetFields } from '../screen/unremembered.ts'

sealTokensByHeldKey()

/**
 * A shared device: `children` get the seal while the person's key is in memory, and are unmounted without it (TRUST
 * D17, D18). Locking reloads the page, so that nothing stays in memory.
 */
export function SharedDevice({
  session,
  children,
}: {
  session: SessionRecord
  children: (seal: Seal, session: SessionRecord) => ReactNode
}) {
  const { id } = session.person
  const [state, setState] = useState<'asking' | 'locked' | 'leaving' | Unlocked>('asking')
  useEffect(() => {
    let gone = false
    const show = (next: typeof state) => !gone && setState(next)
    void findKey(id).then(async (key) => {
      const found = key && (await unlockedOf(id, key))
      if (found) return show(found)
      // the key was destroyed and the page ended before the wipe was complete
      if (!(await readKeyRecord(id))) return wipePerson(id)
      show('locked')
    })
    const deaf = onLock(() => {
      releaseKey()
      // unmounts screens and engine first, so that nothing asks whether to leave; then reloads the page
      setState('leaving')
      document.title = 'Bedside'
      setTimeout(() => location.reload())
    })
    // other people may have ordered the data they left here to be wiped
    void askLeft()
    const asking = setInterval(() => void askLeft(), ASK_MS)
    return () => {
      gone = true
      deaf()
      clearInterval(asking)
    }
  }, [id])
  if (state === 'asking' || state === 'leaving') return null
  if (state === 'locked')
    return (
      <LockScreen
        session={session}
        onOpen={() => void unlockedOf(id, heldKey(id)!).then((found) => setState(found ?? 'leaving'))}
      />
    )
  return (
    <>
      {children(state.seal, state.session)}
      <Countdown />
      {session.mustEnrol ? null : <PinOffer person={id} />}
    </>
  )
}

type Unlocked = { readonly seal: Seal; readonly session: SessionRecord }

/**
 * Decrypts the session's token with the key; null if the session has ended meanwhile, in which case the page goes to
 * the sign-in.
 */
async function unlockedOf(person: string, key: DeviceKey): Promise<Unlocked | null> {
  const before = await readSession()
  if (before && !before.token) await dropToken()
  else if (before) return { seal: sealOf(person, key), session: before }
  return null
}

const ASK_MS = 10 * 60_000

async function findKey(person: string) {
  const held = heldKey(person)
  if (held) return held
  const key = (await takeKept(person)) ?? (await askOtherTabs(person))
  if (key) holdKey(person, key)
  return key
}

/** Counts down the last seconds before it locks; activity stops it. */
function Countdown() {
  const [left, setLeft] = useState<number | null>(null)
  const watch = useRef<ReturnType<typeof watchLock>>(null)
  useEffect(() => {
    const watching = watchLock(setLeft)
    watch.current = watching
    const remember = forgetFields()
    return () => {
      watching.stop()
      remember()
    }
  }, [])
  if (left === null) return null
  return (
    <Dialog
      open
      onOpenChange={() => watch.current?.stay()}
      title={<Trans>This device locks in {left} s</Trans>}
      description={
        <Trans>It has not been used for a while, and others use it too. What you saved stays here, encrypted.</Trans>
      }
      footer={
        <>
          <Button onClick={lockNow}>
            <Trans>Lock now</Trans>
          </Button>
          <Button look="primary" onClick={() => watch.current?.stay()}>
            <Trans>Stay signed in</Trans>
          </Button>
        </>
      }
    />
  )
}
