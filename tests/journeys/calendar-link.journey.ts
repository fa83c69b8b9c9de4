import { expect, test } from './support/journey.ts'

/**
 * SCREENS B16's side panel as a doctor uses it: refuses and gives consent, shares the calendar's own address and ends
 * the sharing.
 */
test('a doctor connects a calendar, sees what it blocks, shares their own and stops', async ({ house, signedIn }) => {
  const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  const { page } = doctor
  await doctor.goto('/calendar?view=week')

  const connect = async (answer: 'Allow' | 'Refuse') => {
    await page.getByRole('button', { name: 'Connect a calendar' }).click()
    await page.getByRole('menuitem', { name: 'Google Calendar' }).click()
    await page.getByRole('link', { name: answer }).click()
  }
  await connect('Refuse')
  await expect(page.getByText('Error: access_denied')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the calendar' }).click()
  await expect(page.getByText('Error: access_denied')).toBeVisible()
  await page.getByRole('button', { name: 'Understood' }).click()

  await connect('Allow')
  await page.waitForURL(/\/calendar(\?|$)/)
  // the calendar's events are in the week too, under its name
  const row = page
    .getByRole('listitem')
    .filter({ hasText: 'demo.doctor@calendar.test', has: page.getByRole('button', { name: /More actions/ }) })
  await expect(row).toContainText('2 times blocked')

  // an address in a private network is refused with an explanation, before the server connects to anything
  await page.getByRole('button', { name: 'Connect a calendar' }).click()
  await page.getByRole('menuitem', { name: 'By address (iCal)' }).click()
  await page.getByLabel('Name').fill('Home')
  await page.getByLabel('Address (iCal)').fill('https://192.168.1.10/home.ics')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This address cannot be used')
  await page.getByRole('button', { name: 'Back', exact: true }).click()

  await page.getByRole('button', { name: 'Create a link' }).click()
  const url = (await page.locator('.share-url').textContent()) ?? ''
  const read = async () => page.request.get(house.at(null, new URL(url).pathname))
  expect(await (await read()).text()).toContain('BEGIN:VCALENDAR')
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('button', { name: 'Create a link' })).toBeVisible()
  expect((await read()).status()).toBe(404)

  // connected calendars are there offline; connecting another is not possible
  await doctor.cut('network off')
  await expect(row).toBeVisible()
  await doctor.mend('network off')
  await row.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(row).toHaveCount(0)
})
