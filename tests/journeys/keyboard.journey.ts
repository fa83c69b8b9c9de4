import { expect, test } from './support/journey.ts'
import { keyboardOf } from './support/keyboard.ts'
import { visitRow, waitingVisits } from './support/visits.ts'

const DESK = 'clinic.kuzguncuk@demo.bedside.test'

test('30.5: a desk’s morning by keyboard alone, with the correct focus after every action', async ({
  server,
  signedIn,
}) => {
  const [due] = await server.sql<{ id: string }>(
    `select id::text from appointment where clinic_id = (select id from clinic where slug = 'kuzguncuk') and status = 'waiting' and arrived_at is null
        and no_show_at is null and payment_status = 'waiting' and starts_at between $1::timestamptz - interval '20 min' and $1::timestamptz + interval '3 hours'
      order by starts_at desc limit 1`,
    [server.now],
  )
  const [later, other] = await waitingVisits(server, 'doctor.kuzguncuk', 'later')
  const desk = await signedIn('kuzguncuk', DESK, '/login')
  const { page } = desk
  const keys = keyboardOf(page)

  await test.step('the skip link skips', async () => {
    await desk.goto('/appointment?view=board')
    await expect(page.getByRole('button', { name: 'Check in' }).first()).toBeVisible()
    await page.waitForTimeout(500)
    await page.keyboard.press('Tab')
    expect(await keys.focused()).toBe('a: Skip to content')
    await keys.act('Enter', /^main: Appointments/)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true)
  })

  await test.step('check in: the focus is on the next card, not lost', async () => {
    await keys.to(/^button: Check in/)
    await keys.act('Enter', /^(button|a): ./)
    expect(await page.evaluate(() => document.activeElement!.closest('.board') !== null)).toBe(true)
  })

  await test.step('a visit opened by its link is heard from its beginning', async () => {
    await desk.goto('/appointment?view=list')
    await expect(page.locator('table a.visit-link').first()).toBeVisible()
    const name = (await page.locator('table a.visit-link').first().textContent())!.trim()
    await page.waitForTimeout(500)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await keys.to(new RegExp(`^a: ${name}`))
    await keys.act('Enter', /^main: Appointment/)
  })

  await test.step('check in, and take it back', async () => {
    await desk.goto(`/appointment/${due!.id}`)
    await expect(page.getByRole('button', { name: 'Check in' })).toBeVisible()
    await keys.to(/^button: Check in/)
    // the next step replaces the check-in
    await keys.act('Enter', /^button: Complete/)
    await keys.to(/^button: Undo check-in/)
    await keys.act('Enter', /^button: Complete/)
    await expect(page.getByRole('button', { name: 'Check in' })).toBeVisible()
  })

  await test.step('the staff’s note: to its field and back to its button', async () => {
    await keys.to(/^button: (Add|Edit)/)
    await page.keyboard.press('Tab')
    await keys.to(/^button: (Add|Edit)/)
    await keys.act('Enter', /^textarea: /)
    await keys.type('Brings the old X-rays')
    await keys.to(/^button: Save/)
    await keys.act('Enter', /^button: Edit/)
  })

  await test.step('payment at the desk', async () => {
    await keys.to(/^button: (Take the payment|Record payment)/, { back: true })
    await keys.act('Enter', /^input: /)
    await keys.to(/^button: (Take the payment|Record payment)/)
    await keys.act('Enter', /^(button|a|section|main|div): ./)
  })

  await test.step('reschedule: back to its button, also when it is not done', async () => {
    await desk.goto(`/appointment/${later!.id}`)
    await expect(page.getByRole('button', { name: 'Reschedule' })).toBeVisible()
    await keys.to(/^button: Reschedule/)
    await page.keyboard.press('Enter')
    await expect(page.locator('[role=dialog] .slot[data-state="free"]').first()).toBeVisible()
    await keys.act('Escape', /^button: Reschedule/)
    await page.keyboard.press('Enter')
    await expect(page.locator('[role=dialog] .slot[data-state="free"]').first()).toBeVisible()
    await keys.to(/^input: \d\d:\d\d/)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await keys.to(/^button: Move the appointment/)
    await keys.act('Enter', /^button: Reschedule/)
    await expect.poll(async () => (await visitRow(server, later!.id))!.version).toBeGreaterThan(later!.version)
  })

  await test.step('cancel: what stands where the button was', async () => {
    await desk.goto(`/appointment/${other!.id}`)
    await expect(page.getByRole('button', { name: 'Cancel the appointment' })).toBeVisible()
    await keys.to(/^button: Cancel the appointment/)
    await keys.act('Enter', /^textarea: Reason/)
    await keys.type('Doctor called in sick')
    await keys.to(/^button: Cancel the appointment/)
    await keys.act('Enter', /^(button|a|section): ./)
  })

  await test.step('choosing a doctor, adding hours', async () => {
    await desk.goto('/availability')
    const combobox = page.getByRole('combobox').first()
    await expect(combobox).toBeVisible()
    await keys.to(/^combobox: /)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await keys.act('Enter', /^combobox: /)
    await keys.to(/^button: Add hours/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await keys.act('Escape', /^button: Add hours/)
  })

  await test.step('a new patient within the booking', async () => {
    await desk.goto('/appointment/new')
    await expect(page.getByRole('combobox', { name: /^Patient/ })).toBeVisible()
    await keys.to(/^combobox: Patient/)
    await keys.type('Zeynep Tuşlu')
    await expect(page.getByRole('option', { name: /as a new patient/ })).toBeVisible()
    // for an unknown full name the first offer is a new patient; the form then asks for the number
    await keys.act('Enter', /Phone/)
    await keys.type('0532 555 66 41')
    await keys.to(/^button: Add the patient/)
    await keys.act('Enter', /^button: Choose another/)
  })
  expect(desk.errors).toEqual([])
})

