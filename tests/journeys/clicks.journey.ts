import { expect, test } from './support/journey.ts'
import { countPresses } from './support/presses.ts'
import type { TestServer } from './support/server.ts'
import { keyboardOf } from './support/keyboard.ts'
import { visitRow, waitingVisits } from './support/visits.ts'

const DESK = 'clinic.kuzguncuk@demo.bedside.test'

test('30.8: a walk-in is booked with the first free doctor, and arrives, pays and gets the code on the booked page', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('kuzguncuk', DESK, '/login')
  const { page } = desk
  await desk.goto('/appointment/new')
  await page.getByRole('combobox', { name: /^Patient/ }).click()
  await page.getByRole('combobox', { name: /^Patient/ }).pressSequentially('ay')
  await expect(page.getByRole('option', { name: /as a new patient/ })).toBeVisible()
  await page.keyboard.press('Enter')

  await test.step('kind and specialty are asked for, nothing changes before a time is taken, five are offered', async () => {
    await page.getByRole('button', { name: 'First available, any doctor' }).click()
    const offers = page.getByRole('list', { name: 'First free times' }).getByRole('button')
    await page.getByRole('button', { name: 'Show the first times' }).click()
    await expect(offers).toHaveCount(5)
    const online = page.locator('.any-doctor').getByRole('button', { name: 'Online' })
    await online.click()
    // the offers for the other kind are gone
    await expect(offers).toHaveCount(0)
    await page.getByRole('button', { name: 'Show the first times' }).click()
    await expect(offers).toHaveCount(5)
    await expect(page.getByRole('combobox', { name: /^Doctor/ })).toHaveValue('')
    await page.locator('.any-doctor').getByRole('button', { name: 'Face to face' }).click()
    const specialty = page.locator('.any-doctor').getByLabel('Specialty')
    const words = await specialty.locator('option').allTextContents()
    expect(words.length).toBeGreaterThan(2)
    await specialty.selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Show the first times' }).click()
    await expect(offers.first()).toContainText(words[1]!)
    for (const offer of await offers.all()) await expect(offer).toContainText(words[1]!)
  })

  await test.step('taking a time takes its doctor, and the focus goes on to the time', async () => {
    const specialty = page.locator('.any-doctor').getByLabel('Specialty')
    await specialty.selectOption({ index: 0 })
    await page.getByRole('button', { name: 'Show the first times' }).click()
    const first = page.getByRole('list', { name: 'First free times' }).getByRole('button').first()
    const time = /\d\d:\d\d/.exec((await first.textContent())!)![0]
    await first.click()
    await expect(page.getByRole('combobox', { name: /^Doctor/ })).not.toHaveValue('')
    await expect(page.locator('.slot input:checked')).toHaveCount(1)
    await expect(page.locator('.slot:has(input:checked)')).toContainText(time)
    expect(await page.evaluate(() => document.activeElement?.closest('#book-time') !== null)).toBe(true)
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Booked', exact: true })).toBeVisible()
  })

  await test.step('arrived and paid by one press; a second press makes nothing', async () => {
    await expect(page.getByText('Check-in code')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    const id = await bookedId(page)
    const hand = await countPresses(page)
    await hand.begin()
    await page.getByRole('button', { name: 'Arrived and paid in cash' }).dblclick()
    await expect.poll(() => stateOf(server, id)).toEqual({ arrived: true, paid: 1, status: 'waiting' })
    expect((await hand.made()).clicks).toBe(2)
    await expect(page.getByRole('button', { name: 'Undo check-in' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take the payment' })).toHaveCount(0)
  })
  expect(desk.errors).toEqual([])
})

test('30 “Quick”: each daily task of a desk takes at most this many presses', async ({ server, signedIn }) => {
  const desk = await signedIn('kuzguncuk', DESK, '/login')
  const { page } = desk
  const hand = await countPresses(page)
  const [, , , , , cancelled] = await waitingVisits(server, 'doctor.kuzguncuk', 'later')

  await test.step('cancel: 2 clicks, nothing typed; Enter alone cancels nothing', async () => {
    await desk.goto(`/appointment/${cancelled!.id}`)
    const cancel = page.getByRole('button', { name: 'Cancel the appointment' })
    await expect(cancel).toBeVisible()
    await cancel.focus()
    await page.keyboard.press('Enter')
    await keyboardOf(page).lies(/^textarea: Reason/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    expect(await visitRow(server, cancelled!.id)).toMatchObject({ status: 'waiting' })
    await hand.begin()
    await cancel.click()
    await page.getByRole('dialog').getByRole('button', { name: 'The patient called it off' }).click()
    expect(await hand.made()).toEqual({ clicks: 2, enters: 0 })
    // online the message changes in place from "on this device" to saved
    const toast = page.locator('.toast').filter({ hasText: 'Cancelled:' })
    await expect(toast).toHaveAttribute('data-tone', 'completed')
    await expect(toast).toHaveCount(1)
    await expect
      .poll(() => visitRow(server, cancelled!.id))
      .toMatchObject({ status: 'cancelled', cancel_reason: 'The patient called it off' })
  })

  await test.step('arrived and paid: 1 click', async () => {
    const due = await unpaidToday(server)
    await desk.goto(`/appointment/${due}`)
    await expect(page.getByRole('button', { name: 'Arrived and paid in cash' })).toBeVisible()
    await hand.begin()
    await page.getByRole('button', { name: 'Arrived and paid in cash' }).click()
    await expect.poll(() => stateOf(server, due)).toEqual({ arrived: true, paid: 1, status: 'waiting' })
    expect(await hand.made()).toEqual({ clicks: 1, enters: 0 })
  })

  await test.step('without a network what is done stays “on this device”, with its way back', async () => {
    const [later] = await waitingVisits(server, 'doctor.kuzguncuk', 'later')
    await desk.goto(`/appointment/${later!.id}`)
    await expect(page.getByRole('button', { name: 'Check in', exact: true })).toBeVisible()
    await desk.cut('network off')
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    const toast = page.locator('.toast').filter({ hasText: 'Arrived:' })
    await expect(toast).toHaveAttribute('data-tone', 'pending')
    await page.waitForTimeout(2500)
    await expect(toast).toHaveAttribute('data-tone', 'pending')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await desk.mend('network off')
    await desk.settled()
  })

  await test.step('a new patient on the phone: a time, a name, a number, Enter', async () => {
    const [doctor] = await server.sql<{ id: string }>(`select id from person where email = $1`, [
      'doctor.kuzguncuk@demo.bedside.test',
    ])
    await desk.goto(`/appointment/new?doctor=${doctor!.id}`)
    const free = page.locator('.slot[data-state="free"]')
    await expect(free.first()).toBeVisible()
    // another day than today; the page shows that day from here on
    await page.locator('.dates .date').filter({ hasText: 'free' }).last().click()
    await page.waitForTimeout(500)
    await hand.begin()
    await free.last().click()
    await expect(page.getByRole('combobox', { name: /^Patient/ })).toBeFocused()
    await page.keyboard.type('Şehrazat Üçüncüoğlu')
    await expect(page.getByRole('option', { name: /as a new patient/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await keyboardOf(page).lies(/Phone/)
    await page.keyboard.type('0532 555 71 09')
    await expect(page.getByRole('button', { name: 'Add and book', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Booked', exact: true })).toBeVisible()
    // the first Enter chooses the name, the second books
    expect(await hand.made()).toEqual({ clicks: 1, enters: 2 })
    const id = await bookedId(page)
    await expect.poll(() => visitRow(server, id)).toMatchObject({ name: 'Şehrazat Üçüncüoğlu', status: 'waiting' })
    // no one can be checked in for another day
    await expect(page.getByRole('button', { name: 'Arrived and paid in cash' })).toHaveCount(0)
  })
  expect(desk.errors).toEqual([])
})

test('30 “Quick”: the day is closed on one page, with two presses besides navigation; nothing is preselected for patients who were not seen', async ({
  server,
  signedIn,
}) => {
  // in a separate clinic, since other journeys need an open day; the state is that of a day's end: some patients were
  // here, and nothing is known of the others
  await server.sql(
    `update appointment set arrived_at = starts_at where id in (select id from appointment where clinic_id = (select id from clinic where slug = 'greenwich')
        and status = 'waiting' and arrived_at is null and no_show_at is null and ends_at < $1::timestamptz order by starts_at limit 3)`,
    [server.now],
  )
  // no appointment ends during the check
  await server.sql(
    `update appointment set no_show_at = $1, arrived_at = null where clinic_id = (select id from clinic where slug = 'greenwich') and status = 'waiting'
        and ends_at between $1::timestamptz - interval '1 second' and $1::timestamptz + interval '5 minutes'`,
    [server.now],
  )
  const due = await dueIn(server)
  expect(due.here).toBeGreaterThan(2)
  expect(due.unseen).toBeGreaterThan(1)
  const desk = await signedIn('greenwich', 'clinic.greenwich@demo.bedside.test', '/login')
  const { page } = desk
  const hand = await countPresses(page)
  await desk.goto('/appointment?view=list')
  await expect(page.getByRole('link', { name: 'Close the day' })).toBeVisible()
  await hand.begin()
  await page.getByRole('link', { name: 'Close the day' }).click()
  const rows = page.locator('.close-rows > li')
  await expect(rows).toHaveCount(due.here + due.unseen)
  const left = page.getByRole('group', { name: /^Outcome/ }).getByRole('button', { name: 'Leave open', pressed: true })
  await expect(left).toHaveCount(due.unseen)

  await test.step('offline too: who was here is completed, who was not seen is left open', async () => {
    await desk.cut('network off')
    await page.getByRole('button', { name: /^Complete \d+ appointments?$/ }).dblclick()
    await expect(page.getByRole('alert').filter({ hasText: 'appointments completed' })).toBeVisible()
    expect((await hand.made()).clicks).toBe(3)
    await expect(rows).toHaveCount(due.unseen)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await desk.mend('network off')
    await expect.poll(() => dueIn(server), { timeout: 60_000 }).toEqual({ here: 0, unseen: due.unseen })
  })

  await test.step('none of them came: one press, and one that does it', async () => {
    await desk.settled()
    await hand.begin()
    await page.getByRole('button', { name: 'None of them came' }).click()
    await page.getByRole('button', { name: /^Mark \d+ no-shows?$/ }).click()
    expect(await hand.made()).toEqual({ clicks: 2, enters: 0 })
    await expect(page.getByText('Nothing is left to close')).toBeVisible()
    await expect.poll(() => dueIn(server), { timeout: 60_000 }).toEqual({ here: 0, unseen: 0 })
  })
  expect(desk.errors).toEqual([])
})

/** The clinic's appointments that are over and not completed, on the days that a device keeps. */
async function dueIn(server: TestServer) {
  const [row] = await server.sql<{ here: number; unseen: number }>(
    `select count(*) filter (where arrived_at is not null)::int as here, count(*) filter (where arrived_at is null)::int as unseen from appointment
      where clinic_id = (select id from clinic where slug = 'greenwich') and status = 'waiting' and no_show_at is null and ends_at <= $1::timestamptz
        and starts_at > $1::timestamptz - interval '29 days'`,
    [server.now],
  )
  return row!
}

async function bookedId(page: import('@playwright/test').Page) {
  const open = page.getByRole('link', { name: 'Open the appointment' })
  await expect(open).toBeVisible()
  return (await open.getAttribute('href'))!.split('/').at(-1)!
}

async function stateOf(server: TestServer, id: string) {
  const [row] = await server.sql<{ arrived: boolean; paid: number; status: string }>(
    `select a.arrived_at is not null as arrived, a.status,
            (select count(*)::int from payment p where p.appointment_id = a.id and p.status = 'completed') as paid
       from appointment a where a.id = $1`,
    [id],
  )
  return row
}

async function unpaidToday(server: TestServer) {
  const [row] = await server.sql<{ id: string }>(
    `select id::text from appointment where clinic_id = (select id from clinic where slug = 'kuzguncuk') and status = 'waiting' and arrived_at is null
        and no_show_at is null and payment_status in ('none', 'waiting') and price > 0 and type = 'face-to-face'
        and (starts_at at time zone zone)::date = ($1::timestamptz at time zone zone)::date
        and not exists (select from payment p where p.appointment_id = appointment.id and p.status = 'completed')
      order by starts_at desc limit 1`,
    [server.now],
  )
  return row!.id
}
