import type { Page } from '@playwright/test'
import { CUTS, expect, test } from './support/journey.ts'
import { onDisk, type Disk } from './support/on-disk.ts'
import type { TestServer } from './support/server.ts'

const SLUG = 'sifa'
const DESK = `clinic.${SLUG}@demo.bedside.test`
let used = 0

for (const cut of CUTS)
  test(`a desk squeezes in an appointment beside another, ${cut}: confirmed, marked, kept, and sent (decision 0138)`, async ({
    server,
    signedIn,
  }) => {
    const beside = await standing(server)
    const desk = await signedIn(SLUG, DESK, '/login')
    const { page } = desk
    await desk.workerReady()
    await desk.goto(`/appointment/new?doctor=${beside.doctor}&patient=${beside.other}`)
    await expect(page.getByRole('button', { name: 'Another time' })).toBeVisible()
    await desk.cut(cut)
    await desk.offlineNow(cut)
    await ownTime(page, beside)
    await expect(page.getByText(`${beside.time} is taken. Book beside it?`)).toBeVisible()
    await page.getByRole('button', { name: 'Take this time' }).click()
    await page.getByRole('button', { name: /^(Book|Book on this device)$/ }).click()
    const open = page.getByRole('link', { name: 'Open the appointment' }).first()
    await expect(open).toBeVisible()
    const id = (await open.getAttribute('href'))!.split('/').at(-1)!
    await open.click()
    await expect(page.locator('.visit-head [data-override="squeeze_in"]')).toHaveText('Squeezed in')
    await desk.mend(cut)
    await desk.settled()
    expect(await overridesOf(server, id)).toEqual(['squeeze_in'])
    expect(await overridesOf(server, beside.id)).toEqual([])
    await server.sql(`update appointment set status = 'cancelled' where id = $1`, [id])
  })

