import type { Page } from '@playwright/test'
import type { TestServer } from './support/server.ts'
import { expect, test } from './support/journey.ts'
import { lockNow } from './support/on-locked.ts'

const HOUR = 3_600_000
const CLINIC = 'clinic.lindenhof@demo.bedside.test'
const DOCTOR = 'doctor.lindenhof@demo.bedside.test'
const markOf = async (server: TestServer, id: string) =>
  (
    await server.sql<{ at: Date | null; heard: Date | null }>(
      'select arrived_at as at, heard_at as heard from appointment where id = $1',
      [id],
    )
  )[0]!

/** A waiting visit of today without a check-in: each journey gets the same one. */
async function waitingToday(server: TestServer): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `update appointment set arrived_at = null, heard_at = null where id = (
       select id from appointment where doctor_id = (select id from person where email = $1) and status = 'waiting' and no_show_at is null
          and type = 'face-to-face' and starts_at between $2::timestamptz - interval '20 hours' and $2::timestamptz + interval '20 hours'
        order by starts_at limit 1) returning id`,
    [DOCTOR, server.now],
  )
  if (!row) throw new Error('the demo doctor has no visit left today')
  return row.id
}
async function checkIn(page: Page) {
  await page.getByRole('button', { name: 'Check in' }).first().click()
  await expect(page.getByText('Arrived', { exact: true }).first()).toBeVisible()
  // the row is drawn before it is on disk; the message that it is saved comes afterwards
  await expect(page.getByText(/^Saved( on this device)?$/).first()).toBeVisible()
}

test('a check-in made offline is dated by its touch, and the page shows beside it when it was sent', async ({
  server,
  signedIn,
}) => {
  const id = await waitingToday(server)
  const desk = await signedIn('lindenhof', CLINIC, '/login')
  const { page } = desk
  await desk.goto(`/appointment/${id}`)
  // the person has been signed in since early morning
  await server.sql(
    `update session set created_at = created_at - interval '5 hours' where person_id = (select id from person where email = $1)`,
    [CLINIC],
  )
  await desk.cut('network off')
  await checkIn(page)
  // moves the page's clock three hours on
  await page.clock.setSystemTime(Date.now() + 3 * HOUR)
  await desk.mend('network off')
  await desk.settled()
  const { at, heard } = await markOf(server, id)
  expect(Math.abs(heard!.getTime() - at!.getTime() - 3 * HOUR)).toBeLessThan(60_000)
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText(/sent \d/)
})

