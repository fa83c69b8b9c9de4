import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import { headless } from '../../tools/chromium.ts'
import { expect, test } from './support/journey.ts'

/**
 * SCREENS B16's side panel as a doctor uses it: refuses and gives consent, shares the calendar's own address and ends
 * the sharing.
 */
test('a doctor connects a calendar, sees what it blocks, shares their own and stops', async ({ server, signedIn }) => {
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
  const read = async () => page.request.get(server.at(null, new URL(url).pathname))
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

test('35.11: the address of a shared calendar opens as a page for people, with and without JavaScript', async ({
  server,
  signedIn,
}) => {
  const doctor = await signedIn('lindenhof', 'doctor.lindenhof@demo.bedside.test', '/doctor-login')
  const { page } = doctor
  await doctor.goto('/calendar?view=week')
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = page.getByRole('link', { name: 'Open as a page' })
  const address = server.at(null, new URL((await link.getAttribute('href'))!).pathname)

  const browser = await chromium.launch(headless())
  const errors: string[] = []
  const open = async (width: number, javaScriptEnabled = true) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled, locale: 'de-DE' })
    context.setDefaultTimeout(30_000)
    const stranger = await context.newPage()
    stranger.on('pageerror', (error) => errors.push(error.message))
    stranger.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
    await stranger.goto(address)
    await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Kalender:')
    return { stranger, close: () => context.close() }
  }
  const plain = await open(390, false)
  await expect(plain.stranger.getByRole('listitem').first()).toContainText('Belegt')
  await plain.close()

  const wide = await open(1440)
  const { stranger } = wide
  await expect(stranger.getByText('Belegt').first()).toBeVisible()
  await stranger.getByRole('tab', { name: 'Monat' }).click()
  await expect(stranger.getByText('Belegt').first()).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'In Kalender-App öffnen' })).toHaveAttribute(
    'href',
    /^webcal:.+\.ics$/,
  )
  // of the library: heads and days have their names in a label, which does not repeat what stands in them
  const rules = ['empty-table-header', 'label-content-name-mismatch']
  const { violations } = await new AxeBuilder({ page: stranger }).disableRules(rules).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)).toEqual([])
  await wide.close()

  const phone = await open(390)
  await expect(phone.stranger.getByText('Belegt').first()).toBeVisible()
  expect(await phone.stranger.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await phone.close()
  await browser.close()
  expect(errors).toEqual([])

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('button', { name: 'Create a link' })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})
