import { useMatches } from '@tanstack/react-router'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { sessionCalls } from '../../contract/session/session.ts'
import { watchPresence } from '../api/attended.ts'
import { call } from '../api/call.ts'
import type { SessionRecord } from '../api/session-record.ts'
import { isNewer, NewerDatabase, type Database } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import { useShared } from '../db/shared-query.ts'
import { holdLimits } from '../i18n/limits.ts'
import { startEngine } from '../sync/engine.ts'
import { showOptimisticallyTogether } from '../sync/optimistic-change.ts'
import { setClockOffset, useViewerZone } from '../ui/minute-clock.ts'
import { DeviceContext, type Device } from '../screen/device.ts'
import { afterFirstScreen, tellFirstScreen } from '../screen/first-screen.ts'
import { useFreshServerSettings } from '../screen/server-settings.ts'
import { AHEAD_MS, closeLater, openDevice } from '../screen/open-ahead.ts'
import { usePerson } from '../screen/person.ts'
import { standing } from '../screen/standing.ts'

/**
 * Why it cannot be opened: another tab holds an older version, the browser stores nothing or its storage is broken, or
 * a newer build made it.
 */
export type Closed = 'blocked' | 'broken' | 'newer'

/** Opens the person's database and runs the engine while mounted. `children` wait until the database answers. */
export function DeviceProvider({
  session,
  seal,
  children,
  closed,
}: {
  session: SessionRecord
  seal: Seal | null
  children: ReactNode
  closed: (why: Closed) => ReactNode
}) {
  const [opened, setOpened] = useState<{ db: Database; kick: () => void } | Closed | null>(null)
  const [storageFull, setStorageFull] = useState(false)
  useEffect(() => {
    let db: Database | null = null
    setClockOffset(session.offset)
    let engine: ReturnType<typeof startEngine> | undefined
    let callOff = () => {}
    let seeAlone = () => {}
    let gone = false
    const leave = watchPresence(() => void call(sessionCalls['session.type'], {}))
    // reports an open that hangs: another tab holds an older version (SYNC "Storage")
    const waiting = setTimeout(() => setOpened((now) => now ?? 'blocked'), 3000)
    openDevice(session, seal).then(
      (found) => {
        clearTimeout(waiting)
        if (gone) return closeLater(found)
        db = found
        seeAlone = showOptimisticallyTogether(found)
        found.on('versionchange', ({ newVersion }) => {
          if (!isNewer(newVersion ?? 0)) return
          engine?.stop()
          setOpened('newer')
        })
        setOpened({ db: found, kick: () => engine?.kick() })
        // the first screen comes first: a sync round would delay its reads
        callOff = afterFirstScreen(() => void (engine = startEngine(found, session, setStorageFull)))
      },
      (error: unknown) => {
        clearTimeout(waiting)
        if (!gone) setOpened(error instanceof NewerDatabase ? 'newer' : 'broken')
      },
    )
    void navigator.storage?.persist?.()
    return () => {
      gone = true
      leave()
      clearTimeout(waiting)
      callOff()
      seeAlone()
      engine?.stop()
      if (db) closeLater(db)
    }
    // the record is read again at every navigation; only a new sign-in starts a new session
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session.token, session.person.id, seal])
  if (typeof opened === 'string') return closed(opened)
  if (!opened) return null
  return (
    <WithZone opened={opened} session={session} seal={seal} storageFull={storageFull}>
      {children}
    </WithZone>
  )
}

function WithZone({
  opened: { db, kick },
  session,
  seal,
  storageFull,
  children,
}: {
  opened: { db: Database; kick: () => void }
  session: SessionRecord
  seal: Seal | null
  storageFull: boolean
  children: ReactNode
}) {
  const { clinicId, offset } = session
  const person = usePerson(db, session)
  useFreshServerSettings(db)
  const { settings, zone } = useShared(db, standing(db, person, clinicId)) ?? {}
  useEffect(() => {
    if (settings) holdLimits(settings)
  }, [settings])
  const viewer = useViewerZone()
  // one object for the whole sign-in, however often the record is read; another zone redraws everything that uses it
  const device = useMemo(
    () =>
      zone &&
      settings && { db, kick, session, seal, person, settings, zone, storageFull, now: () => Date.now() + offset },
    // oxlint-disable-next-line react/exhaustive-deps
    [db, kick, session.token, seal, zone, viewer, storageFull, JSON.stringify(person), JSON.stringify(settings)],
  )
  const isRead = useReadAhead(device || null)
  const isDrawn = Boolean(device) && isRead
  useEffect(() => {
    if (isDrawn) tellFirstScreen()
  }, [isDrawn])
  if (!device || !isRead) return null
  return <DeviceContext value={device}>{children}</DeviceContext>
}

/**
 * Whether the first screen's data has been read. If that takes too long or fails, the screen is drawn without it and
 * shows its own loading state.
 */
function useReadAhead(device: Device | null): boolean {
  const match = useMatches().findLast(({ staticData }) => staticData.screen)
  const ahead = match?.staticData.screen?.ahead
  const [isRead, setRead] = useState(!ahead)
  const isOpen = device !== null
  useEffect(() => {
    if (!device || !ahead || isRead) return
    const late = setTimeout(setRead, AHEAD_MS, true)
    ahead()
      .then((read) => read(device, match.search))
      .catch(() => undefined)
      .finally(() => setRead(true))
    return () => clearTimeout(late)
    // once, for the screen that the app opens with
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen])
  return isRead
}
