import { DEMO_PASSWORD } from '../../server/app/demo/sign-ins.ts'
import { activeWorker } from '../../tests/journeys/support/active-worker.ts'
import { openDevice } from '../../tests/journeys/support/device.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { coldStarts, ROWS } from './cold.ts'
import { median } from './figures.ts'
import { fillTo } from './fill.ts'

const ROUNDS = 5

/**
 * The installed app's own figures (the issue "Messages and the installed app", Speed), ms, medians: a cold start without a network to the
 * day's list (`coldStarts`); from a push that the browser hands over to its notification; a check-in on a tablet without a network,
 * from the yes to the painted answer; on a shared device that holds sealed visits, from "lock now" to the painted page that names no one, in a
 * document of its own, so that the key is gone with the one before.
 */
export async function measureApp(
  server: TestServer,
): Promise<{ cold: number; push: number; checkIn: number; lock: number }> {
  return { ...(await ofDoctor(server)), checkIn: await ofTablet(server), lock: await ofLock(server) }
}

async function ofDoctor(server: TestServer) {
  const device = await openDevice(server, 'kuzguncuk')
  try {
    const { page } = device
    const origin = new URL(server.at('kuzguncuk', '/')).origin
    const context = page.context()
    await context.grantPermissions(['notifications'], { origin })
    await device.signIn('doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
    await device.settled()
    await device.workerReady()
    const browser = await context.newCDPSession(page)
    const registrationId = await activeWorker(browser, origin)
    const pushes: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const shown = page.evaluate(untilShown, Date.now())
      const begun = performance.now()
      const data = JSON.stringify({ event: 'appointment', url: '/notify' })
      await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await shown
      pushes.push(performance.now() - begun)
    }
    await device.page.context().close()
    return {
      cold: median(await coldStarts(device.profile, server.at('kuzguncuk', '/appointment'))),
      push: median(pushes),
    }
  } finally {
    await device.close()
  }
}

async function ofTablet(server: TestServer) {
  const device = await openDevice(server, 'kuzguncuk', { width: 1024, height: 768 })
  try {
    const { page } = device
    await device.signIn('clinic.kuzguncuk@demo.bedside.test', '/login')
    await device.settled()
    await device.workerReady()
    await device.goto('/kiosk/tablets')
    await page.getByLabel('Name of the tablet').fill('Bench')
    await page.getByLabel('Waiting area').fill('A')
    await page.getByLabel('PIN to leave').fill('482193')
    await page.getByLabel('PIN again').fill('482193')
    await page.getByRole('button', { name: 'Start check-in on this device' }).click()
    await page.getByRole('button', { name: 'Touch to check in' }).waitFor()
    const visits = await server.sql<{ code: string }>(
      `select check_in_code as code from appointment a join clinic c on c.id = a.clinic_id
        where c.slug = 'kuzguncuk' and a.status = 'waiting' and check_in_code is not null
          and starts_at between $1::timestamptz - interval '10 minutes' and $1::timestamptz + interval '50 minutes' limit $2`,
      [server.now, ROUNDS],
    )
    await device.cut('network off')
    const times: number[] = []
    for (const { code } of visits) {
      await page.getByRole('button', { name: 'Touch to check in' }).click()
      for (const digit of code) await page.getByRole('button', { name: digit, exact: true }).click()
      await page.getByRole('button', { name: 'Yes, check in' }).waitFor()
      times.push(await page.evaluate(timeOfYes))
      await page.getByRole('button', { name: 'Done' }).click()
    }
    return median(times)
  } finally {
    await device.close()
  }
}

async function ofLock(server: TestServer) {
  const device = await openDevice(server, 'kuzguncuk')
  try {
    const { page } = device
    const who = 'doctor.kuzguncuk@demo.bedside.test'
    await device.signIn(who, '/doctor-login')
    await device.settled()
    await device.workerReady()
    await fillTo(device, SEALED)
    // the same person returns and now shares the device: the app encrypts the data that is there
    await page.evaluate(forgetSession)
    await device.signIn(who, '/doctor-login', { shared: true })
    await page.getByRole('button', { name: 'Not now' }).click()
    await device.settled()
    await page.addInitScript(() => {
      const look = () =>
        document.querySelector('h1')?.textContent === 'This device is locked'
          ? requestAnimationFrame(() => performance.mark('locked'))
          : requestAnimationFrame(look)
      look()
    })
    const row = page.locator(ROWS).first()
    const locks: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await row.waitFor()
      await page.getByRole('button', { name: /profile menu/ }).click()
      await page.getByRole('menuitem', { name: 'Lock now' }).waitFor()
      const begun = await page.evaluate(pressLock)
      await page.getByRole('heading', { name: 'This device is locked' }).waitFor()
      const locked = await page.waitForFunction(
        () =>
          performance.getEntriesByName('locked')[0] &&
          performance.timeOrigin + performance.getEntriesByName('locked')[0]!.startTime,
      )
      locks.push(((await locked.jsonValue()) ?? Number.NaN) - begun)
      if (await row.count()) throw new Error('a locked page shows visits')
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Unlock' }).click()
    }
    return median(locks)
  } finally {
    await device.close()
  }
}

const SEALED = 5_000

/** Runs in the page: forgets who was signed in and how; their records stay. */
async function forgetSession() {
  const gone = indexedDB.deleteDatabase('bedside-session')
  await new Promise((resolve) => (gone.onsuccess = resolve))
  for (const key of Object.keys(localStorage))
    if (key === 'user-token' || key === 'signed-in' || key.startsWith('shared-')) localStorage.removeItem(key)
}

/** Runs in the page: presses "lock now" in the open menu; returns the epoch ms of the press. */
function pressLock(): number {
  const begun = performance.timeOrigin + performance.now()
  const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    ({ textContent }) => textContent === 'Lock now',
  )
  item!.click()
  return begun
}

/**
 * Runs in the page: waits for a notification newer than `since`, in epoch ms. None is closed meanwhile: closing happens
 * some time after the request, and may close the next notification of its kind too.
 */
async function untilShown(since: number) {
  const registration = await navigator.serviceWorker.ready
  const isNew = (shown: Notification & { timestamp?: number }) => (shown.timestamp ?? 0) >= since
  while (!(await registration.getNotifications()).some(isNew)) await new Promise((done) => setTimeout(done, 5))
}

/** Runs in the page: presses yes, and returns the ms until the frame with the confirmation is painted. */
function timeOfYes(): Promise<number> {
  const named = (selector: string, words: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) => textContent === words)
  return new Promise((resolve) => {
    const begun = performance.now()
    const look = () =>
      named('h1', 'You are checked in')
        ? requestAnimationFrame(() => resolve(performance.now() - begun))
        : requestAnimationFrame(look)
    named('button', 'Yes, check in')?.click()
    requestAnimationFrame(look)
  })
}
