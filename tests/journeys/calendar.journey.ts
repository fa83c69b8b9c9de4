import { expect, test } from './support/journey.ts'
import { onDisk, type Disk } from './support/on-disk.ts'
import { moveVisit, visitRow, waitingVisits } from './support/visits.ts'

/**
 * SCREENS B16 as a doctor does it: opens the week, clicks a free time, moves a visit by keyboard, and does it again
 * offline.
 */
test('a doctor’s calendar: booking by click, moving by keyboard, moving offline and sending', async ({
  server,
  signedIn,
}) => {
  const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  const { page } = doctor
  await doctor.workerReady()
  const visits = await waitingVisits(server, 'doctor.kuzguncuk', 'later')
  const visit = visits.at(0)!
  const day = visit.starts_at.toISOString().slice(0, 10).replaceAll('-', '')
  const event = page.getByRole('button', { name: new RegExp(visit.name) }).first()
  await doctor.goto(`/calendar?view=week&day=${day}`)
  await expect(event).toBeVisible({ timeout: 20_000 })

  // a click on a free time in the next week opens the booking with that time
  const next = new Date(visit.starts_at.getTime() + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  await doctor.goto(`/calendar?view=week&day=${next}`)
  await expect(page.locator('.cal-hours').first()).toBeVisible({ timeout: 20_000 })
  const free = await page.locator('.cal-hours').first().boundingBox()
  for (let y = free!.y + 8; y < free!.y + free!.height && !page.url().includes('/appointment/new'); y += 25) {
    await page.mouse.click(free!.x + free!.width - 6, y)
    await page.waitForTimeout(150)
    await page.keyboard.press('Escape')
  }
  await page.waitForURL(/\/appointment\/new\?.*start=/)
  await expect(page.getByRole('heading', { name: 'New appointment' })).toBeVisible()

  // by keyboard: Enter opens the visit, and there the doctor chooses another time
  async function moveFrom(cell: string) {
    await doctor.goto(`/calendar?view=day&day=${cell}`)
    await event.focus()
    await page.keyboard.press('Enter')
    await moveVisit(page, 'last')
  }
  await moveFrom(day)
  await doctor.settled()
  const moved = await visitRow(server, visit.id)
  expect(moved!.starts_at).not.toEqual(visit.starts_at)

  // offline the visit is drawn dashed at its new time; it is sent when the network returns
  const there = moved!.starts_at.toISOString().slice(0, 10).replaceAll('-', '')
  await doctor.goto(`/calendar?view=day&day=${there}`)
  await expect(event).toBeVisible()
  await doctor.cut('network off')
  await event.focus()
  await page.keyboard.press('Enter')
  await moveVisit(page, 'first')
  const when = await onDisk(page, startOnDevice, visit.id)
  await doctor.goto(`/calendar?view=day&day=${when.slice(0, 10).replaceAll('-', '')}`)
  await expect(page.locator('.cal-grid .cal-waiting')).toHaveCSS('border-top-style', 'dashed')
  await expect(event).toHaveAccessibleName(/Waiting to send/)
  await doctor.mend('network off')
  await doctor.settled()
  await expect(page.locator('.cal-grid .cal-waiting')).toHaveCount(0)
  expect((await visitRow(server, visit.id))!.starts_at.toISOString()).toBe(when)
})

/** When the visit starts, by the device's own row, which includes the waiting change. */
async function startOnDevice({ db, done }: Disk, id: string): Promise<string> {
  const row: { start: string } = await done(db.transaction('appointment').objectStore('appointment').get(id))
  return row.start
}
