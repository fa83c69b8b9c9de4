import { expect, test } from './support/journey.ts'
import type { TestServer } from './support/server.ts'
import { keyboardOf } from './support/keyboard.ts'

const DESK = 'clinic.kuzguncuk@demo.bedside.test'

test('30.6: a desk finds and acts by keyboard: three letters check in, offline too', async ({ server, signedIn }) => {
  const [due] = await server.sql<{ id: string; name: string }>(
    `select id::text, patient_name as name from appointment where clinic_id = (select id from clinic where slug = 'kuzguncuk') and status = 'waiting'
        and arrived_at is null and no_show_at is null and starts_at between $1::timestamptz and $1::timestamptz + interval '6 hours'
        and (starts_at at time zone zone)::date = ($1::timestamptz at time zone zone)::date
      order by starts_at desc limit 1`,
    [server.now],
  )
  const desk = await signedIn('kuzguncuk', DESK, '/login')
  const { page } = desk
  const keys = keyboardOf(page)
  await desk.workerReady()
  await desk.goto('/patient-list')
  await expect(page.locator('table a').first()).toBeVisible()
  await page.waitForTimeout(1000)

  await test.step('Enter checks in who is due today', async () => {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search everywhere' })
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await keys.type(due!.name.split(' ')[0]!.slice(0, 3).toLocaleLowerCase('tr'))
    await page.keyboard.type(due!.name.split(' ')[0]!.slice(3))
    await expect(dialog.getByRole('option', { name: `Check in ${due!.name}` }).first()).toBeVisible()
    await dialog
      .getByRole('option', { name: `Check in ${due!.name}` })
      .first()
      .hover()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect
      .poll(
        async () =>
          (
            await server.sql<{ n: number }>(
              `select count(*)::int n from appointment where id = $1 and arrived_at is not null`,
              [due!.id],
            )
          )[0]!.n,
      )
      .toBe(1)
    expect(await keys.focused()).not.toBe('')
  })

  await test.step('offline: a patient, and a screen, opened from what the device holds; the new page has the focus', async () => {
    await desk.cut('network off')
    await page.keyboard.press('Control+k')
    await keys.type(due!.name)
    const dialog = page.getByRole('dialog', { name: 'Search everywhere' })
    await dialog
      .getByRole('option', { name: new RegExp(`^${due!.name}`) })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: new RegExp(due!.name) }).first()).toBeVisible()
    await keys.lies(/^main: Patient/)
    await page.keyboard.press('Control+k')
    await keys.type('availab')
    await expect(dialog.getByRole('option', { name: 'Availability' })).toBeVisible()
    await page.keyboard.press('Enter')
    await keys.lies(/^main: Availability/)
    await desk.mend('network off')
  })

  await test.step('who may not be seen is not found; what is not found is said', async () => {
    await page.keyboard.press('Control+k')
    await keys.type('qqqzzz')
    const dialog = page.getByRole('dialog', { name: 'Search everywhere' })
    await expect(dialog.getByText('Nothing found.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('single keys: the arrows walk the rows, C checks in, ? lists them, N and T go', async () => {
    await desk.goto('/appointment?view=board')
    await expect(page.getByRole('button', { name: 'Check in' }).first()).toBeVisible()
    await page.waitForTimeout(1000)
    await page.keyboard.press('ArrowDown')
    const first = await keys.focused()
    expect(first).toMatch(/^a: ./)
    await page.keyboard.press('ArrowDown')
    expect(await keys.focused()).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await keys.focused()).toBe(first)
    const before = await arrived(server)
    await page.keyboard.press('c')
    await expect.poll(() => arrived(server)).toBe(before + 1)
    await keys.lies(/./)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toBeVisible()
    // shortcuts do nothing while something covers the page
    await page.keyboard.press('n')
    await expect(help).toBeVisible()
    expect(page.url()).toContain('/appointment?')
    await help.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.waitForTimeout(500)
    expect(page.url()).not.toContain('/new')
    await page.evaluate(() => localStorage.removeItem('single-keys'))
    await page.keyboard.press('n')
    await expect(page).toHaveURL(/\/appointment\/new/)
    // shortcuts are off while typing
    await page.getByRole('combobox', { name: /^Patient/ }).click()
    await keys.type('tn')
    await page.waitForTimeout(500)
    await expect(page).toHaveURL(/\/appointment\/new/)
  })
  expect(desk.errors).toEqual([])
})

