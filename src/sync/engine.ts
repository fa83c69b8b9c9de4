import type { Socket } from 'socket.io-client'
import { BATCH } from '../../contract/sync/sync.ts'
import type { SessionRecord } from '../api/session-record.ts'
import type { Database } from '../db/database.ts'
import { wantedClinics } from './clinics.ts'
import { contextOf, retryNow } from './context.ts'
import { refreshPeriodically, wakeWorkerLater } from './background.ts'
import { cycle } from './cycle.ts'
import { carried, eligible } from './eligible.ts'
import { heldUntil } from './hold.ts'
import { isStorageError } from './storage.ts'

/** Runs rounds for a signed-in person until stopped: on a new entry, a poke, coming online or to the front, and on a timer. */
export function startEngine(
  db: Database,
  session: SessionRecord,
  /** Called with true when this device cannot store, with false when it can again. */
  onStorage: (full: boolean) => void = () => {},
): { readonly kick: () => void; readonly stop: () => void } {
  const context = contextOf(session)
  let running = false
  let again = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  /** Whether something may wait that no round has sent yet. */
  let hasUnsent = false

  async function kick() {
    if (stopped) return
    void listen()
    if (running) return void (again = true)
    running = true
    clearTimeout(timer)
    try {
      const line = await cycle(db, context)
      onStorage(false)
      await sayAgain()
      failures = line === 'online' ? 0 : failures + 1
      hasUnsent = line === 'online' ? again : hasUnsent || (await db.outbox.count()) > 0
    } catch (error) {
      failures++
      tell(error)
    }
    running = false
    if (again) {
      again = false
      return void kick()
    }
    const wait = await pause().catch((error: unknown) => (tell(error), IDLE_MS))
    if (!stopped) timer = setTimeout(kick, wait)
  }

  /**
   * Handles errors of the engine's own work, for which no caller waits. A database that closes with its tab is not a
   * fault: the engine has been stopped before, and its remaining work has no effect. A full device is reported in
   * words; anything else must surface.
   */
  function tell(error: unknown) {
    if (stopped) return
    if (isStorageError(error)) onStorage(true)
    else reportError(error)
  }

  let socket: Socket | undefined
  let isOpening = false
  /**
   * Opens the socket on which the server pokes this device. The socket's code loads after the start; if it fails to
   * load, the next round tries again.
   */
  async function listen() {
    // a socket that the server closed or refused does not reconnect by itself: each round tries again
    if (socket && !socket.active) socket.connect()
    if (isOpening) return
    isOpening = true
    const part = await import('socket.io-client').catch(() => null)
    isOpening = part !== null
    if (!part || stopped) return
    socket = part.io({
      path: '/socket.io',
      transports: ['websocket'],
      // asked at each connection: an admin is poked about the clinics held (decision 0125)
      auth: (give) => void introduce().then(give, tell),
      reconnectionDelayMax: 30_000,
    })
    socket.on('notify', () => void kick())
    socket.on('connect', retrySoon)
    // the session may have ended, and then names must leave the screen; or the server stops, and not all devices should
    // come at the same moment
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') setTimeout(() => void kick(), Math.random() * ASK_SOON_MS)
    })
  }

  async function introduce() {
    socketClinics = (await wantedClinics(db)).join(',')
    return {
      token: session.token,
      session: session.session,
      unlock: session.unlock,
      ...(socketClinics && { clinics: socketClinics }),
    }
  }
  /** The clinics that the socket was opened with; for other clinics it is opened again. */
  let socketClinics: string | undefined
  async function sayAgain() {
    if (socketClinics !== undefined && socketClinics !== (await wantedClinics(db)).join(','))
      socket?.disconnect().connect()
  }

  /** A minute while all is well; shorter while something waits; longer the longer nothing answers. */
  async function pause(): Promise<number> {
    if (stopped) return IDLE_MS
    // what waits behind a parked change waits for a person, not for a time
    const entries = await db.outbox.toArray()
    const file = carried(entries, Infinity)
    const next = [...eligible(entries, Infinity, BATCH), ...(file ? [file] : [])].map((entry) => entry.nextTry)
    const now = context.now()
    const first = Math.max(Math.min(...next), await heldUntil(db, now))
    const wait = next.length ? Math.max(1000, first - now) : IDLE_MS
    return Math.min(IDLE_MS, failures ? Math.max(1000, Math.random() * 1000 * 2 ** Math.min(failures, 6)) : wait)
  }

  const retrySoon = () => {
    failures = 0
    void retryNow(db).catch(tell).then(kick)
  }
  const onVisibility = () => {
    if (document.visibilityState === 'visible') void kick()
    // this tab may be closed next: from here on the worker sends what waits
    else if (hasUnsent) void wakeWorkerLater()
  }
  addEventListener('online', retrySoon)
  addEventListener('offline', retrySoon)
  document.addEventListener('visibilitychange', onVisibility)
  void refreshPeriodically()
  void kick()
  return {
    // the change is painted first: a round would use the database before the screen does
    kick: () => {
      hasUnsent = true
      setTimeout(() => void kick(), PAINT_FIRST_MS)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      removeEventListener('online', retrySoon)
      removeEventListener('offline', retrySoon)
      document.removeEventListener('visibilitychange', onVisibility)
      socket?.disconnect()
    },
  }
}

const IDLE_MS = 60_000
const PAINT_FIRST_MS = 100
/** Half of the second within which an ended session is to be noticed. */
const ASK_SOON_MS = 500
