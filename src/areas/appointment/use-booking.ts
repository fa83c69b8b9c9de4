import { useCallback, useEffect, useRef, useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { type Booking, EMPTY_BOOKING, withChange } from './booking.ts'
import { dropDraft, keepDraft } from './commands-draft.ts'
import { readDraft } from './queries-draft.ts'

/** Milliseconds without typing before the draft is written. */
const QUIET_MS = 300

export type BookingDraft = ReturnType<typeof useBooking>

/**
 * The booking on the screen and its draft on the device. `begin` returns the initial booking without a draft; `from`
 * names the origin: a draft from elsewhere is restored only by a booking that starts empty. `ready` is false until both
 * have been read.
 */
export function useBooking(begin: () => Promise<Booking>, from: string) {
  const device = useDevice()
  const [booking, setBooking] = useState(EMPTY_BOOKING)
  const [ready, setReady] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const latest = useRef(EMPTY_BOOKING)
  const unsaved = useRef<Booking | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const set = useCallback((next: Booking) => {
    latest.current = next
    setBooking(next)
  }, [])

  useEffect(() => {
    if (ready) return
    let gone = false
    const look = async () => {
      const draft = await readDraft(device).catch(() => null)
      const taken = draft && (from === '' || draft.from === from) ? draft : null
      const start = taken ? taken.booking : await begin()
      if (gone) return
      set(start)
      setKeptAt(taken?.at ?? null)
      setDirty(taken !== null)
      setReady(true)
    }
    void look()
    return () => {
      gone = true
    }
  }, [device, from, ready, begin, set])

  const save = useCallback(() => {
    if (!unsaved.current) return
    const at = device.now()
    const draft = { booking: unsaved.current, from, at }
    unsaved.current = null
    // without room the device keeps no draft; booking reports its own failure
    void keepDraft(device, draft).then(
      () => setKeptAt(at),
      () => undefined,
    )
  }, [device, from])
  // the latest input is stored too, however the page is left
  useEffect(() => {
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [save])

  const change = useCallback(
    (part: Partial<Booking>) => {
      const next = withChange(latest.current, part)
      set(next)
      setDirty(true)
      unsaved.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(save, QUIET_MS)
    },
    [save, set],
  )

  /** Deletes the draft; the screen keeps its content until the next `start`. */
  const done = useCallback(async () => {
    clearTimeout(timer.current)
    unsaved.current = null
    setDirty(false)
    setKeptAt(null)
    await dropDraft(device)
  }, [device])

  /** Back to the beginning. */
  const restart = useCallback(async () => {
    await done()
    setReady(false)
  }, [done])

  return { booking, ready, dirty, keptAt, change, done, restart }
}
