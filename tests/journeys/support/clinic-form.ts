import { expect, type Page } from '@playwright/test'

/** Opens a part of a clinic's form: a tab, or what the tabs have no room for. */
export async function openPart(page: Page, part: string) {
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
  const tab = page.getByRole('tab', { name: part })
  // a tab that was in sight may have gone into the menu before it is clicked
  await expect(async () => {
    if (await tab.isVisible()) return tab.click({ timeout: 1000 })
    await page.getByRole('button', { name: 'More: Clinic' }).click({ timeout: 1000 })
    await page.getByRole('menuitem', { name: part }).click({ timeout: 1000 })
  }).toPass()
}
