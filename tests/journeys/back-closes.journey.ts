import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { waitingVisits } from './support/visits.ts'

/** Goes back as a phone's button does. */
const back = (page: Page) => page.evaluate(() => history.back())
const pathOf = (page: Page) => new URL(page.url()).pathname
/** Long enough for an unwanted navigation to happen. */
const rest = (page: Page) => page.waitForTimeout(400)

test('30.3: on a phone Back closes the dialog and the focus returns; an unsaved form asks; then Back leaves the page, and Forward opens nothing', async ({
  server,
  signedIn,
}) => {
  const [visit] = await waitingVisits(server, 'doctor.kuzguncuk', 'later')
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login', { width: 390, height: 844 })
  const { page } = desk
  await desk.goto('/patient-list')
  await desk.goto(`/appointment/${visit!.id}`)
  const opener = page.getByRole('button', { name: 'Cancel the appointment' }).first()
  const dialog = page.getByRole('dialog')
  await opener.click()
  await expect(dialog).toBeVisible()
  await back(page)
  await expect(dialog).toBeHidden()
  expect(pathOf(page)).toBe(`/appointment/${visit!.id}`)
  await expect(opener).toBeFocused()

  // with text typed, Back asks first, and another Back closes only the question
  await opener.click()
  await dialog.getByRole('textbox').first().fill('Doctor called in sick')
  await back(page)
  const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leaveDialog).toBeVisible()
  await back(page)
  await expect(leaveDialog).toBeHidden()
  await expect(dialog.getByRole('textbox').first()).toHaveValue('Doctor called in sick')
  await back(page)
  await leaveDialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  expect(pathOf(page)).toBe(`/appointment/${visit!.id}`)

  // closing it by its button leaves no history entry behind
  await opener.click()
  await dialog.getByRole('button', { name: 'Keep the appointment' }).click()
  await expect(dialog).toHaveCount(0)
  await back(page)
  await expect.poll(() => pathOf(page)).toBe('/patient-list')
  await page.evaluate(() => history.forward())
  await expect.poll(() => pathOf(page)).toBe(`/appointment/${visit!.id}`)
  await page.evaluate(() => history.forward())
  await rest(page)
  await expect(dialog).toHaveCount(0)
  expect(pathOf(page)).toBe(`/appointment/${visit!.id}`)

  // a reload with the dialog open is harmless
  await opener.click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(opener).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await back(page)
  await expect.poll(() => pathOf(page)).toBe('/patient-list')
  expect(desk.errors).toEqual([])
})

test('30.3: a link in a sheet navigates and Back returns; filters set in a sheet stay; a menu closes', async ({
  signedIn,
}) => {
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login', { width: 390, height: 844 })
  const { page } = desk
  await desk.goto('/appointment?view=list')
  const sheet = page.getByRole('dialog', { name: 'All screens' })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await sheet.getByRole('link', { name: 'Patient list' }).click()
  await expect.poll(() => pathOf(page)).toBe('/patient-list')
  await expect(sheet).toBeHidden()

  const filters = page.getByRole('dialog', { name: 'Filters' })
  await page.getByRole('button', { name: /^(Filters|\d+ filters?)$/ }).click()
  await filters.getByRole('button', { name: 'No email' }).click()
  await expect.poll(() => new URL(page.url()).search).not.toBe('')
  const chosen = new URL(page.url()).search
  await back(page)
  await expect(filters).toBeHidden()
  await rest(page)
  expect(new URL(page.url()).search).toBe(chosen)

  const menu = page.getByRole('menu')
  await page.getByRole('button', { name: /profile menu/ }).click()
  await expect(menu).toBeVisible()
  await back(page)
  await expect(menu).toBeHidden()
  expect(pathOf(page)).toBe('/patient-list')

  await back(page)
  await expect.poll(() => pathOf(page)).toBe('/appointment')
  await rest(page)
  expect(pathOf(page)).toBe('/appointment')
  expect(desk.errors).toEqual([])
})

test('30.3: a form on a page asks before Back leaves it, also after a panel was open over it', async ({ signedIn }) => {
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login', { width: 390, height: 844 })
  const { page } = desk
  await desk.goto('/patient-list')
  await page.locator('a[href="/patient/new"]').first().click()
  await expect.poll(() => pathOf(page)).toBe('/patient/new')
  const name = page.getByLabel(/First and last name/).first()
  await name.fill('Half a patient')
  const sheet = page.getByRole('dialog', { name: 'All screens' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()

  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await back(page)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(dialog).toBeHidden()
  await rest(page)
  expect(pathOf(page)).toBe('/patient/new')
  await expect(name).toHaveValue('Half a patient')
  await back(page)
  await dialog.getByRole('button', { name: /^Leave/ }).click()
  await expect.poll(() => pathOf(page)).toBe('/patient-list')
  await rest(page)
  expect(pathOf(page)).toBe('/patient-list')
  expect(desk.errors).toEqual([])
})
