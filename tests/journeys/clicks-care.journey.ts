import { expect, test } from './support/journey.ts'
import { keyboardOf } from './support/keyboard.ts'
import { countPresses } from './support/presses.ts'
import type { TestServer } from './support/server.ts'
import { effectsOn, visitRow, waitingVisits } from './support/visits.ts'

const DOCTOR = 'doctor.kuzguncuk@demo.bedside.test'

test('30 “Quick”: an appointment is moved by three presses from its row, to any doctor; Enter twice moves nothing; offline too', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
  const { page } = desk
  const hand = await countPresses(page)
  const [visit, other] = (await waitingVisits(server, 'doctor.kuzguncuk', 'later')).toReversed()
  const offers = page.getByRole('dialog').getByRole('list', { name: 'First free times' }).getByRole('button')
  const before = await placeOf(server, visit!.id)

  await test.step('the row’s menu, Reschedule, a time of another doctor: 3 clicks', async () => {
    // filtered by one doctor, so that the appointment is on the first page
    await desk.goto(`/appointment?view=list&day=${before.day}&doctor=${before.doctor}`)
    const row = page.getByRole('row').filter({ has: page.locator(`a[href$="/appointment/${visit!.id}"]`) })
    await expect(row).toBeVisible()
    await hand.begin()
    await row.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: /^Reschedule/ }).click()
    // three times of this doctor, then the first time of another
    await expect.poll(() => offers.count()).toBeGreaterThan(3)
    await offers.last().click()
    expect(await hand.made()).toEqual({ clicks: 3, enters: 0 })
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect.poll(async () => (await placeOf(server, visit!.id)).doctor).not.toBe(before.doctor)
    expect((await placeOf(server, visit!.id)).price).toBe(before.price)
  })

  await test.step('any time of any doctor: chosen in the dialog, and back to whom it was', async () => {
    await page.getByRole('button', { name: 'Reschedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Doctor' }).selectOption(before.doctor)
    const free = dialog.locator('.slot[data-state="free"]')
    await expect(free.first()).toBeVisible()
    await free.last().click()
    await dialog.getByRole('button', { name: 'Move the appointment' }).click()
    await expect.poll(async () => (await placeOf(server, visit!.id)).doctor).toBe(before.doctor)
  })

  await test.step('by keyboard: the focus begins off the times, and Enter pressed twice by habit moves nothing', async () => {
    await desk.goto(`/appointment/${other!.id}`)
    const keys = keyboardOf(page)
    await page.getByRole('button', { name: 'Reschedule' }).focus()
    await page.keyboard.press('Enter')
    await expect(offers.first()).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
    await keys.lies(/^button: Reschedule/)
    expect(await visitRow(server, other!.id)).toMatchObject({ version: other!.version })
  })

  await test.step('without a network: from what the device holds, and taken back', async () => {
    const was = await placeOf(server, other!.id)
    await desk.settled()
    await desk.cut('network off')
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await expect.poll(() => offers.count()).toBeGreaterThan(3)
    await offers.last().click()
    const toast = page.locator('.toast[data-tone="pending"]').first()
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await desk.mend('network off')
    await desk.settled()
    expect(await placeOf(server, other!.id)).toEqual(was)
  })
  expect(desk.errors).toEqual([])
})

