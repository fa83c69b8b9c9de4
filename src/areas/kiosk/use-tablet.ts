import { useCallback, useEffect, useRef, useState } from 'react'
import { todayIn } from '../../../contract/kernel/time.ts'
import { refresh, sendNow } from './commands.ts'
import { missed, UNLOCKED, waited } from './lock.ts'
import type { List } from './list.ts'
import { forgetList, keepFact, keepTouch, readFact, readList, readTouches, type Lock, type Tablet } from './store.ts'

const REFRESH_MS = 30_000
const TICK_MS = 1000

/**
 * Runs the tablet: fetches its list again and again, sends touches, keeps midnight, and counts down the pause after
 * wrong attempts. `onDayOver`, always the same function, is called when the list's day has ended.
 */
export function useTablet(onDayOver: () => void) {
  const [tablet, setTablet] = useState<Tablet | null | undefined>()
  const [list, setList] = useState<List | null>(null)
  const [online, setOnline] = useState(true)
  const [gone, setGone] = useState(false)
  const [lock, setLock] = useState<Lock>(UNLOCKED)
  const [unsent, setUnsent] = useState(0)
  const busy = useRef(false)

  useEffect(() => {
    void Promise.all([readFact('tablet'), readFact('lock')]).then(async ([storedTablet, shut]) => {
      if (storedTablet) setList(await readList(storedTablet))
      setTablet(storedTablet)
      if (shut) setLock(shut)
    })
  }, [])

  const ask = useCallback(async () => {
    if (!tablet || busy.current) return
    busy.current = true
    const found = await refresh(tablet).finally(() => (busy.current = false))
    setUnsent((await readTouches()).length)
    setOnline(found.kind !== 'offline')
    if (found.kind === 'list') setList(found.list)
    if (found.kind === 'gone') setGone(true)
  }, [tablet])
  useEffect(() => {
    void ask()
    const timer = setInterval(() => void ask(), REFRESH_MS)
    const back = () => void ask()
    addEventListener('online', back)
    return () => {
      clearInterval(timer)
      removeEventListener('online', back)
    }
  }, [ask])

  const now = useCallback(() => Date.now() + (list?.offset ?? 0), [list])
  const day = list?.day
  const zone = list?.zone
  useEffect(() => {
    // rule 73: yesterday's people go at the clinic's midnight, even if today's list cannot be fetched
    const look = () => {
      if (day === undefined || zone === undefined || todayIn(zone, now()) === day) return
      setList(null)
      onDayOver()
      void forgetList().then(ask)
    }
    // a tablet that slept or was off starts with what it had stored
    look()
    const timer = setInterval(look, TICK_MS)
    return () => clearInterval(timer)
  }, [day, zone, now, ask, onDayOver])

  const isShut = lock.left > 0
  useEffect(() => {
    if (!isShut) return
    let last = performance.now()
    const timer = setInterval(() => {
      const passed = performance.now() - last
      last += passed
      setLock((shut) => {
        const left = waited(shut, passed)
        keepLock(left)
        return left
      })
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [isShut])

  return {
    tablet,
    list,
    online,
    gone,
    lock,
    unsent,
    now,
    /** Stores the touch on disk, then sends it if there is a network; false if it could be neither stored nor sent. */
    touch: async (visitId: string): Promise<boolean> => {
      const touch = { visitId, at: new Date(now()).toISOString(), offset: list?.offset ?? 0 }
      try {
        await keepTouch(touch)
      } catch {
        return tablet ? sendNow(tablet, touch) : false
      }
      setUnsent((await readTouches()).length)
      void ask()
      return true
    },
    miss: () => {
      const next = missed(lock)
      setLock(next)
      keepLock(next)
    },
    hit: () => {
      setLock(UNLOCKED)
      keepLock(UNLOCKED)
    },
  }
}

/** A device without room keeps it only in memory. */
const keepLock = (lock: Lock) => void keepFact('lock', lock).catch(() => undefined)
