import { expect, type Page } from '@playwright/test'

/** Books the nth time on offer for the first patient found by what is typed, `inAll` weeks in a row; answers the first visit's id. */
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
  // the offer to add what was typed stands under what was found for it; until then the list is an older one and may move
  await expect(page.getByRole('option', { name: `Add “${typed}” as a new patient` })).toBeVisible()
  await patient.press('Enter')
  await chooseTime(page, nth)
  if (inAll > 1) {
    await page.getByLabel('Repeat').selectOption({ label: 'Every week' })
    await page.getByLabel('Appointments in all').selectOption(String(inAll))
    await expect(page.locator('.series > li')).toHaveCount(inAll - 1)
    // a day whose time someone else has is left out
    const open = page.locator('.series > li[data-open] select')
    while ((await open.count()) > 0) await open.first().selectOption({ label: 'Leave out' })
  }
  await page.getByRole('button', { name: /^(Book|Book on this device)$/ }).click()
  const open = page.getByRole('link', { name: 'Open the appointment' }).first()
  await expect(open).toBeVisible()
  const href = await open.getAttribute('href')
  return href!.split('/').at(-1)!
}

/** Takes the nth free time that is shown. */
async function chooseTime(page: Page, nth = 0) {
  const free = page.locator('.slot[data-state="free"]')
  await expect(free.first()).toBeVisible()
  await free.nth(Math.min(nth, (await free.count()) - 1)).click()
}
