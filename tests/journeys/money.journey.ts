import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import type { TestServer } from './support/server.ts'

test('a patient’s money: paid by card, cancelled by the clinic, returned to the wallet, spent again; the desk approves a transfer, the receipt is downloaded', async ({
  server,
  signedIn,
}) => {
  test.setTimeout(480_000)
  const patient = await signedIn('kuzguncuk', 'patient.kuzguncuk@demo.bedside.test', '/patient-login')
  const { page } = patient
  page.setDefaultTimeout(20_000)

  // pays by card on the built-in provider's page, which says that no real charge is made
  await chooseVisit(page, server)
  await page.getByRole('radio', { name: /^Card/ }).check()
  await page.getByRole('button', { name: /^Book/ }).click()
  await page.waitForURL(/\/pay\//, { timeout: 30_000 })
  await page.locator('button[value="charge"]').click()
  await page.waitForURL('**/pay/return**')
  await expect(page.getByRole('heading', { name: /^Paid/ })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('no one has been charged')).toBeVisible()
  // the page shows at once what was paid for, and the receipt
  const paidFor = page.locator('.pay-facts')
  for (const fact of ['Amount', 'Doctor', 'Appointment', 'Clinic'])
    await expect(paidFor.getByText(fact, { exact: true })).toBeVisible()
  const receipt = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt as PDF' }).click()
  expect((await receipt).suggestedFilename()).toMatch(/^receipt-.+\.pdf$/)
  const first = await newestPayment(server)
  expect(first).toMatchObject({ type: 'credit_card', status: 'completed', refund_status: 'none' })

  // the receipt is also on the visit's own page
  await patient.goto(`/appointment/${first.appointment_id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt as PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  // the clinic cancels; the admin refunds to the wallet, once
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
  desk.page.setDefaultTimeout(20_000)
  await desk.goto(`/appointment/${first.appointment_id}`)
  await desk.page.getByRole('button', { name: 'Cancel the appointment' }).first().click()
  await desk.page.getByRole('dialog').getByLabel('Reason').fill('Doctor called in sick')
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
  await desk.settled()
  const admin = await signedIn(null, 'admin@demo.bedside.test', '/login')
  admin.page.setDefaultTimeout(20_000)
  await admin.goto(`/payment/${first.id}`)
  await admin.page.getByRole('button', { name: 'Transfer to the balance' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Transfer to the balance' }).click()
  await expect(admin.page.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Transfer to the balance' })).toHaveCount(0)

  // the wallet shows the refund, and pays the next visit in full
  await patient.settled()
  await patient.goto('/wallet')
  await expect(page.locator('.wallet-line').first()).toContainText('Refund')
  await chooseVisit(page, server)
  await page.getByRole('checkbox', { name: /^Use my wallet first/ }).check()
  await expect(page.getByText('Paid in full from your wallet')).toBeVisible()
  await page.getByRole('button', { name: /^Book/ }).click()
  await expect(page.getByRole('link', { name: 'Open the appointment' })).toBeVisible({ timeout: 20_000 })
  expect(await newestPayment(server)).toMatchObject({ type: 'wallet', status: 'completed' })

  // the admin approves a transfer that has arrived; it cannot be approved twice
  const [transfer] = await server.sql<{ id: string }>(
    `select p.id::text from payment p join clinic c on c.id = p.clinic_id where c.slug = 'kuzguncuk' and p.type = 'bank_transfer' and p.status = 'waiting' limit 1`,
  )
  await admin.goto(`/payment/${transfer!.id}`)
  await admin.page.getByRole('button', { name: 'Approve the transfer' }).click()
  await admin.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(admin.page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Approve the transfer' })).toHaveCount(0)

  // the list shows its total below the page, and payments cannot be changed offline
  await admin.goto('/payment')
  await expect(admin.page.getByText(/^Sum of all/)).toBeVisible()
  // everything that the page shows offline is on the device before the network goes
  await admin.settled()
  await admin.cut('network off')
  await admin.goto(`/payment/${transfer!.id}`)
  await expect(admin.page.getByRole('button', { name: 'Start a refund' })).toHaveAttribute('aria-disabled', 'true')
})

/**
 * Chooses a free time with the first doctor who has one, more than a day ahead, so that it can be cancelled and paid in
 * any way.
 */
async function chooseVisit(page: Page, server: TestServer) {
  const [doctor] = await server.sql<{ id: string }>(
    `select a.doctor_id::text as id from availability a join clinic c on c.id = a.clinic_id join doctor d on d.id = a.doctor_id
      where c.slug = 'kuzguncuk' and a.status = 'active' and a.type = 'physical' and d.active order by a.price, a.id limit 1`,
  )
  await page.goto(new URL(`/appointment/new?doctor=${doctor!.id}`, page.url()).href)
  const free = page.locator('.slot[data-state="free"]')
  await expect(free.first()).toBeVisible({ timeout: 20_000 })
  await free.last().click()
}

const newestPayment = async (server: TestServer) =>
  (
    await server.sql<{ id: string; appointment_id: string; type: string; status: string; refund_status: string }>(
      `select p.id::text, p.appointment_id::text, p.type, p.status, p.refund_status from payment p join person w on w.id = p.patient_id
        where w.email = 'patient.kuzguncuk@demo.bedside.test' order by p.added_at desc, p.id desc limit 1`,
    )
  )[0]!
