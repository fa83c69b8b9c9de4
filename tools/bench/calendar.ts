import { openDevice } from '../../tests/journeys/support/device.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { median } from './figures.ts'
import { fillAt } from './fill.ts'

const ROUNDS = 7
const IN_A_MONTH = 2_000

/**
 * A doctor's calendar with 2,000 visits in the month. `month`: median ms from the press on "Month" to the frame that
 * shows it; `longest`: ms of the longest task while a visit is dragged over a week. The library's code is already
 * loaded, as on every visit but the first.
 */
export async function measureCalendar(
  server: TestServer,
): Promise<{ readonly month: number; readonly longest: number }> {
  const device = await openDevice(server, 'kuzguncuk', { width: 1440, height: 1000 })
  const { page } = device
  try {
    await device.signIn('doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
    await device.settled()
    await device.workerReady()
    await fillAt(device, timesOfMonth(IN_A_MONTH, server.now))
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await device.goto('/calendar?view=week')
      await page.locator('.cal-week .cal-event').first().waitFor()
      // no one presses in the very frame in which the week appears
      await device.settled()
      times.push(await page.evaluate(timeToMonth))
    }
    await device.goto('/calendar?view=week')
    const waiting = page.locator('.cal-week .cal-state-waiting')
    await waiting.first().waitFor()
    const event = waiting.nth(Math.floor((await waiting.count()) / 2))
    await event.scrollIntoViewIfNeeded()
    const box = await event.boundingBox()
    if (!box) throw new Error('no visit to drag')
    await page.evaluate(watchTasks)
    // its centre, since in a full week it is narrow and has close neighbours
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 30; step++) await page.mouse.move(x - step * 8, y + step * 4)
    await page.mouse.up()
    // a drop opens a dialog or says why not; without either nothing was dragged, and no task would be long
    await page.locator('[role="dialog"], [data-sonner-toast]').first().waitFor()
    const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest)
    return { month: median(times), longest }
  } finally {
    await device.close()
  }
}

/** Ten minutes each over thirty days from the first of the month, one after the other within a day. */
const timesOfMonth = (count: number, now: string) =>
  Array.from({ length: count }, (_, n) => {
    const start = Date.parse(`${now.slice(0, 8)}01T06:00:00Z`) + (n % 30) * 86_400_000 + Math.floor(n / 30) * 600_000
    return { start: new Date(start).toISOString(), end: new Date(start + 600_000).toISOString() }
  })

/** Runs in the page: presses "Month" and returns the ms until the month is in a painted frame. */
function timeToMonth(): Promise<number> {
  const button = [...document.querySelectorAll<HTMLElement>('.seg button')].find(
    ({ textContent }) => textContent === 'Month',
  )
  return new Promise((resolve) => {
    const begun = performance.now()
    const look = () =>
      document.querySelector('.cal-month .cal-event')
        ? requestAnimationFrame(() => resolve(performance.now() - begun))
        : requestAnimationFrame(look)
    button?.click()
    requestAnimationFrame(look)
  })
}

/** Runs in the page: records the longest task from here on. */
function watchTasks() {
  const state = window as unknown as { longest: number }
  state.longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) state.longest = Math.max(state.longest, duration)
  }).observe({ entryTypes: ['longtask'] })
}
