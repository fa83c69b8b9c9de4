import { expect, test } from './support/journey.ts'
import { tableExcess } from './support/table-excess.ts'

test('a doctor’s start page, offline: complete from the day view, undo it, complete again, and the same once online', async ({
  device,
}) => {
  const doctor = await device('sifa', { width: 820, height: 1180 })
  await doctor.signIn('doctor.sifa@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  const { page } = doctor
  await doctor.cut('network off')
  await doctor.goto('/appointment?view=day')
  const pending = page.locator('.rail [data-tone="pending"]')
  const complete = async () => {
    await page
      .locator('main button:not([aria-disabled="true"])')
      .filter({ hasText: /^Complete/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Complete the appointment' }).click()
    await expect(pending.first()).toBeVisible()
  }
  await complete()
  await page.locator('.rail').getByRole('button', { name: 'Undo' }).first().click()
  await expect(pending).toHaveCount(0)
  await complete()
  await doctor.mend('network off')
  await expect(pending).toHaveCount(0, { timeout: 60_000 })
  await doctor.settled()
})

test('the desk’s start page: a check-in moves a card, a filter and a name narrow the list, and the address keeps the filter, not the name', async ({
  server,
  device,
}) => {
  const desk = await device('sifa', { width: 1440, height: 1000 })
  await desk.signIn('clinic.sifa@demo.bedside.test', '/login')
  await desk.settled()
  const { page } = desk
  await desk.goto('/appointment?view=board')
  const waiting = page.locator('.board-column').nth(0)
  const arrived = page.locator('.board-column').nth(1)
  const countOf = async (column: typeof waiting) => Number(await column.locator('h2 > span').last().innerText())
  const [{ before }] = (await server.sql<{ before: number }>(
    `select count(*)::int as before from appointment where clinic_id = (select id from clinic where slug = 'sifa')
        and status = 'waiting' and arrived_at is not null and (starts_at at time zone 'Europe/Istanbul')::date = ($1::timestamptz at time zone 'Europe/Istanbul')::date`,
    [server.now],
  )) as [{ before: number }]
  await expect.poll(() => countOf(arrived)).toBe(before)
  await waiting.getByRole('button', { name: 'Check in' }).first().click()
  await expect.poll(() => countOf(arrived)).toBe(before + 1)

  await desk.goto('/appointment?view=list&preset=all')
  const rows = page.locator('main tbody tr')
  await expect(rows.first()).toBeVisible()
  const [visit] = await server.sql<{ patient_name: string }>(
    `select patient_name from appointment where clinic_id = (select id from clinic where slug = 'sifa') and starts_at between $1::timestamptz and $1::timestamptz + interval '3 days' limit 1`,
    [server.now],
  )
  const name = visit!.patient_name.split(' ')[0]!
  await page.getByRole('searchbox').or(page.getByLabel('Search by the patient’s name')).first().fill(name)
  await expect.poll(async () => (await rows.allInnerTexts()).every((row) => row.includes(name))).toBe(true)
  await expect(rows.first()).toContainText(name)
  expect(decodeURIComponent(page.url())).not.toContain(name)
  await page.getByRole('button', { name: 'Status' }).click()
  await page
    .getByRole('menuitemcheckbox', { name: 'Cancelled' })
    .or(page.getByRole('menuitemradio', { name: 'Cancelled' }))
    .first()
    .click()
  await expect(page).toHaveURL(/status=cancelled/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).not.toHaveURL(/status=cancelled/)
})

test('a waiting change moves no other cell of the list, and causes no horizontal scrolling on a desk or tablet (LOOKS "Tables")', async ({
  server,
  device,
}) => {
  const desk = await device('sifa', { width: 1440, height: 1000 })
  await desk.signIn('clinic.sifa@demo.bedside.test', '/login')
  await desk.settled()
  await desk.workerReady()
  const { page } = desk
  await desk.cut('network off')
  await desk.goto('/appointment?view=list')
  // wait for what comes after the first screen, since it moves cells too: the note above the list, and the rows below
  // the fold
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page.locator('main tbody tr')).toHaveCount(20)
  const row = page
    .locator('main tbody tr')
    .filter({ hasText: 'Arrived' })
    .or(page.locator('main tbody tr[data-mark]'))
    .first()
  const places = () =>
    page
      .locator('main table :is(th, td)')
      .evaluateAll((cells) => cells.map((cell) => JSON.stringify(cell.getBoundingClientRect())))
  await row.getByRole('button', { name: /^More actions for/ }).click()
  const takeBack = page.getByRole('menuitem', { name: 'Undo check-in' })
  await expect(takeBack).toBeVisible()
  // the fallback typeface is half a percent narrower
  await page.evaluate(async () => void (await document.fonts.ready))
  const before = await places()
  await takeBack.click()
  const tag = row.getByText('Waiting to send')
  await expect(tag).toBeAttached()
  expect(await places()).toEqual(before)
  await expect(row.getByTitle('Waiting to send')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()

  for (const lang of ['de', 'tr']) {
    await page.context().addCookies([{ name: 'user-lang', value: lang, url: server.at('sifa', '/') }])
    await desk.goto('/appointment?view=list')
    for (const width of [768, 820, 900, 1024, 1100, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 1000 })
      await expect(page.locator('main tbody tr[data-mark="pending"]')).toBeVisible()
      const excess = await tableExcess(page)
      expect.soft(excess, `${lang} ${width}`).toEqual([{ label: expect.any(String), by: 0 }])
    }
  }
})

test('notifications: the bell counts the unread, and “read all” clears it on the device and the server', async ({
  server,
  device,
}) => {
  const doctor = await device('greenwich')
  await doctor.signIn('doctor.greenwich@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  const { page } = doctor
  await page.getByRole('button', { name: /Notifications, \d+ unread/ }).click()
  await page.getByRole('button', { name: 'Read all' }).click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  const [left] = await server.sql<{ n: number }>(
    `select count(*)::int as n from notification n join person p on p.id = n.user_id where p.email = 'doctor.greenwich@demo.bedside.test' and not n.read`,
  )
  expect(left!.n).toBe(0)
})
