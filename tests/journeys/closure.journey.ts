import { addDays, instantOf, todayIn } from '../../contract/kernel/time.ts'
import { expect, test } from './support/journey.ts'
import type { TestServer } from './support/server.ts'

const SLUG = 'lindenhof'
const ZONE = 'Europe/Berlin'
const NAME = 'Rohrbruch'

test('decision 0152: a clinic closes over 60 appointments; its desk works them through offline, each patient is told once', async ({
  server,
  signedIn,
}) => {
  test.setTimeout(300_000)
  const day = addDays(todayIn(ZONE, Date.parse(server.now)), 17)
  await fillDay(server, day)
  const hit = await hitOn(server, day)
  expect(hit.length).toBeGreaterThanOrEqual(60)
  const desk = await signedIn(SLUG, `clinic.${SLUG}@demo.bedside.test`, '/login')
  const { page } = desk
  await desk.workerReady()

  await test.step('the form says beforehand how many appointments fall into it', async () => {
    await desk.goto('/closure')
    await page.getByRole('button', { name: 'Close the clinic' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Why it is closed/).fill(NAME)
    await form.getByLabel(/^Last day/).fill(typed(day))
    await form.getByLabel(/^First day/).fill(typed(day))
    await expect(form.getByText(`${hit.length} appointments fall into this time`)).toBeVisible()
    await form.getByRole('button', { name: 'Close the clinic' }).click()
    await expect(page).toHaveURL(/\/closure\/[0-9a-f-]{36}$/)
  })
  const rows = page.locator('.absence .close-rows > li')
  await expect(rows).toHaveCount(hit.length)
  await expect.poll(() => closures(server)).toHaveLength(1)

  await test.step('times for all, no two of a doctor alike, and twenty are cancelled with words', async () => {
    await expect(page.getByText('the doctor’s own, in the four weeks after')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Propose times for all' }).click()
    await expect(page.getByRole('combobox', { name: /^New time/ })).toHaveCount(hit.length)
    for (let n = 0; n < 20; n++) await rows.nth(n).getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: `The clinic is closed: ${NAME}` }).click()
  })

  await test.step('without a network nothing is lost, also over a reload', async () => {
    await desk.cut('network off')
    await page.getByRole('button', { name: `Move ${hit.length - 20} appointments · cancel 20 appointments` }).click()
    const asked = page.getByRole('dialog')
    await expect(asked).toContainText(`Reason: The clinic is closed: ${NAME}`)
    await asked.getByRole('button', { name: /^Move/ }).click()
    await expect(page.locator('.absence-done li')).toHaveCount(hit.length, { timeout: 60_000 })
    await expect(page.getByText(`0 of ${hit.length} changes are on the server`)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No appointments in this time' })).toBeVisible({ timeout: 60_000 })
    await desk.mend('network off')
    await expect.poll(() => hitOn(server, day), { timeout: 120_000 }).toEqual([])
  })

  await test.step('each patient has one message, about what became of their appointment', async () => {
    const told = () =>
      server.sql<{ id: string; status: string; reason: string | null; templates: string[] }>(
        `select a.id::text, a.status, a.cancel_reason as reason,
                array(select distinct m.template from message m where m.appointment_id = a.id and m.template in ('visit_moved', 'visit_cancelled')
                        and m.recipient in (p.email, p.phone) and m.made_at > $2::timestamptz - interval '1 hour') as templates
           from appointment a join person p on p.id = a.patient_id where a.id = any ($1::uuid[])`,
        [hit, server.now],
      )
    const each = await told()
    const cancelled = each.filter(({ status }) => status === 'cancelled')
    expect(cancelled).toHaveLength(20)
    for (const { reason, templates } of cancelled)
      expect([reason, templates]).toEqual([`The clinic is closed: ${NAME}`, ['visit_cancelled']])
    for (const { templates } of each.filter(({ status }) => status !== 'cancelled'))
      expect(templates).toEqual(['visit_moved'])
    const twice = await server.sql(
      `select appointment_id, channel from message where appointment_id = any ($1::uuid[]) and template in ('visit_moved', 'visit_cancelled')
        group by appointment_id, channel, recipient having count(*) > 1`,
      [hit],
    )
    expect(twice).toEqual([])
  })

  await test.step('the day shows its name to the desk, over each doctor’s hours too', async () => {
    await desk.goto(`/appointment?view=doctors&day=${day}`)
    await expect(page.locator('.closed-band')).toContainText(`The clinic is closed: ${NAME}`)
    await expect(page.locator('.doctors-closed').first()).toContainText(NAME)
    await expect(page.locator('.doctors-free')).toHaveCount(0)
  })

  await test.step('opened again, its hours are offered again', async () => {
    await desk.goto('/closure')
    await page.getByRole('button', { name: `Open again ${NAME}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open again' }).click()
    await expect.poll(() => closures(server)).toHaveLength(0)
    await desk.goto(`/appointment?view=doctors&day=${day}`)
    await expect(page.locator('.doctors-free').first()).toBeVisible()
    await expect(page.locator('.closed-band')).toHaveCount(0)
  })
})

const typed = (date: number) =>
  [date % 100, Math.floor(date / 100) % 100, Math.floor(date / 10_000)]
    .map((part) => String(part).padStart(2, '0'))
    .join('.')

const closures = (server: TestServer) => server.sql(`select id from closure where name = $1`, [NAME])

/** Waiting appointments of the clinic that touch the day, by id. */
async function hitOn(server: TestServer, day: number) {
  const [from, to] = [day, addDays(day, 1)].map((date) => new Date(instantOf({ date, time: 0 }, ZONE)!).toISOString())
  const rows = await server.sql<{ id: string }>(
    `select a.id::text from appointment a join clinic c on c.id = a.clinic_id and c.slug = $1
      where a.status = 'waiting' and a.during && tstzrange($2, $3) order by a.starts_at, a.id`,
    [SLUG, from, to],
  )
  return rows.map(({ id }) => id)
}

/** Sixty short appointments before the clinic's doctors begin, each of another patient who can be reached. */
const fillDay = (server: TestServer, day: number) =>
  server.sql(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by)
     select gen_random_uuid(), c.id, d.ids[1 + n % cardinality(d.ids)], p.id, p.name, at, at + interval '5 min', c.zone, 'face-to-face', 5000, c.currency, 'Test', 'Test'
       from clinic c
       cross join lateral (select array_agg(distinct a.doctor_id) as ids from availability a join doctor d on d.id = a.doctor_id and d.active and c.id = any (d.clinic_ids)
                            where a.clinic_id = c.id and a.type = 'physical' and a.status = 'active' and a.end_date > to_date($2::text, 'YYYYMMDD') + 20) d
       cross join lateral (select row_number() over (order by p.id) - 1 as n, p.id, p.name from patient t join person p on p.id = t.id
                            where c.id = any (t.clinic_ids) and p.email is not null limit 60) p
       cross join lateral (select (to_date($2::text, 'YYYYMMDD') + time '03:00') at time zone c.zone + n * interval '5 min' as at) s
      where c.slug = $1`,
    [SLUG, day],
  )
