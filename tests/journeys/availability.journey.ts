import { addDays, weekdayOf } from '../../contract/kernel/time.ts'
import { expect, test } from './support/journey.ts'
import { countPresses } from './support/presses.ts'
import type { TestServer } from './support/server.ts'

test('hours: added and offered at once, also offline; made passive and repriced offline, closed for a day, and the same once online (rules 6–11, 21)', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('greenwich', 'clinic.greenwich@demo.bedside.test', '/login', {
    width: 1280,
    height: 1000,
  })
  await desk.workerReady()
  const { page } = desk
  const [doctor] = await server.sql<{ id: string }>(
    `select d.id from doctor d join clinic c on c.slug = 'greenwich' and c.id = any (d.clinic_ids) where d.active and cardinality(d.clinic_ids) = 1 order by d.id limit 1`,
  )
  await desk.goto(`/availability?doctor=${doctor!.id}`)
  await expect(page.getByRole('heading', { name: 'Slots of the week' })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Hours' }).getByRole('row')
  const before = await rows.count()

  await page.getByRole('button', { name: 'Add hours' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save the hours' }).click()
  await expect(form.getByText('Add hours to at least one weekday.')).toBeVisible()
  await form.getByRole('button', { name: 'Add a block: Sunday' }).click()
  await form.getByLabel('Sunday, block 1, from').fill('6')
  await form.getByLabel('Sunday, block 1, to').fill('6:50')
  await form.getByLabel(/^Price in/).fill('75')
  await expect(form.getByRole('status')).toHaveText(/^2 slots a week, .*2 slots a day, 10 minutes unused$/)
  await form.getByRole('button', { name: 'Save the hours' }).click()
  await expect(form).toBeHidden()
  await expect(rows).toHaveCount(before + 1)

  await page.getByRole('button', { name: 'Add hours' }).click()
  await form.getByRole('button', { name: 'Add a block: Sunday' }).click()
  await form.getByLabel('Sunday, block 1, from').fill('06:30')
  await form.getByLabel('Sunday, block 1, to').fill('07:30')
  await expect(form.getByText('The doctor already has hours at this time:')).toBeVisible()
  await page.keyboard.press('Escape')
  await desk.settled()

  await desk.cut('network off')
  const mine = rows.filter({ hasText: '06:00–06:50' })
  await page.getByRole('button', { name: 'Add hours' }).click()
  await form.getByRole('button', { name: 'Add a block: Sunday' }).click()
  await form.getByLabel('Sunday, block 1, from').fill('5')
  await form.getByLabel('Sunday, block 1, to').fill('5:40')
  await form.getByLabel(/^Price in/).fill('60')
  await form.getByRole('button', { name: 'Save the hours' }).click()
  const early = rows.filter({ hasText: '05:00–05:40' })
  await expect(early).toContainText('Waiting to send')
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
  await expect(early).not.toContainText('Waiting to send')
  const [added] = await server.sql<{ price: number; zone: string }>(
    `select price, zone from availability where doctor_id = $1 and start_time = '05:00'`,
    [doctor!.id],
  )
  expect(added).toEqual({ price: 6000, zone: 'Europe/London' })
  const [stored] = await server.sql<{ status: string; price: number; busy: number }>(
    `select status, price, (select count(*)::int from busy where doctor_id = $1 and title = 'Conference') as busy from availability where doctor_id = $1 and start_time = '06:00'`,
    [doctor!.id],
  )
  expect(stored).toEqual({ status: 'passive', price: 8050, busy: 1 })
})

test('30 “Quick”: a week of five days with two blocks each and two weeks off takes twelve presses, and the public holidays one more', async ({
  server,
  signedIn,
}) => {
  const { slug, id, today } = await withoutOnline(server)
  const desk = await signedIn(slug, `clinic.${slug}@demo.bedside.test`, '/login', { width: 1280, height: 1000 })
  const { page } = desk
  const presses = await countPresses(page)
  await desk.goto(`/availability?doctor=${id}`)
  await expect(page.getByRole('heading', { name: 'Slots of the week' })).toBeVisible()
  const off = { from: addDays(today, 100), to: addDays(today, 113) }

  await presses.begin()
  await page.getByRole('button', { name: 'Add hours' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Online' }).click()
  await form.getByRole('button', { name: 'Add a block: Monday' }).click()
  await form.getByLabel('Monday, block 1, to').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('12')
  await form.getByRole('button', { name: 'Add a block: Monday' }).click()
  await expect(form.getByLabel('Monday, block 2, from')).toHaveValue('13:00')
  await form.getByRole('button', { name: 'Copy Monday to' }).click()
  await page.getByRole('menuitem', { name: 'Monday to Friday' }).click()
  await form.getByRole('button', { name: 'Add days off' }).click()
  await form.getByLabel(/^First day off/).click()
  await page.keyboard.type(typed(off.from))
  await form.getByLabel(/^Last day off/).click()
  await page.keyboard.type(typed(off.to))
  await form.getByLabel(/^Price in/).click()
  await page.keyboard.type('75')
  await expect(form.getByRole('status')).toContainText('105 slots a week')
  await expect(form.getByRole('status')).toContainText('14 days off')
  await form.getByRole('button', { name: 'Save the hours' }).click()
  await expect(form).toBeHidden()
  const { clicks, enters } = await presses.made()
  expect(clicks + enters).toBeLessThanOrEqual(12)

  await desk.settled()
  const made = await server.sql<{ hours: string; days: number[]; off: string }>(
    `select start_time || '–' || end_time as hours, days, off::text from availability where doctor_id = $1 and type = 'online' order by start_time`,
    [id],
  )
  const offIn = `{[${dashed(off.from)},${dashed(addDays(off.to, 1))})}`
  expect(made).toEqual([
    { hours: '09:00:00–12:00:00', days: [1, 2, 3, 4, 5], off: offIn },
    { hours: '13:00:00–17:00:00', days: [1, 2, 3, 4, 5], off: offIn },
  ])
  const monday = addDays(off.from, 8 - weekdayOf(off.from))
  await desk.goto(`/availability?doctor=${id}&type=online&day=${monday}`)
  await expect(page.locator('.preview-day').getByText('no hours')).toHaveCount(7)
  await desk.goto(`/availability?doctor=${id}&type=online&day=${addDays(monday, -14)}`)
  await expect(page.locator('.preview-day').getByText('no hours')).toHaveCount(2)

  // the dialog names the holidays of the clinic's country before it saves; it reports overlapping hours and does not
  // save them
  await page.getByRole('button', { name: 'Add hours' }).click()
  await form.getByRole('button', { name: 'Add a block: Sunday' }).click()
  await form.getByRole('checkbox', { name: /^No hours on public holidays: ./ }).check()
  expect(await form.locator('.holidays > li').count()).toBeGreaterThan(4)
  await expect(form.getByRole('status')).toContainText('days off')
  await page.keyboard.press('Escape')
  await server.sql(`delete from availability where doctor_id = $1 and type = 'online'`, [id])
  expect(desk.errors).toEqual([])
})

test('32.5: nights past midnight are shown under the next morning; a month is copied to the next once, and existing hours are shown', async ({
  server,
  signedIn,
}) => {
  const { slug, id, today } = await withoutOnline(server)
  const desk = await signedIn(slug, `clinic.${slug}@demo.bedside.test`, '/login', { width: 1280, height: 1000 })
  const { page } = desk
  const first = monthAfter(today)
  const last = addDays(monthAfter(first), -1)
  await desk.goto(`/availability?doctor=${id}&type=online`)
  await page.getByRole('button', { name: 'Add hours' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Online' }).click()
  await form.getByRole('button', { name: 'Add a block: Saturday' }).click()
  await form.getByLabel('Saturday, block 1, from').fill('22')
  await form.getByLabel('Saturday, block 1, to').fill('2')
  await expect(form.getByText('ends on the next day')).toBeVisible()
  await form.getByRole('button', { name: 'Add a block: Friday' }).click()
  await form.getByLabel('Friday, block 1, from').fill('20')
  await form.getByLabel('Friday, block 1, to').fill('24')
  await form
    .getByLabel(/^First day/)
    .first()
    .fill(typed(first))
  await form
    .getByLabel(/^Last day/)
    .first()
    .fill(typed(last))
  await form.getByLabel(/^Price in/).fill('75')
  await form.getByRole('button', { name: 'Save the hours' }).click()
  await expect(form).toBeHidden()
  await desk.settled()
  const saturday = addDays(first, (13 - weekdayOf(first)) % 7)
  await desk.goto(`/availability?doctor=${id}&type=online&day=${saturday}`)
  const shown = page.locator('.preview-day')
  await expect(shown.nth(5).getByRole('listitem')).toHaveCount(6)
  const rows = page.getByRole('table', { name: 'Hours' }).getByRole('row')
  await expect(rows.filter({ hasText: '20:00–24:00' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Copy a month' }).click()
  await form.getByLabel('Month to copy').selectOption(String(first))
  await expect(form.getByRole('heading', { name: /^New in / })).toBeVisible()
  await form.getByRole('button', { name: /^Copy to / }).click()
  await expect(form).toBeHidden()
  await desk.settled()
  const copied = await server.sql<{ hours: string; days: number[] }>(
    `select start_time || '–' || end_time as hours, days from availability where doctor_id = $1 and type = 'online' and start_date > to_date($2::text, 'YYYYMMDD') order by start_time`,
    [id, last],
  )
  expect(copied).toEqual([
    { hours: '20:00:00–24:00:00', days: [5] },
    { hours: '22:00:00–02:00:00', days: [6] },
  ])
  // a second copy adds nothing and says why
  await page.getByRole('button', { name: 'Copy a month' }).click()
  await form.getByLabel('Month to copy').selectOption(String(first))
  await expect(form.getByRole('heading', { name: /^Already in / })).toBeVisible()
  await expect(form.getByRole('heading', { name: /^New in / })).toHaveCount(0)
  await expect(form.getByRole('button', { name: /^Copy to / })).toHaveAttribute('aria-disabled', 'true')
  await server.sql(`delete from availability where doctor_id = $1 and type = 'online'`, [id])
  expect(desk.errors).toEqual([])
})

/** A doctor of one clinic who may have online hours and has none, so that the journey's own are the only ones. */
async function withoutOnline(server: TestServer) {
  const [found] = await server.sql<{ slug: string; id: string; today: number }>(
    `select c.slug, d.id::text, to_char($1::timestamptz at time zone c.zone, 'YYYYMMDD')::int as today
       from doctor d join clinic c on c.id = d.clinic_ids[1] join branch b on b.id = d.branch_id
      where d.active and cardinality(d.clinic_ids) = 1 and b.online_calls and c.country is not null
        and exists (select from person p where p.email = 'clinic.' || c.slug || '@demo.bedside.test')
        and not exists (select from availability a where a.doctor_id = d.id and a.type = 'online') order by d.id limit 1`,
    [server.now],
  )
  return found!
}

const parts = (date: number) => [Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100].map(String)
const dashed = (date: number) =>
  parts(date)
    .map((part) => part.padStart(2, '0'))
    .join('-')
const typed = (date: number) =>
  parts(date)
    .toReversed()
    .map((part) => part.padStart(2, '0'))
    .join('.')
const monthAfter = (date: number) => {
  const next = addDays(date - (date % 100) + 1, 31)
  return next - (next % 100) + 1
}
