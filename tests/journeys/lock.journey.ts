import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../server/app/demo/sign-ins.ts'
import { everythingHere, foundIn, lockNow } from './support/on-locked.ts'
import { expect, test } from './support/journey.ts'

const PIN = '824173'

test('a shared desk: a reload asks for nothing, a lock leaves nothing in the console, and neither PIN nor password needs a network', async ({
  server,
  device,
}) => {
  const desk = await device('greenwich')
  const { page } = desk
  const stolen = stealTokens(page)
  await desk.signIn('clinic.greenwich@demo.bedside.test', '/login', { shared: true })
  await page.getByLabel(/^New PIN/).fill(PIN)
  await page.getByLabel(/^PIN once more/).fill(PIN)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  await desk.settled()
  await desk.workerReady()

  // F5 at the desk: online, offline, and after the worker was idle for longer than browsers keep one alive
  await page.reload()
  await isOpen(page)
  await page.waitForTimeout(35_000)
  await desk.cut('network off')
  await page.reload()
  await isOpen(page)
  await desk.mend('network off')
  await desk.settled()

  // someone copies what the console reveals while the device is open; then the device is locked
  const [token, session] = stolen()
  expect(token?.length).toBeGreaterThan(40)
  expect(await ask(page, token!)).toBe(200)
  await lockNow(page)
  const here = await page.evaluate(everythingHere)
  expect([token!, session!].filter((secret) => here.includes(secret))).toEqual([])
  expect(
    await page.evaluate(() => [document.cookie.includes('user-token'), localStorage.getItem('user-token')]),
  ).toEqual([false, null])
  await expect.poll(() => ask(page, token!)).toBe(401)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  await unlock(page, 'PIN', PIN)
  await desk.settled()

  // locks and unlocks twice offline, and comes back online
  await desk.cut('network off')
  await lockNow(page)
  await page.getByRole('button', { name: 'Use the password instead' }).click()
  await unlock(page, 'Password', DEMO_PASSWORD)
  await lockNow(page)
  await unlock(page, 'PIN', PIN)
  await desk.mend('network off')
  await desk.settled()

  // after a power cut the browser comes back locked, with no token on disk, and the server learns it
  const restored = await page.evaluate(() => sessionStorage.getItem('kept-key')!)
  await desk.crash()
  const again = desk.page
  await desk.goto('/appointment')
  await expect(again.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  // a browser that restores its tabs does not bring the key back either
  await again.evaluate((box) => sessionStorage.setItem('kept-key', box), restored)
  await again.reload()
  await expect(again.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  expect(await foundIn(desk.profile, [token!])).toEqual([])
  await expect.poll(() => ask(again, token!)).toBe(401)
  await unlock(again, 'PIN', PIN)
  await desk.settled()
  // the next request tells the server, and it may come after the list is there
  await expect
    .poll(() =>
      server.sql(
        `select 1 from session s join person p on p.id = s.person_id
          where p.email = 'clinic.greenwich@demo.bedside.test' and s.locked_hash is not null`,
      ),
    )
    .toEqual([])
})

const isOpen = async (page: Page) => {
  await expect(page.getByRole('button', { name: /profile menu/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This device is locked' })).toBeHidden()
}

async function unlock(page: Page, by: 'PIN' | 'Password', secret: string) {
  await page.getByLabel(by, { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await isOpen(page)
}

/** The authorization of the page's requests so far. */
function stealTokens(page: Page): () => readonly (string | undefined)[] {
  let last: readonly (string | undefined)[] = []
  page.on('request', (request) => {
    const { authorization, session } = request.headers()
    if (authorization && request.url().includes('/api/')) last = [authorization, session]
  })
  return () => last
}

/** Runs in the page as from its console: requests the list of patients with a token; returns the status. */
const ask = (page: Page, authorization: string) =>
  page.evaluate(
    async (token) =>
      (
        await fetch('/api/patient/list', {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: JSON.stringify({ limit: 5 }),
        })
      ).status,
    authorization,
  )