test('30 “Quick”: a doctor closes an appointment offline on one sheet: note, advice and completion take 3 presses besides typing, and arrive in that order', async ({
  server,
  signedIn,
}) => {
  const visit = (await waitingVisits(server, 'doctor.kuzguncuk', 'due')).at(-1)!
  const doctor = await signedIn('kuzguncuk', DOCTOR, '/doctor-login', { width: 820, height: 1180 })
  const { page } = doctor
  const hand = await countPresses(page)
  await doctor.workerReady()
  await doctor.cut('network off')
  await doctor.goto(`/appointment/${visit.id}`)
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible()
  await hand.begin()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Allergies').first()).toBeVisible()
  await keyboardOf(page).lies(/^textarea: Note of the staff/)
  await page.keyboard.type('Kontrol iki hafta sonra')
  const often = sheet.getByRole('group', { name: 'What you give most often' }).getByRole('button')
  const drugs = (await often.first().textContent())!.split(', ')
  await often.first().click()
  // a sheet shows the contents before the advice is given
  for (const drug of drugs) await expect(sheet.getByRole('listitem').filter({ hasText: drug }).first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Complete the appointment' }).click()
  await expect(sheet).toBeHidden()
  expect(await hand.made()).toEqual({ clicks: 3, enters: 0 })
  await expect(page.locator('.visit-when')).toContainText(/Completed.*Waiting to send/s)
  await expect(page.getByText('Kontrol iki hafta sonra')).toBeVisible()
  await doctor.mend('network off')
  await doctor.settled()
  const order = await server.sql<{ action: string }>(
    `select action from audit where outcome = 'done' and action in ('appointment.update', 'recipe.add', 'appointment.complete')
        and (object_id = $1 or object_id in (select id from recipe where appointment_id = $1)) order by seq`,
    [visit.id],
  )
  expect(order.map(({ action }) => action)).toEqual(['appointment.update', 'recipe.add', 'appointment.complete'])
  for (const action of ['appointment.update', 'appointment.complete'])
    expect(await effectsOn(server, visit.id, action)).toBe(1)
  expect(doctor.errors).toEqual([])
})

test('30 “Quick”: text typed in the sheet is there again after closing it, and undo reverts all three', async ({
  server,
  signedIn,
}) => {
  const visit = (await waitingVisits(server, 'doctor.kuzguncuk', 'due')).at(-1)!
  const doctor = await signedIn('kuzguncuk', DOCTOR, '/doctor-login')
  const { page } = doctor
  await doctor.goto(`/appointment/${visit.id}`)
  await doctor.settled()
  await doctor.cut('network off')
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await sheet.getByLabel('Note of the staff').fill('Ateşi düştü')
  await page.waitForTimeout(300)
  await sheet.getByRole('button', { name: 'Not yet' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(sheet.getByLabel('Note of the staff')).toHaveValue('Ateşi düştü')
  await sheet.getByRole('button', { name: 'Add a medicine' }).click()
  // a row says what is missing in it
  await sheet.getByLabel('How often').fill('1 × 1')
  await sheet.getByRole('button', { name: 'Complete the appointment' }).click()
  await expect(sheet.getByLabel(/^Name and strength/)).toBeFocused()
  await sheet.getByLabel(/^Name and strength/).fill('Parol 500 mg')
  await sheet.getByRole('button', { name: 'Complete the appointment' }).click()
  await expect(sheet).toBeHidden()
  await page.locator('.toast[data-tone="pending"]').first().getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone. Nothing was sent.')).toBeVisible()
  await doctor.mend('network off')
  await doctor.settled()
  expect(await visitRow(server, visit.id)).toMatchObject({ status: 'waiting', version: visit.version })
  expect(await server.sql(`select 1 from recipe where appointment_id = $1`, [visit.id])).toEqual([])
  expect(doctor.errors).toEqual([])
})

// each in another clinic, so that the second does not find the first one's booking
for (const { name, slug, width, height } of [
  { name: 'a phone', slug: 'greenwich', width: 390, height: 844 },
  { name: 'a wide screen', slug: 'sifa', width: 1440, height: 1000 },
])
  test(`30 “Quick”: a patient books and pays by four presses on ${name}, with the terms on the last step`, async ({
    server,
    signedIn,
  }) => {
    const patient = await signedIn(slug, `patient.${slug}@demo.bedside.test`, '/patient-login', { width, height })
    const { page } = patient
    const hand = await countPresses(page)
    await patient.goto('/appointment')
    const start = page.getByRole('main').getByRole('link', { name: /^Book/ }).first()
    await expect(start).toBeVisible()
    await hand.begin()
    await start.click()
    await page
      .locator('.doctor-cards')
      .getByRole('button', { name: /^Book / })
      .nth(1)
      .click()
    await expect(page.getByRole('heading', { name: 'If your plans change' })).toBeVisible()
    await page.getByRole('button', { name: 'Pay by card and book' }).click()
    await page.waitForURL(/\/pay\//, { timeout: 30_000 })
    await page.locator('button[value="charge"]').click()
    await page.waitForURL('**/pay/return**')
    await expect(page.getByRole('heading', { name: /^Paid/ })).toBeVisible({ timeout: 20_000 })
    // the built-in provider’s page has this origin, so its press counts too
    expect(await hand.made()).toEqual({ clicks: 4, enters: 0 })
    expect(await newestOf(server, `patient.${slug}`)).toMatchObject({ type: 'credit_card', status: 'completed' })
    expect(patient.errors).toEqual([])
  })

const placeOf = async (server: TestServer, id: string) =>
  (
    await server.sql<{ doctor: string; at: Date; price: number; day: string }>(
      `select doctor_id::text as doctor, starts_at as at, price::int, to_char(starts_at at time zone zone, 'YYYYMMDD') as day
         from appointment where id = $1`,
      [id],
    )
  )[0]!

const newestOf = async (server: TestServer, login: string) =>
  (
    await server.sql<{ type: string; status: string }>(
      `select p.type, p.status from payment p join person w on w.id = p.patient_id where w.email = $1 order by p.added_at desc, p.id desc limit 1`,
      [`${login}@demo.bedside.test`],
    )
  )[0]
