import { expect, test } from '@playwright/test'
import { openDevice } from './support/device.ts'
import { openHouse, type House } from './support/house.ts'

let house: House
test.beforeAll(async () => {
  house = await openHouse()
})
test.afterAll(() => house.close())

test('a tablet checks people in, also without a network; wrong codes learn nothing, and leaving it leaves no name (rules 69–74)', async () => {
  const tablet = await openDevice(house, 'kuzguncuk', { width: 1024, height: 768 })
  const { page } = tablet
  await tablet.signIn('clinic.kuzguncuk@demo.bedside.test', '/login')
  await tablet.settled()
  await tablet.workerReady()
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Check-in tablets' }).click()
  await page.getByLabel('Name of the tablet').fill('Entrance')
  await page.getByLabel('Waiting area').fill('Area B')
  await page.getByLabel('PIN to leave').fill('482193')
  await page.getByLabel('PIN again').fill('482193')
  await page.getByRole('button', { name: 'Begin check-in on this device' }).click()
  await expect(page.getByRole('button', { name: 'Touch to check in' })).toBeVisible()
  // whatever address is asked for
  await tablet.goto('/patient-list')
  await expect(page.getByRole('button', { name: 'Touch to check in' })).toBeVisible()

  const visits = await house.sql<{ id: string; code: string; name: string }>(
    `select a.id, check_in_code as code, patient_name as name from appointment a join clinic c on c.id = a.clinic_id
      where c.slug = 'kuzguncuk' and a.status = 'waiting' and a.arrived_at is null and check_in_code is not null
        and starts_at between $1::timestamptz - interval '13 minutes' and $1::timestamptz + interval '58 minutes' order by starts_at limit 2`,
    [house.now],
  )
  const [first, second] = visits
  if (!first || !second) throw new Error('the demo day has no two visits to check in for')
  const type = async (code: string) => {
    await page.getByRole('button', { name: 'Touch to check in' }).click()
    for (const digit of code) await page.getByRole('button', { name: digit, exact: true }).click()
  }
  const arrived = async (id: string) =>
    (await house.sql<{ at: Date | null }>('select arrived_at as at from appointment where id = $1', [id]))[0]!.at !==
    null

  await type(first.code)
  await expect(page.getByRole('listitem')).toContainText(`${first.name.split(' ')[0]}`)
  await expect(page.getByRole('main')).not.toContainText(first.name)
  await page.getByRole('button', { name: 'Yes, check in' }).click()
  await expect(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible()
  await expect(page.getByText('Area B')).toBeVisible()
  await expect.poll(() => arrived(first.id)).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()

  await type('000000')
  await expect(page.getByRole('heading', { name: 'Please go to the desk' })).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()

  await tablet.cut('network off')
  await tablet.goto('/kiosk')
  await type(second.code)
  await page.getByRole('button', { name: 'Yes, check in' }).click()
  await expect(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible()
  await expect(page.getByText('Kept on this device')).toBeVisible()
  expect(await arrived(second.id)).toBe(false)
  await tablet.mend('network off')
  await expect.poll(() => arrived(second.id), { timeout: 40_000 }).toBe(true)

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Staff: hold for three seconds' }).press('Enter')
  for (const digit of '482193') await page.getByRole('button', { name: digit, exact: true }).click()
  await expect(page.getByRole('cell', { name: first.name.split(' ')[0]! }).first()).toBeVisible()
  await page.getByRole('button', { name: 'End check-in on this tablet' }).click()
  await page.getByRole('button', { name: 'End check-in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    'bedside-kiosk',
  )
  expect(tablet.errors).toEqual([])
  await tablet.close()
})
