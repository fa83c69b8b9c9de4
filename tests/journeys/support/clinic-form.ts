import { expect, type Page } from '@playwright/test'

/** Opens a part of a clinic's form: by its tab, or by the menu that holds the tabs for which there is no room. */
export async function openPart(page: Page, part: string) {
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
  const tab = page.getByRole('tab', { name: part })
  // a visible tab may move into the menu before the click
  await expect(async () => {
    if (await tab.isVisible()) return tab.click({ timeout: 1000 })
    await page.getByRole('button', { name: 'More: Clinic' }).click({ timeout: 1000 })
    await page.getByRole('menuitem', { name: part }).click({ timeout: 1000 })
  }).toPass()
}
