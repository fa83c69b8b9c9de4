import { useEffect, useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import { type Device, useDevice } from '../../screen/device.ts'
import { fetchSlots } from './queries.ts'
import { keptSlots } from '../availability/queries-kept-slots.ts'
import { type Repeat, seriesStarts } from './series.ts'

/** The doctor's known free times on the days of a series; days without an answer are not in `days`. */
export type KnownDays = { readonly days: ReadonlySet<number>; readonly free: readonly Slot[] }

/** Fetched again when doctor, time or rhythm change; undefined while it loads, null if nothing repeats. */
export function useSeriesDays(
  doctorId: string | null,
  first: Slot | null,
  repeat: Pick<Repeat, 'weeks' | 'count'> | null,
  visitTypeId?: string,
): KnownDays | null | undefined {
  const device = useDevice()
  const [found, setFound] = useState<{ readonly query: string; readonly known: KnownDays } | null>(null)
  const wish =
    doctorId && first && repeat ? { doctorId, first, weeks: repeat.weeks, count: repeat.count, visitTypeId } : null
  const query = wish && JSON.stringify(wish)
  useEffect(() => {
    if (!query) return
    let gone = false
    void lookUp(device, JSON.parse(query) as Wish).then((known) => {
      if (!gone) setFound({ query, known })
    })
    return () => void (gone = true)
  }, [device, query])
  if (!query) return null
  return found?.query === query ? found.known : undefined
}

type Wish = { doctorId: string; first: Slot; weeks: Repeat['weeks']; count: number; visitTypeId?: string }

/**
 * Sends one request per span of days that an answer covers; without a network, reads what this device has kept, day by
 * day.
 */
async function lookUp(device: Device, { doctorId, first, weeks, count, visitTypeId }: Wish): Promise<KnownDays> {
  const dates = seriesStarts(first, { weeks, count }).map(({ date }) => date)
  const days = new Set<number>()
  const free: Slot[] = []
  const left = [...dates]
  while (left.length) {
    const from = left[0]!
    const most = addDays(from, MOST_DAYS)
    const run = left.filter((date) => date <= most)
    left.splice(0, run.length)
    const input = {
      doctor: doctorId,
      start: String(from),
      end: String(run.at(-1)),
      type: first.type === 'online' ? ('online' as const) : ('physical' as const),
      ...(visitTypeId && { visitTypeId }),
    }
    const answer = await fetchSlots(device, input)
    if (answer.kind === 'unknown') continue
    const kept = answer.stale ? await keptSlots(device.db, input, device.now()) : null
    for (const date of run) if (!answer.stale || kept?.days.has(date)) days.add(date)
    free.push(...answer.slots)
  }
  return { days, free }
}

/** The most days in one `availability.get`. */
const MOST_DAYS = 61
