import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { expect, test } from './support/journey.ts'
import type { TestServer } from './support/server.ts'

const ZONE = 'Europe/Berlin'

test('issue 32.14: a desk reads its figures by keyboard, in a table and in a file; a doctor has their own', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('lindenhof', 'clinic.lindenhof@demo.bedside.test', '/login')
  const { page } = desk
  await desk.goto('/figures')
  const cancelled = page.locator('section.figure-card', { has: page.getByRole('heading', { name: 'Cancellations' }) })
  const counted = await countedOf(server, 'lindenhof')

  await test.step('the whole is what the database counts', async () => {
    await expect(cancelled.getByRole('table', { name: 'Cancellations' }).locator('tfoot')).toContainText(
      `${counted.cancelled} of ${counted.all}`,
    )
  })

  await test.step('a picture is one stop of the keyboard, and arrows read it bar by bar', async () => {
    const picture = cancelled.getByRole('group', { name: /^Cancellations by Doctor/ })
    const bars = picture.getByRole('img')
    expect(await bars.count()).toBeGreaterThan(2)
    await page
      .getByRole('group', { name: /^No-shows by Doctor/ })
      .getByRole('img')
      .first()
      .focus()
    // its own help, and then the next picture
    await page.keyboard.press('Tab')
    await expect(page.locator('summary:focus')).toHaveText('How this is counted')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No-shows out of the appointments of which it is known')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(bars.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(bars.nth(1)).toBeFocused()
    await expect(bars.nth(1)).toHaveAccessibleName(/: .+; before: .+/)
    await page.keyboard.press('End')
    await expect(bars.last()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(bars.last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(bars.first()).toBeFocused()
  })

  await test.step('by weekday there are seven rows, and the address keeps it', async () => {
    await page.getByRole('button', { name: 'Weekday' }).click()
    await expect(cancelled.locator('tbody tr')).toHaveCount(7)
    await expect(page).toHaveURL(/by=weekday/)
    await expect(page.getByRole('button', { name: 'Weekday' })).toBeFocused()
  })

  await test.step('the file has each row, and all of them last', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('figures.csv')
    const text = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trim()
    const { data: lines } = Papa.parse<string[]>(text)
    expect(lines).toHaveLength(9)
    const [heads = [], all = []] = [lines[0], lines.at(-1)]
    expect([all[0], all[heads.indexOf('Cancellations')], all[heads.indexOf('Appointments')]]).toEqual([
      'All',
      String(counted.cancelled),
      String(counted.all - counted.cancelled),
    ])
    const sum = (head: string) =>
      lines.slice(1, -1).reduce((total, line) => total + Number(line[heads.indexOf(head)]), 0)
    for (const head of ['Appointments', 'Offered minutes', 'Booked minutes'])
      expect([head, sum(head)]).toEqual([head, Number(all[heads.indexOf(head)])])
  })

  await test.step('own days: an impossible period says why; a period of nothing says so', async () => {
    await page.getByRole('button', { name: 'Custom dates…' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^First day/).fill('01.03.2020')
    await form.getByLabel(/^Last day/).fill('01.02.2020')
    await expect(form.getByText('The last day is before the first day.')).toBeVisible()
    await form.getByLabel(/^Last day/).fill('31.03.2020')
    await form.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('heading', { name: 'No appointments in this period' })).toBeVisible()
    await page.getByRole('button', { name: /^Remove filter: Period/ }).click()
    await expect(cancelled).toBeVisible()
  })

  await test.step('without a network it says what it needs', async () => {
    await desk.workerReady()
    await desk.cut('network off')
    await page.reload()
    await expect(page.getByText('You need to be online.')).toBeVisible()
    await desk.mend('network off')
    await expect(cancelled).toBeVisible({ timeout: 60_000 })
  })
})

test('issue 32.14: a doctor has their own figures, by type and weekday, and no colleague’s', async ({ signedIn }) => {
  const { page, goto } = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  await goto('/figures?by=doctor')
  const compare = page.getByRole('group', { name: 'Compare by' })
  await expect(compare.getByRole('button')).toHaveText(['Type', 'Weekday'])
  await expect(page.getByRole('button', { name: 'Doctor', exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Utilisation' })).toBeVisible()
})

/** The appointments of this month until today, as the clinic's wall has them. */
async function countedOf(server: TestServer, slug: string) {
  const rows = await server.sql<{ all: number; cancelled: number }>(
    `select count(*)::int as all, count(*) filter (where a.status = 'cancelled')::int as cancelled
       from appointment a join clinic c on c.id = a.clinic_id and c.slug = $1
      where (a.starts_at at time zone $3)::date between date_trunc('month', $2::timestamptz at time zone $3)::date and ($2::timestamptz at time zone $3)::date`,
    [slug, server.now, ZONE],
  )
  return rows[0]!
}