test('a time that was taken meanwhile is offered as a double booking, with one press', async ({ server, signedIn }) => {
  const desk = await signedIn(SLUG, DESK, '/login')
  const { page } = desk
  const { doctor, other } = await standing(server)
  await desk.goto(`/appointment/new?doctor=${doctor}&patient=${other}`)
  const free = page.locator('.slot[data-state="free"]')
  await expect(free.first()).toBeVisible()
  await page.context().setOffline(true)
  await free.last().click()
  await page.getByRole('button', { name: /^(Book|Book on this device)$/ }).click()
  const open = page.getByRole('link', { name: 'Open the appointment' }).first()
  await expect(open).toBeVisible()
  const id = (await open.getAttribute('href'))!.split('/').at(-1)!
  const start = await onDisk(page, startOf, id)
  await server.sql(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by)
     select gen_random_uuid(), a.clinic_id, a.doctor_id, p.id, p.name, $2::timestamptz, $2::timestamptz + interval '20 min', a.zone, a.type, a.price, a.currency, 'Desk', 'Desk'
       from appointment a join person p on p.id = a.patient_id where a.doctor_id = $1 and p.id <> $3 limit 1`,
    [doctor, start, other],
  )
  await page.context().setOffline(false)
  await expect(page.getByText(/^\d\d:\d\d is taken\. Book beside it\?$/)).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Book beside it' }).click()
  await desk.settled()
  expect(await overridesOf(server, id)).toEqual(['squeeze_in'])
  await server.sql(`update appointment set status = 'cancelled' where doctor_id = $1 and starts_at = $2`, [
    doctor,
    start,
  ])
})

test('a patient who is present is booked now and has arrived; later moved outside the hours, they stay arrived', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn(SLUG, DESK, '/login')
  const { page } = desk
  const { doctor, other } = await standing(server)
  const before = await walkIns(server, doctor)
  await desk.goto(`/appointment/new?doctor=${doctor}&patient=${other}`)
  await page.getByRole('button', { name: 'Another time' }).click()
  await page.getByRole('button', { name: 'Now, the patient is here' }).click()
  await page.getByRole('button', { name: 'Take this time' }).click()
  const anyway = page.getByRole('checkbox', { name: 'Book anyway' })
  if (await anyway.isVisible()) await anyway.check()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  // only the server knows whether the doctor is at another clinic at that time: until it has answered, "Booked" is a hope
  const beside = page.getByRole('button', { name: 'Book beside it' })
  await expect
    .poll(async () => (await beside.isVisible()) || (await walkIns(server, doctor)) > before, { timeout: 30_000 })
    .toBe(true)
  if (await beside.isVisible()) await beside.click()
  await expect.poll(() => walkIns(server, doctor), { timeout: 30_000 }).toBe(before + 1)
  await desk.settled()
  const open = page.getByRole('link', { name: 'Open the appointment' }).first()
  await expect(open).toBeVisible()
  const id = (await open.getAttribute('href'))!.split('/').at(-1)!
  expect(await overridesOf(server, id)).toContain('walk_in')
  const arrived = async () =>
    (
      await server.sql<{ arrived: Date | null }>('select arrived_at as arrived from appointment where id = $1', [id])
    )[0]!.arrived
  const at = await arrived()
  expect(at).not.toBeNull()

  await test.step('the board says so in a word', async () => {
    await desk.goto('/appointment?view=board')
    // the patient who arrived last is at the end
    await page
      .locator('.board-column[data-tone="arrived"]')
      .getByRole('button', { name: /^Show \d+ more/ })
      .click()
    await expect(page.locator(`.board [data-override="walk_in"]`).first()).toHaveText('Walk-in')
  })

  await test.step('another time of the same day, where the doctor has no hours', async () => {
    await desk.goto(`/appointment/${id}`)
    await page.getByRole('button', { name: 'Reschedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Another time' }).click()
    await dialog.getByRole('textbox', { name: 'Time' }).fill('23:10')
    await expect(dialog.getByText('The doctor has no hours at 23:10. Book anyway?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Take this time' }).click()
    await dialog.getByRole('button', { name: 'Move the appointment' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('.visit-head [data-override="off_hours"]')).toHaveText('Off hours')
    await desk.settled()
    expect(await overridesOf(server, id)).toEqual(['off_hours'])
    expect(await arrived()).toEqual(at)
  })
  await server.sql(`update appointment set status = 'cancelled' where id = $1`, [id])
  expect(desk.errors).toEqual([])
})

test('a patient finds only the offered times', async ({ server, signedIn }) => {
  const patient = await signedIn(SLUG, `patient.${SLUG}@demo.bedside.test`, '/patient-login')
  const { doctor } = await standing(server)
  await patient.goto(`/appointment/new?doctor=${doctor}`)
  await expect(patient.page.locator('.slot[data-state="free"]').first()).toBeVisible()
  await expect(patient.page.getByRole('button', { name: 'Another time' })).toHaveCount(0)
})

type Standing = { id: string; doctor: string; other: string; day: string; time: string }
/** An appointment of the clinic some days ahead, and a patient of the clinic who has no appointment at that time. */
async function standing(server: TestServer): Promise<Standing> {
  const found = await server.sql<Standing>(
    `select a.id::text as id, a.doctor_id::text as doctor, to_char(a.starts_at at time zone a.zone, 'DD.MM.YYYY') as day,
            to_char(a.starts_at at time zone a.zone, 'HH24:MI') as time,
            (select p.id::text from patient p where a.clinic_id = any (p.clinic_ids)
                and not exists (select from appointment o where o.patient_id = p.id and o.status = 'waiting') order by p.id limit 1) as other
       from appointment a join clinic c on c.id = a.clinic_id and c.slug = $1
      where a.status = 'waiting' and a.type = 'face-to-face' and a.starts_at > $2::timestamptz + interval '2 days'
      order by a.starts_at`,
    [SLUG, server.now],
  )
  const one = found[used++]
  if (!one?.other) throw new Error('the demo clinic has no appointment left')
  return one
}

async function ownTime(page: Page, { day, time }: Standing) {
  await page.getByRole('button', { name: 'Another time' }).click()
  const own = page.getByRole('group', { name: 'Another time' })
  await own.getByRole('textbox', { name: 'Day' }).fill(day)
  await own.getByRole('textbox', { name: 'Time' }).fill(time)
}

const overridesOf = async (server: TestServer, id: string) =>
  (await server.sql<{ overrides: string[] }>('select overrides from appointment where id = $1', [id]))[0]?.overrides

const walkIns = async (server: TestServer, doctor: string) =>
  (
    await server.sql<{ count: number }>(
      `select count(*)::int as count from appointment where doctor_id = $1 and 'walk_in' = any (overrides)`,
      [doctor],
    )
  )[0]!.count

/** When the visit booked on this device begins. */
async function startOf({ db, done }: Disk, id: string): Promise<string> {
  const row: { start: string } = await done(db.transaction('appointment').objectStore('appointment').get(id))
  return row.start
}