test('while the server is down a change is not sent: it can be undone, and the sync centre opens with it and says why it waits', async ({
  server,
  signedIn,
}) => {
  const id = await waitingToday(server)
  const desk = await signedIn('lindenhof', CLINIC, '/login')
  const { page } = desk
  await desk.goto(`/appointment/${id}`)
  await expect(page.getByRole('button', { name: 'Check in' }).first()).toBeVisible()
  await desk.settled()
  await desk.cut('server stopped')
  // for this long the app takes the server for reachable without asking it
  await page.waitForTimeout(16_000)
  await checkIn(page)
  await desk.goto('/sync')
  await expect(page.getByRole('tab', { name: /Waiting/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByText('the server may already have it')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard the change' }).click()
  await expect(page.getByText('The change is discarded')).toBeVisible()
  await desk.mend('server stopped')
  await desk.settled()
  expect(await markOf(server, id)).toEqual({ at: null, heard: null })
})

test('behind a captive portal no one is told that they are offline, and the change can be undone', async ({
  server,
  signedIn,
}) => {
  const id = await waitingToday(server)
  const desk = await signedIn('lindenhof', CLINIC, '/login')
  const { page } = desk
  await desk.goto(`/appointment/${id}`)
  await expect(page.getByRole('button', { name: 'Check in' }).first()).toBeVisible()
  await page
    .context()
    .route('**/api/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to the Wi-Fi</h1>' }))
  await page.waitForTimeout(16_000)
  await checkIn(page)
  await expect(page.locator('.sync')).toContainText(/Server not reached|waiting/)
  await desk.goto('/appointment?view=list')
  await expect(page.getByText(/Something between this device and the server/).first()).toBeVisible()
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await desk.goto('/sync')
  await expect(page.getByRole('button', { name: 'Discard' })).not.toHaveAttribute('aria-disabled', 'true')
  await page.context().unroute('**/api/**')
  await desk.settled()
  expect((await markOf(server, id)).at).not.toBeNull()
})

test('a device used yesterday opens today offline; one of last week says whose changes are waiting, and resumes by itself once online', async ({
  server,
  signedIn,
}) => {
  const id = await waitingToday(server)
  const desk = await signedIn('lindenhof', CLINIC, '/login')
  await desk.workerReady()
  const { page } = desk
  await desk.goto(`/appointment/${id}`)
  // the person signed in more than six days ago; the server hears from them now
  await page.evaluate(moveExpiry, 3 * HOUR)
  await page.reload()
  await desk.settled()
  await expect.poll(() => page.evaluate(readExpiry)).toBeGreaterThan(160 * HOUR)
  await desk.cut('network off')
  await checkIn(page)
  await page.evaluate(moveExpiry, -HOUR)
  await page.reload()
  await page.waitForURL('**/login**')
  const [who] = await server.sql<{ name: string }>('select name from person where email = $1', [CLINIC])
  await expect(page.getByText('Work waits on this device')).toBeVisible()
  await expect(page.getByText(`1 change of ${who!.name} has not been sent`)).toBeVisible()
  // the token is still valid: only this device's clock said otherwise
  await desk.mend('network off')
  await desk.goto(`/appointment/${id}`)
  await desk.settled()
  await expect(page).toHaveURL(new RegExp(`/appointment/${id}`))
  expect((await markOf(server, id)).at).not.toBeNull()
})

test('at a change of shifts the next person is told whose changes are still on the tablet, and they are sent after that person signs in', async ({
  server,
  device,
}) => {
  const id = await waitingToday(server)
  const tablet = await device('lindenhof', { width: 820, height: 1180 })
  const { page } = tablet
  await tablet.signIn(DOCTOR, '/doctor-login', { shared: true })
  await page.getByRole('button', { name: 'Not now' }).click()
  await tablet.settled()
  await tablet.goto(`/appointment/${id}`)
  await expect(page.getByRole('button', { name: 'Check in' }).first()).toBeVisible()
  await tablet.cut('network off')
  await checkIn(page)
  await lockNow(page)
  await tablet.mend('network off')
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await page.waitForURL('**/doctor-login')
  const [doctor] = await server.sql<{ name: string }>('select name from person where email = $1', [DOCTOR])
  const notice = page.getByText(`1 change of ${doctor!.name} has not been sent`)
  await expect(notice).toBeVisible()
  await tablet.signIn(CLINIC, '/login', { shared: true })
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(notice).toBeVisible()
  await expect(page.getByText(`Ask ${doctor!.name} to sign in here once`)).toBeVisible()
  expect((await markOf(server, id)).at).toBeNull()
  await page.getByRole('button', { name: `Let ${doctor!.name} sign in` }).click()
  await page.waitForURL('**/login')
  await tablet.signIn(DOCTOR, '/doctor-login', { shared: true })
  await tablet.settled()
  expect((await markOf(server, id)).at).not.toBeNull()
  await lockNow(page)
  await expect(page.getByText('Work waits on this device')).toHaveCount(0)
})

/** Runs in the page: lets the session end in `from` ms by this device's clock. */
function moveExpiry(from: number): Promise<void> {
  return new Promise((done, failed) => {
    const opening = indexedDB.open('bedside-session')
    opening.onerror = () => failed(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('session', 'readwrite')
      const store = transaction.objectStore('session')
      const asked = store.get('current')
      asked.onsuccess = () => store.put({ ...asked.result, expiresAt: Date.now() + from }, 'current')
      transaction.oncomplete = () => (opening.result.close(), done())
    }
  })
}

/** Runs in the page: how long the session still lasts, ms. */
function readExpiry(): Promise<number> {
  return new Promise((done, failed) => {
    const opening = indexedDB.open('bedside-session')
    opening.onerror = () => failed(opening.error)
    opening.onsuccess = () => {
      const asked = opening.result.transaction('session').objectStore('session').get('current')
      asked.onsuccess = () => (opening.result.close(), done(asked.result.expiresAt - Date.now()))
    }
  })
}
