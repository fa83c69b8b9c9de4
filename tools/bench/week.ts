import { openDevice } from '../../tests/journeys/support/device.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { freshStart } from './cold.ts'
import { median } from './figures.ts'
import { fillAt, heldBetween } from './fill.ts'

const CLINIC = 'kuzguncuk'
const IN_A_WEEK = 637
const CACHED = 50_000
export const DAY = 86_400_000
const ROUNDS = 7

/**
 * A doctor's new browser process without a network, with 50,000 visits on the device (issue "Sync engine", Speed):
 * median ms to the painted week of 637, and to the empty shell. The server holds only the demo's visits.
 */
export async function measureWeek(server: TestServer): Promise<{ readonly week: number; readonly shell: number }> {
  const { startWeek, startShell, close } = await openWeek(server, CACHED)
  try {
    const [week, shell]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      shell.push(await startShell())
      week.push(await startWeek())
    }
    return { week: median(week), shell: median(shell) }
  } finally {
    await close()
  }
}

/**
 * A doctor's device with so many visits, 637 of them in this week, and its starts in new browsers without a network.
 */
export async function openWeek(server: TestServer, cached: number) {
  const device = await openDevice(server, CLINIC)
  await device.signIn('doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  await device.settled()
  await device.workerReady()
  const end = weekEnd(server.now)
  const inWeek = await heldBetween(device, new Date(Date.parse(end) - 7 * DAY).toISOString(), end)
  for (const times of weeksOf(end, cached, inWeek)) await fillAt(device, times)
  await device.page.context().close()
  return {
    startWeek: () => freshStart(device.profile, server.at(CLINIC, '/appointment?view=week'), '.week .week-place'),
    startShell: () => freshStart(device.profile, server.at(CLINIC, '/notify'), '.topbar h1'),
    close: device.close,
  }
}

/**
 * The times of so many visits, week by week: 637 in the week that ends here, minus those that exist, and the rest in
 * equally full weeks around it.
 */
export function weeksOf(end: string, count: number, inWeek = 0): Visits[] {
  const weeks = Math.ceil(count / IN_A_WEEK) - 1
  const otherWeeks = Array.from({ length: weeks }, (_, week) => {
    const away = week < weeks / 2 ? week - weeks / 2 : week - weeks / 2 + 1
    const times = timesOfWeek(IN_A_WEEK, new Date(Date.parse(end) + Math.floor(away) * 7 * DAY).toISOString())
    return away < 0 ? times.map((time) => ({ ...time, status: 'completed' })) : times
  })
  return [timesOfWeek(IN_A_WEEK - inWeek, end), ...otherWeeks]
}

type Visits = { readonly start: string; readonly end: string; readonly status?: string }[]

/** The end of the last day of the week that contains this moment; weeks begin on Monday. ISO. */
export function weekEnd(now: string): string {
  const day = new Date(`${now.slice(0, 10)}T15:00:00Z`)
  return new Date(day.getTime() + ((7 - day.getUTCDay()) % 7) * DAY).toISOString()
}

/** Evenly over the nine hours before `end`, and before the same hour of each of the six days before. */
function timesOfWeek(count: number, end: string) {
  const aDay = Math.ceil(count / 7)
  return Array.from({ length: count }, (_, n) => {
    const back = Math.floor(n / aDay) * DAY + (((n % aDay) + 1) * 9 * 3_600_000) / aDay
    const start = Date.parse(end) - back
    return { start: new Date(start).toISOString(), end: new Date(start + 40_000).toISOString() }
  })
}
