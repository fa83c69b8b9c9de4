import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { watchRedraws } from './support/redraws.ts'

test('a round that brings nothing draws the chip of changes anew; a check-in, from elsewhere or one’s own, leaves the frame as it is', async ({
  device,
}) => {
  const [desk, other] = [await device('sifa', { width: 1440, height: 1000 }), await device('sifa')]
  const drawn = await watchRedraws(desk.page)
  for (const each of [desk, other]) {
    await each.signIn('clinic.sifa@demo.bedside.test', '/login')
    await each.settled()
    await each.goto('/appointment?view=board')
    await expect(waiting(each.page).first()).toBeVisible()
    await each.settled()
  }
  const { page } = desk
  await page.waitForTimeout(QUIET_MS)
  const all = await drawn.take()

  await page.evaluate(() => void dispatchEvent(new Event('online')))
  await page.waitForTimeout(QUIET_MS)
  const round = await drawn.take()

  const before = await arrived(page)
  await waiting(other.page).first().click()
  await expect.poll(() => arrived(page)).toBe(before + 1)
  await page.waitForTimeout(QUIET_MS)
  const elsewhere = await drawn.take()

  await waiting(page).first().click()
  await expect.poll(() => arrived(page)).toBe(before + 2)
  await desk.settled()
  await page.waitForTimeout(QUIET_MS)
  const own = await drawn.take()
  console.log({ all, round, elsewhere, own })
})

/** Long enough for a round and what it tells. */
const QUIET_MS = 3000

const waiting = (page: Page) => page.locator('.board-column').nth(0).getByRole('button', { name: 'Check in' })
const arrived = async (page: Page) =>
  Number(await page.locator('.board-column').nth(1).locator('h2 > span').last().innerText())