test('30.6: P takes the payment, M moves, X selects, T goes to today, and the focus is correct after each', async ({
  server,
  signedIn,
}) => {
  const [due] = await server.sql<{ id: string; name: string }>(
    `select id::text, patient_name as name from appointment where clinic_id = (select id from clinic where slug = 'kuzguncuk') and status = 'waiting'
        and no_show_at is null and payment_status <> 'completed' and price > 0 and starts_at <= $1::timestamptz
        and (starts_at at time zone zone)::date = ($1::timestamptz at time zone zone)::date
        and not exists (select from payment p where p.appointment_id = appointment.id and p.status = 'completed')
      order by starts_at limit 1`,
    [server.now],
  )
  const desk = await signedIn('kuzguncuk', DESK, '/login')
  const { page } = desk
  const keys = keyboardOf(page)
  const row = page.locator(`main tr a[href*="/appointment/${due!.id}"]`).first()
  const itsName = new RegExp(`^a: ${due!.name}`)
  await desk.goto('/appointment?view=list&status=waiting')
  await expect(row).toBeVisible()
  await page.waitForTimeout(1000)

  await test.step('X chooses the row and takes the choice back; the focus stays on the row', async () => {
    await row.focus()
    await keys.act('x', itsName)
    await expect(page.getByRole('status').filter({ hasText: '1 chosen' })).toBeVisible()
    await keys.act('x', itsName)
    await expect(page.getByRole('status').filter({ hasText: '1 chosen' })).toHaveCount(0)
  })

  await test.step('P asks for the payment; Escape is back on the row, and so is the payment that was taken', async () => {
    await row.focus()
    await keys.act('p', /^(input|button): ./)
    const dialog = page.getByRole('dialog', { name: new RegExp(due!.name) })
    await expect(dialog).toBeVisible()
    // shortcuts do nothing under the dialog
    await page.keyboard.press('m')
    await expect(page).toHaveURL(/\/appointment\?/)
    await keys.act('Escape', itsName)
    expect(await paid(server, due!.id)).toBe(0)
    await keys.act('p', /^(input|button): ./)
    const complete = dialog.getByRole('checkbox')
    if (await complete.isChecked()) await complete.press('Space')
    await keys.to(/^button: Record payment/)
    await keys.act('Enter', itsName)
    await expect.poll(() => paid(server, due!.id)).toBe(1)
    // the app does not offer payment again for a paid visit
    await keys.act('p', itsName)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('M opens the visit to be moved; Escape leaves the focus on the page', async () => {
    await row.focus()
    await page.keyboard.press('m')
    await expect(page).toHaveURL(new RegExp(`/appointment/${due!.id}`))
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await page.evaluate(() => document.activeElement!.closest('[role=dialog]') !== null)).toBe(true)
    await keys.act('Escape', /^(main|button|a): ./)
    await expect(dialog).toBeHidden()
  })

  await test.step('T is today’s list, heard from its beginning', async () => {
    await keys.act('t', /^main: Appointments/)
    await expect(page).toHaveURL(/\/appointment(\?(?!.*(status|preset)).*)?$/)
    await desk.goto('/appointment?view=list&preset=next30')
    await expect(page.locator('main tr a').first()).toBeVisible()
    await page.waitForTimeout(500)
    await page.keyboard.press('ArrowDown')
    await keys.lies(/^a: ./)
    await page.keyboard.press('t')
    await expect(page).not.toHaveURL(/preset/)
    await keys.lies(/./)
  })
  expect(desk.errors).toEqual([])
})

const paid = async (server: TestServer, id: string) =>
  (
    await server.sql<{ n: number }>(
      `select count(*)::int as n from payment where appointment_id = $1 and status = 'completed'`,
      [id],
    )
  )[0]!.n

const arrived = async (server: TestServer) =>
  (
    await server.sql<{ n: number }>(
      `select count(*)::int as n from appointment where clinic_id = (select id from clinic where slug = 'kuzguncuk') and arrived_at is not null`,
    )
  )[0]!.n
