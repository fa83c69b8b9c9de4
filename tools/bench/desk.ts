import type { Locator, Page } from '@playwright/test'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import { openDevice, type Device } from '../../tests/journeys/support/device.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { CLINIC, fillTo, pageScript } from './sync.ts'

const TAPS = 60
const CHANGES = 1_000

/** Single measurements in ms, and the number of visits in the day's list. */
export type DeskFigures = {
  readonly rows: number
  readonly taps: readonly number[]
  readonly slowTaps: readonly number[]
  /** From a tap to the painted change in another window. */
  readonly elsewhere: readonly number[]
  /**
   * The longest task of the page while the device was filled, and while a thousand changes were sent; 0 if none took
   * more than 50 ms.
   */
  readonly filling: number
  readonly sending: number
}

/**
 * The app at a clinic's desk with so many visits on the device and hundreds in the day's list (issue "Sync engine",
 * Speed): a visit is checked in and out again from its row.
 */
export async function measureDesk(server: TestServer, count: number): Promise<DeskFigures> {
  await fillTo(server, count)
  const device = await openDevice(server, CLINIC, { width: 1440, height: 1000 })
  const { page } = device
  try {
    await page.addInitScript(watchTasks)
    await device.signIn(addressOf('clinic', CLINIC), '/login')
    await page.locator(ROW).first().waitFor()
    // tasks before this belong to the start, which has its own figure
    await longest(page)
    await device.settled()
    const filling = await longest(page)
    const rows = await openDay(device)
    const taps = await tapTimes(page, page, 600)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const slowTaps = await tapTimes(page, page, 1500)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const other = await openBeside(page)
    const elsewhere = await tapTimes(page, other, 600)
    await other.close()
    await device.cut('network off')
    await page.evaluate(await pageScript())
    await page.evaluate(
      (n) => (globalThis as unknown as { benchSync: { queueOwn(n: number): Promise<void> } }).benchSync.queueOwn(n),
      CHANGES,
    )
    await page.waitForTimeout(1000)
    await longest(page)
    await device.mend('network off')
    await device.settled()
    const sending = await longest(page)
    return { rows, taps, slowTaps, elsewhere, filling, sending }
  } finally {
    await device.close()
  }
}

/** Only taps, on a desk's new device: the number of visits of its day, and the ms of each tap. */
export async function measureTaps(server: TestServer): Promise<{ readonly rows: number; readonly taps: number[] }> {
  const device = await openDevice(server, CLINIC, { width: 1440, height: 1000 })
  const { page } = device
  try {
    await device.signIn(addressOf('clinic', CLINIC), '/login')
    await device.settled()
    const rows = await openDay(device)
    return { rows, taps: await tapTimes(page, page, 600) }
  } finally {
    await device.close()
  }
}

/** Opens the day's list; returns its number of visits. */
async function openDay({ page, goto }: Device): Promise<number> {
  await goto('/appointment?view=list')
  await page.locator(ROW).first().waitFor()
  const firstRowText = await page.locator('.card-head').first().innerText()
  return Number(/\d[\d.,]*/.exec(firstRowText)?.[0].replace(/\D/g, ''))
}

const ROW = 'main table tbody tr'

/** Opens the same screen in a window of its own, since a tab behind another is drawn late. */
async function openBeside(page: Page): Promise<Page> {
  const context = page.context()
  const cdp = await context.newCDPSession(page)
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    cdp.send('Target.createTarget', { url: 'about:blank', newWindow: true }),
  ])
  await other.setViewportSize({ width: 1440, height: 1000 })
  await other.goto(page.url())
  await other.locator(ROW).first().waitFor()
  return other
}

/** Presses in one window; returns the ms until the frame that shows it in `seenIn` is painted. */
async function tapTimes(page: Page, seenIn: Page, pause: number): Promise<number[]> {
  return pressTimes(page, seenIn, pause, async (i) => {
    await page
      .locator(ROW)
      .first()
      .getByRole('button', { name: /^More actions for/ })
      .click()
    // the menu item's name ends with its key
    const item = page.getByRole('menuitem', { name: i % 2 ? /^Undo check-in/ : /^Check in/ })
    await item.waitFor()
    return item
  })
}

/**
 * Presses what `ready` returns, sixty times, with a pause of ms before each; returns the ms until the frame that shows
 * it in the first row of `seenIn` is painted.
 */
export async function pressTimes(
  page: Page,
  seenIn: Page,
  pause: number,
  ready: (press: number) => Promise<Locator>,
): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < TAPS; i++) {
    const item = await ready(i)
    // waits until everything the last tap caused is over, including its sending and its pull
    await page.waitForTimeout(pause)
    const seen = seenIn.evaluate(untilChanged, ROW)
    const pressed = page.evaluate(whenPressed)
    await item.click()
    const took = (await seen) - (await pressed)
    // on a busy machine a change seen before the press belongs to the previous one
    if (took > 0) times.push(took)
  }
  return times
}

/** Runs in the page: the epoch ms of the next pointer release. */
const whenPressed = () =>
  new Promise<number>((resolve) =>
    addEventListener('pointerup', () => resolve(performance.timeOrigin + performance.now()), {
      once: true,
      capture: true,
    }),
  )

/** Runs in the page: the epoch ms when a frame with another text in the first row has been painted. */
function untilChanged(row: string): Promise<number> {
  const firstRowText = () => document.querySelector(row)?.textContent
  const before = firstRowText()
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (firstRowText() === before) return
      watch.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
        port2.postMessage(null)
      })
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** Runs in the page: records the durations of long tasks. */
function watchTasks() {
  const state = window as unknown as { tasks: number[] }
  state.tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) state.tasks.push(duration)
  }).observe({ entryTypes: ['longtask'] })
}

/** The longest task since the last call, in ms; 0 if none was over 50. */
const longest = (page: Page) =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks.splice(0)))
