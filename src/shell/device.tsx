import { useMatches } from '@tanstack/react-router'
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Person } from '../../contract/session.ts'
import type { SessionRecord } from '../api/session.ts'
import type { Database } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import { useShared } from '../db/shared-query.ts'
import { startEngine } from '../sync/engine.ts'
import { foreseeTogether } from '../sync/foresee-change.ts'
import { NewerDatabase } from '../sync/rescue.ts'
import { setClockOffset } from '../ui/minute-clock.ts'
import { afterFirstScreen, tellFirstScreen } from './first-screen.ts'
import { useFreshHouse, type House } from './house.ts'
import { AHEAD_MS, closeLater, openDevice } from './open-ahead.ts'
import { usePerson } from './person.ts'
import { standing } from './standing.ts'

/** This device in the hands of the person signed in: their database, the engine, and the clock of the server as measured. */
export type Device = {
  readonly db: Database
  readonly session: SessionRecord
  /** What their records are sealed with, where they share this device. */
  readonly seal: Seal | null
  /** Who they are, as their own record says now: changed here or on another device, it is so within a pull. */
  readonly person: Person
  /** What the house has set, as this device last heard; the defaults before that. */
  readonly house: House
  /** The zone whose day "today" is (rule 4): the clinic's one stands in, or the first one works in. */
  readonly zone: string
  /** Epoch ms by the server's clock. */
  readonly now: () => number
  /** Sends and fetches soon. */
  readonly kick: () => void
  /** This device has no room, or its storage fails: nothing new can be kept (R76). */
  readonly storageFull: boolean
}

/** Why it cannot be opened: another tab holds an older version, the browser stores nothing or is broken, or a newer build of the app made it. */
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
    // an open that hangs says so: another tab holds an older version (SYNC "Storage")
    const waiting = setTimeout(() => setOpened((now) => now ?? 'blocked'), 3000)
    openDevice(session, seal).then(
      (found) => {
        clearTimeout(waiting)
        if (gone) return closeLater(found)
        db = found
        seeAlone = foreseeTogether(found)
        setOpened({ db: found, kick: () => engine?.kick() })
        // what is here is shown first: a round would take its turn before the screen's
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
      clearTimeout(waiting)
      callOff()
      seeAlone()
      engine?.stop()
      if (db) closeLater(db)
    }
    // the record is read anew at every navigation; only another sign-in is another session
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

export function useDevice(): Device {
  const device = use(Context)
  if (!device) throw new Error('useDevice outside DeviceProvider')
  return device
}

const Context = createContext<Device | null>(null)

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
  useFreshHouse(db)
  const { house, zone } = useShared(db, standing(db, person, clinicId)) ?? {}
  // one device for as long as the sign-in lasts, however often the record is read anew
  const device = useMemo(
    () =>
      zone && house && { db, kick, session, seal, person, house, zone, storageFull, now: () => Date.now() + offset },
    // oxlint-disable-next-line react/exhaustive-deps
    [db, kick, session.token, seal, zone, storageFull, JSON.stringify(person), JSON.stringify(house)],
  )
  const isRead = useReadAhead(device || null)
  const isDrawn = Boolean(device) && isRead
  useEffect(() => {
    if (isDrawn) tellFirstScreen()
  }, [isDrawn])
  if (!device || !isRead) return null
  return <Context value={device}>{children}</Context>
}

/** Whether what the screen shows first has been read; where that takes long or fails, the screen is drawn without and says so itself. */
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
    // once, for the screen that the app opens on
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen])
  return isRead
}
