import { expect, type Page } from '@playwright/test'

/**
 * Books the nth free time for the first patient that the search finds, `inAll` weeks in a row; returns the first
 * visit's id.
 */
export async function bookFollowUp(
  page: Page,
  typed: string,
  nth: number,
  { inAll = 1 }: { inAll?: number } = {},
): Promise<string> {
  await page.goto(new URL('/appointment/new', page.url()).href)
  const patient = page.getByRole('combobox', { name: /^Patient/ })
  await patient.click()
  await patient.pressSequentially(typed)
  // the offer to add a new patient appears below the results of this search; until then the list belongs to an earlier
  // search and may move
  await expect(page.getByRole('option', { name: `Add “${typed}” as a new patient` })).toBeVisible()
  await patient.press('Enter')
  await chooseTime(page, nth)
  if (inAll > 1) {
    await page.getByLabel('Repeat').selectOption({ label: 'Every week' })
    await page.getByLabel('Appointments in all').selectOption(String(inAll))
    await expect(page.locator('.series > li')).toHaveCount(inAll - 1)
    // a day on which the time is taken is left out
    const open = page.locator('.series > li[data-open] select')
    while ((await open.count()) > 0) await open.first().selectOption({ label: 'Leave out' })
  }
  await page.getByRole('button', { name: /^(Book|Book on this device)$/ }).click()
  const open = page.getByRole('link', { name: 'Open the appointment' }).first()
  await expect(open).toBeVisible()
  const href = await open.getAttribute('href')
  return href!.split('/').at(-1)!
}

/** Chooses the nth free time on the page. */
async function chooseTime(page: Page, nth = 0) {
  const free = page.locator('.slot[data-state="free"]')
  await expect(free.first()).toBeVisible()
  await free.nth(Math.min(nth, (await free.count()) - 1)).click()
}