test('30.5: a patient books by keyboard alone', async ({ signedIn }) => {
  const patient = await signedIn('kuzguncuk', 'patient.kuzguncuk@demo.bedside.test', '/patient-login')
  const { page } = patient
  const keys = keyboardOf(page)
  await patient.goto('/appointment/new')
  await expect(page.locator('.doctor-cards button').first()).toBeVisible()
  await keys.to(/^button: (Choose|Book) /)
  // choosing a doctor's time also chooses the doctor, so the next step begins
  await keys.act('Enter', /^group: Day and time/)
  await keys.to(/^input: \d\d:\d\d/)
  await keys.act('Space', /^input: \d\d:\d\d/)
  await keys.to(/^button: Book/)
  await keys.act('Enter', /^h[12]: ./)
  await keys.to(/^a: Open the appointment/)
  await keys.act('Enter', /^main: Appointment/)
  expect(patient.errors).toEqual([])
})

test('30.5: a doctor writes advice by keyboard alone', async ({ server, signedIn }) => {
  const [visit] = await server.sql<{ patient: string }>(
    `select patient_id::text as patient from appointment where doctor_id = (select id from person where email = $1) and status = 'waiting' order by starts_at limit 1`,
    ['doctor.kuzguncuk@demo.bedside.test'],
  )
  const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  const { page } = doctor
  const keys = keyboardOf(page)
  await doctor.goto(`/patient/${visit!.patient}?tab=recipes`)
  await expect(page.getByRole('button', { name: 'Write medication advice' })).toBeVisible()
  await keys.to(/^button: Write medication advice/)
  await keys.act('Enter', /^(button|input|select|textarea): ./)
  expect(await page.evaluate(() => document.activeElement!.closest('form') !== null)).toBe(true)
  await keys.to(/^input: Name and strength/)
  await keys.type('Parol 500 mg')
  await keys.to(/^button: Add a medicine/)
  await keys.act('Enter', /^button: Add a medicine/)
  await keys.to(/^button: Discard the draft/)
  await keys.act('Enter', /^button: Write medication advice/)
  expect(doctor.errors).toEqual([])
})
