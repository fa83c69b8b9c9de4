import { expect, test } from './support/journey.ts'

test('hours: added online and offered at once; passive and repriced offline, closed for a day, and back online it is so (rules 6–11, 21)', async ({
  house,
  signedIn,
}) => {
  const desk = await signedIn('greenwich', 'clinic.greenwich@demo.bedside.test', '/login', {
    width: 1280,
    height: 1000,
  })
  await desk.workerReady()
  const { page } = desk
  const [doctor] = await house.sql<{ id: string }>(
    `select d.id from doctor d join clinic c on c.slug = 'greenwich' and c.id = any (d.clinic_ids) where d.active and cardinality(d.clinic_ids) = 1 order by d.id limit 1`,
  )
  await desk.goto(`/availability?doctor=${doctor!.id}`)
  await expect(page.getByRole('heading', { name: 'Slots of the week' })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Hours' }).getByRole('row')
  const before = await rows.count()

  await page.getByRole('button', { name: 'Add hours' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save the hours' }).click()
  await expect(form.getByText('Choose at least one weekday.')).toBeVisible()
  await form.getByRole('button', { name: 'Sun' }).click()
  await form.getByLabel(/^From/).fill('6')
  await form.getByLabel(/^To/).fill('6:50')
  await form.getByLabel(/^Price in/).fill('75')
  await expect(form.getByRole('status')).toHaveText(/2 slots a day, the last ends at 06:40, 10 minutes unused/)
  await form.getByRole('button', { name: 'Save the hours' }).click()
  await expect(page.getByText('Hours saved')).toBeVisible()
  await expect(rows).toHaveCount(before + 1)

  await page.getByRole('button', { name: 'Add hours' }).click()
  await form.getByRole('button', { name: 'Sun' }).click()
  await form.getByLabel(/^From/).fill('06:30')
  await form.getByLabel(/^To/).fill('07:30')
  await expect(form.getByText('The doctor already has hours at this time:')).toBeVisible()
  await page.keyboard.press('Escape')

  await desk.cut('network off')
  const mine = rows.filter({ hasText: '06:00–06:50' })
  await expect(page.getByRole('button', { name: 'Add hours' })).toHaveAttribute('aria-disabled', 'true')
  await mine.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Change the price' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Price in/)
    .fill('80,50')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the price' }).click()
  await expect(mine).toContainText('80.50')
  await mine.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Make inactive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make inactive' }).click()
  await expect(mine).toContainText('Inactive')
  await expect(mine).toContainText('Waiting to send')
  await page.getByRole('button', { name: 'Close a day or hours' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Conference')
  await page.getByRole('dialog').getByRole('button', { name: 'Close this time' }).click()
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
  await page.reload()
  await expect(mine).toContainText('Waiting to send')

  await desk.mend('network off')
  await expect(mine).not.toContainText('Waiting to send', { timeout: 30_000 })
  await desk.settled()
  const [stored] = await house.sql<{ status: string; price: number; busy: number }>(
    `select status, price, (select count(*)::int from busy where doctor_id = $1 and title = 'Conference') as busy from availability where doctor_id = $1 and start_time = '06:00'`,
    [doctor!.id],
  )
  expect(stored).toEqual({ status: 'passive', price: 8050, busy: 1 })
})
