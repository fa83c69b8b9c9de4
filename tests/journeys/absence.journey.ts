import { expect, test } from './support/journey.ts'
import { visitRow } from './support/visits.ts'

test('a doctor’s absence: one appointment cancelled with a message, the rest moved, the days closed, each with its result', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('lindenhof', 'clinic.lindenhof@demo.bedside.test', '/login')
  const { page } = desk
  const [away] = await server.sql<{ doctor: string; day: number; ids: string[]; types: string[] }>(
    `select a.doctor_id::text as doctor, to_char(a.starts_at at time zone a.zone, 'YYYYMMDD')::int as day, array_agg(a.id::text order by a.starts_at) as ids,
            array_agg(a.type order by a.starts_at) as types
       from appointment a join clinic c on c.id = a.clinic_id and c.slug = 'lindenhof'
      where a.status = 'waiting' and a.starts_at between $1::timestamptz + interval '4 days' and $1::timestamptz + interval '40 days'
      group by 1, 2 having count(*) between 2 and 8 order by 2 desc limit 1`,
    [server.now],
  )
  const { doctor, day, ids, types } = away!
  await desk.goto(`/appointment/absence?doctor=${doctor}&from=${day}&to=${day}`)
  const rows = page.locator('.absence .close-rows > li')
  await expect(rows).toHaveCount(ids.length)
  // the dialog chooses nothing for any patient by itself; closing the days alone takes one press too
  await expect(page.getByRole('button', { name: 'Close these days' })).toBeVisible()
  await expect(page.getByText('the doctor’s own, in the four weeks after')).toBeVisible()
  await page.getByRole('button', { name: 'Propose times for all' }).click()
  const times = page.getByRole('combobox', { name: /^New time/ })
  await expect(times).toHaveCount(ids.length)
  const chosen = await times.evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value))
  expect(chosen.every((start) => start !== '')).toBe(true)
  expect(new Set(chosen).size).toBe(ids.length)
  await rows.first().getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('What the patients are told').click()
  await expect(page.locator('.absence-letter')).toHaveCount(2)
  await expect(page.locator('.absence-letter').first()).toContainText('Your appointment has been moved. It is now on')
  // the preview shows the letter of the first patient who is moved, with the address
  await expect(
    page
      .locator('.absence-letter')
      .first()
      .getByText(/Address: \S/),
  ).toHaveCount(types[1] === 'online' ? 0 : 1)
  await expect(page.locator('.absence-letter').last()).toContainText('has been cancelled')
  const act = page.getByRole('button', { name: /^Move \d+ appointments? · cancel 1 appointment$/ })
  await expect(act).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Give a reason.')).toBeVisible()
  await page.getByRole('button', { name: 'The doctor is ill' }).click()
  await act.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Reason: The doctor is ill')
  await dialog.getByRole('button', { name: /^Move/ }).click()
  await expect(dialog).toBeHidden()

  const done = page.locator('.absence-done')
  await expect(done.locator('li')).toHaveCount(ids.length)
  await expect(done.getByText('Cancelled')).toHaveCount(1)
  await expect(done.getByText(/^Moved to/)).toHaveCount(ids.length - 1)
  await expect(done.getByText(`${ids.length} of ${ids.length} changes are on the server`)).toBeVisible({
    timeout: 30_000,
  })
  expect(await visitRow(server, ids[0]!)).toMatchObject({ status: 'cancelled', cancel_reason: 'The doctor is ill' })
  for (const [n, id] of ids.entries()) {
    if (n === 0) continue
    const moved = await visitRow(server, id)
    expect([moved!.status, moved!.starts_at.toISOString()]).toEqual(['waiting', chosen[n]])
  }
  const closed = await server.sql<{ n: number }>(
    `select count(*)::int as n from busy where doctor_id = $1 and link_id is null
        and to_char(starts_at at time zone 'Europe/Berlin', 'YYYYMMDD')::int = $2`,
    [doctor, day],
  )
  expect(closed).toEqual([{ n: 1 }])
  await expect(page.getByRole('heading', { name: 'Nothing is left to decide' })).toBeVisible()
})
