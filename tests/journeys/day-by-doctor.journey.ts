import type { Locator, Page } from '@playwright/test'
import type { Device } from './support/device.ts'
import { expect, test } from './support/journey.ts'
import { keyboardOf } from './support/keyboard.ts'
import { countPresses } from './support/presses.ts'
import type { TestServer } from './support/server.ts'

const SLUG = 'kuzguncuk'
const DESK = `clinic.${SLUG}@demo.bedside.test`

test('the day by doctor: a free time is booked, an appointment dragged within its column and to another doctor', async ({
  server,
  signedIn,
}) => {
  const { day, visits } = await busyDay(server, 2)
  const [first, second] = visits
  const desk = await signedIn(SLUG, DESK, '/login', WIDE)
  const { page } = desk
  const hand = await countPresses(page)
  await open(desk, day)
  expect(await page.locator('.doctors-column').count()).toBeGreaterThan(4)

  await test.step('a free time that is pressed opens the booking with its doctor and time', async () => {
    const free = page.locator(`[data-doctor="${first!.doctor}"] [data-free]`).last()
    const time = (await free.textContent())!.trim()
    await free.click()
    await expect(page.getByRole('heading', { name: 'New appointment' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: /^Doctor/ })).not.toHaveValue('')
    await expect(page.locator('.slot:has(input:checked)')).toContainText(time)
    await page.goBack()
    await expect(piece(page, first!.id)).toBeVisible()
  })

  await test.step('within the column: one drag, one word, and the focus stays with it', async () => {
    const free = freeOf(page, first!.doctor)
    const at = Number(await free.getAttribute('data-at'))
    await hand.begin()
    await dragTo(page, piece(page, first!.id), free)
    const dialog = page.getByRole('dialog', { name: /^Move the appointment of/ })
    await expect(dialog).toContainText('The price stays.')
    await dialog.getByRole('button', { name: 'Move the appointment' }).click()
    await expect(dialog).toBeHidden()
    expect(await hand.made()).toEqual({ clicks: 2, enters: 0 })
    await keyboardOf(page).lies(new RegExp(first!.name))
    await expect(piece(page, first!.id)).toHaveAttribute('data-at', String(at))
    await expect.poll(() => stands(server, first!.id)).toEqual({ doctor: first!.doctor, at })
  })

  await test.step('to another doctor', async () => {
    const [other] = await othersWithRoom(page, second!.doctor)
    const free = freeOf(page, other!)
    const at = Number(await free.getAttribute('data-at'))
    await dragTo(page, piece(page, second!.id), free)
    const dialog = page.getByRole('dialog', { name: /^Move the appointment of/ })
    await expect(dialog).toContainText('both doctors are told')
    await dialog.getByRole('button', { name: 'Move the appointment' }).click()
    await expect(page.locator(`[data-doctor="${other}"] [data-visit="${second!.id}"]`)).toBeFocused()
    await expect.poll(() => stands(server, second!.id)).toEqual({ doctor: other, at })
  })

  await test.step('beside another it is asked first; kept, nothing has happened', async () => {
    const [taken] = await page
      .locator(`[data-doctor="${first!.doctor}"] [data-visit]:not([data-visit="${first!.id}"])`)
      .all()
    const before = await stands(server, first!.id)
    await dragTo(page, piece(page, first!.id), taken!)
    const dialog = page.getByRole('dialog', { name: /^Move the appointment of/ })
    await expect(dialog).toContainText(/is taken\. Book beside it\?/)
    await dialog.getByRole('button', { name: 'Keep the time' }).click()
    await expect(piece(page, first!.id)).toBeFocused()
    await desk.settled()
    expect(await stands(server, first!.id)).toEqual(before)
  })

  await test.step('Escape puts it back, and no page is opened', async () => {
    const box = await boxOf(piece(page, first!.id))
    await page.mouse.move(box.x + 20, box.y + 6)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 60, { steps: 4 })
    await expect(page.locator('.doctors-ghost')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.locator('.doctors-ghost, .doctors-mark')).toHaveCount(0)
    await page.mouse.up()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe('/appointment')
  })

  await test.step('the week of a doctor from the head of the column', async () => {
    await page.locator(`[data-head="${first!.doctor}"]`).click()
    await expect(page.locator('.week')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('doctor')).toBe(first!.doctor)
  })
  expect(desk.errors).toEqual([])
})

test('an impossible drop says why and returns the appointment', async ({ server, signedIn }) => {
  const { day, visits } = await busyDay(server, 1)
  const [visit] = visits
  const desk = await signedIn(SLUG, DESK, '/login', WIDE)
  const { page } = desk
  await server.sql(`update appointment set type = 'online' where id = $1`, [visit!.id])
  await open(desk, day)
  // a doctor without online hours has no price for them
  const [none] = await server.sql<{ id: string }>(
    `select h.doctor_id::text as id from availability h join clinic c on c.id = h.clinic_id and c.slug = $1 where h.status = 'active'
      group by 1 having bool_and(h.type = 'physical') and bool_or(extract(isodow from to_date($2, 'YYYYMMDD'))::int = any (h.days)) limit 1`,
    [SLUG, String(day)],
  )
  await expect(piece(page, visit!.id)).toHaveAttribute('data-type', 'online')
  const before = await stands(server, visit!.id)
  await dragTo(page, piece(page, visit!.id), page.locator(`[data-doctor="${none!.id}"] .doctors-open`).first())
  await expect(page.locator('.toast')).toContainText('The doctor has no hours of this kind at this clinic.')
  await expect(page.locator('.toast')).toContainText('The appointment stays where it was.')
  await expect(piece(page, visit!.id)).toHaveAttribute('data-at', String(before!.at))
  expect(await stands(server, visit!.id)).toEqual(before)
  await page.locator('.toast').getByRole('button', { name: 'Choose a time' }).click()
  await expect(page.getByRole('dialog', { name: /^Move the appointment of/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await server.sql(`update appointment set type = 'face-to-face' where id = $1`, [visit!.id])
  expect(desk.errors).toEqual([])
})

test('the day by doctor by keyboard alone: arrows, a free time, M to another doctor', async ({ server, signedIn }) => {
  const { day, visits } = await busyDay(server, 1)
  const [visit] = visits
  const desk = await signedIn(SLUG, DESK, '/login', WIDE)
  const { page } = desk
  const keys = keyboardOf(page)
  await open(desk, day)
  const columnOf = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-doctor]')?.dataset['doctor'] ?? null)
  const atOf = () => page.evaluate(() => Number((document.activeElement as HTMLElement).dataset['at']))

  // Tab enters the whole day as one stop
  await keys.to(/^(a: \d\d:\d\d|button: \d\d:\d\d free)/)
  expect(await page.locator('[data-piece][tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Home')
  const [column, first] = [await columnOf(), await atOf()]
  await page.keyboard.press('ArrowDown')
  expect(await atOf()).toBeGreaterThan(first)
  expect(await columnOf()).toBe(column)
  await page.keyboard.press('ArrowRight')
  expect(await columnOf()).not.toBe(column)
  await page.keyboard.press('ArrowLeft')
  expect(await columnOf()).toBe(column)

  await test.step('Enter on a free time books it', async () => {
    await page.locator(`[data-doctor="${visit!.doctor}"] [data-free]`).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'New appointment' })).toBeVisible()
    await page.goBack()
    await expect(piece(page, visit!.id)).toBeVisible()
  })

  await test.step('M asks for another time, Escape leaves it, the focus is held', async () => {
    await piece(page, visit!.id).focus()
    await page.keyboard.press('m')
    await expect(page.getByRole('dialog', { name: /^Move the appointment of/ })).toBeVisible()
    await keys.act('Escape', new RegExp(visit!.name))
  })

  await test.step('M, another doctor, a time of this day: the focus goes with it', async () => {
    const [other] = await othersWithRoom(page, visit!.doctor)
    const at = Number(await freeOf(page, other!).getAttribute('data-at'))
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: /^Move the appointment of/ })
    await dialog.getByLabel('Doctor').selectOption(other!)
    await dialog.locator('.dates .date').first().waitFor()
    await dialog.locator(`.dates .date:has(input[value="${day}"])`).click()
    const time = new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Istanbul', timeStyle: 'short' })
    await dialog.locator('.slot[data-state="free"]').filter({ hasText: time }).first().click()
    await dialog.getByRole('button', { name: 'Move the appointment' }).click()
    await keys.lies(new RegExp(visit!.name))
    expect(await columnOf()).toBe(other)
    await expect.poll(() => stands(server, visit!.id)).toEqual({ doctor: other, at })
  })
  expect(desk.errors).toEqual([])
})

test('offline an appointment is dragged to another doctor, is shown dashed there, and is sent', async ({
  server,
  signedIn,
}) => {
  const { day, visits } = await busyDay(server, 1)
  const [visit] = visits
  const desk = await signedIn(SLUG, DESK, '/login', WIDE)
  const { page } = desk
  await desk.workerReady()
  await open(desk, day)
  await desk.cut('network off')
  const [other] = await othersWithRoom(page, visit!.doctor)
  const free = freeOf(page, other!)
  const at = Number(await free.getAttribute('data-at'))
  await dragTo(page, piece(page, visit!.id), free)
  await page.getByRole('dialog').getByRole('button', { name: 'Move on this device' }).click()
  const there = page.locator(`[data-doctor="${other}"] [data-visit="${visit!.id}"]`)
  await expect(there).toHaveAttribute('data-mark', 'pending')
  await expect(there).toHaveAccessibleName(/Waiting to send/)
  expect((await stands(server, visit!.id))!.doctor).toBe(visit!.doctor)
  await desk.mend('network off')
  await desk.settled()
  await expect(there).not.toHaveAttribute('data-mark', /./)
  expect(await stands(server, visit!.id)).toEqual({ doctor: other, at })
  expect(desk.errors).toEqual([])
})

test('a phone shows one doctor at a time: a swipe, buttons, a name; a long press picks up an appointment', async ({
  server,
  signedIn,
}) => {
  const { day, visits } = await busyDay(server, 1)
  const [visit] = visits
  const phone = await signedIn(SLUG, DESK, '/login', { width: 390, height: 844 })
  const { page } = phone
  const finger = await page.context().newCDPSession(page)
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await open(phone, day)
  const doctor = page.getByRole('combobox', { name: 'Doctor', exact: true })
  const ids = await page
    .locator('[data-doctor]')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['doctor']!))
  await expect(doctor).toHaveValue(ids[0]!)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const box = await boxOf(page.locator('.doctors-scroll'))
  const y = Math.min(700, box.y + 200)
  await touch('touchStart', [{ x: 330, y }])
  for (let x = 320; x >= 60; x -= 20) await touch('touchMove', [{ x, y }])
  await touch('touchEnd', [])
  await expect(doctor).toHaveValue(ids[1]!)
  // also while the swipe is still on its way to its column, and each press goes on from the one before
  await page.getByRole('button', { name: 'Next doctor' }).click()
  await expect(doctor).toHaveValue(ids[2]!)
  await page.getByRole('button', { name: 'Previous doctor' }).click()
  await expect(doctor).toHaveValue(ids[1]!)
  await page.waitForTimeout(500)
  await expect(doctor).toHaveValue(ids[1]!)
  // where the page stands once it no longer glides, which takes long on a slow processor
  const shown = () =>
    page
      .locator('.doctors-scroll')
      .evaluate((list) => list.scrollLeft / list.querySelector('[data-doctor]')!.getBoundingClientRect().width)
  await expect.poll(shown).toBeCloseTo(1, 1)

  await doctor.selectOption(visit!.doctor)
  await expect(doctor).toHaveValue(visit!.doctor)
  await expect.poll(shown).toBeCloseTo(ids.indexOf(visit!.doctor), 1)
  await piece(page, visit!.id).scrollIntoViewIfNeeded()
  const free = await nearestFree(page, visit!.id)
  const [from, to] = [await boxOf(piece(page, visit!.id)), await boxOf(free)]
  await touch('touchStart', [{ x: from.x + 40, y: from.y + 10 }])
  await page.waitForTimeout(600)
  await expect(page.locator('.doctors-ghost')).toHaveCount(1)
  for (let step = 1; step <= 10; step++)
    await touch('touchMove', [{ x: from.x + 40, y: from.y + 10 + ((to.y - from.y) * step) / 10 }])
  await touch('touchEnd', [])
  const dialog = page.getByRole('dialog', { name: /^Move the appointment of/ })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep the time' }).click()
  await expect(dialog).toBeHidden()
  expect(phone.errors).toEqual([])
})

test('a printed day lists one doctor after another', async ({ server, signedIn }) => {
  const { day, visits } = await busyDay(server, 1)
  const desk = await signedIn(SLUG, DESK, '/login', WIDE)
  const { page } = desk
  await open(desk, day)
  await page.evaluate(() => (window.print = () => undefined))
  await page.getByRole('button', { name: 'Print the day list' }).click()
  await expect(page.locator('.doctors-scroll')).toHaveCount(0)
  await expect(page.getByText(visits[0]!.name).first()).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.doctors-scroll')).toBeVisible()
  expect(desk.errors).toEqual([])
})

const WIDE = { width: 1440, height: 1000 } as const

const piece = (page: Page, id: string) => page.locator(`[data-visit="${id}"]`)
const freeOf = (page: Page, doctor: string) => page.locator(`[data-doctor="${doctor}"] [data-free]`).first()

async function open(device: Device, day: number) {
  await device.goto(`/appointment?view=doctors&day=${day}`)
  await expect(device.page.locator('[data-visit]').first()).toBeVisible({ timeout: 20_000 })
}

async function boxOf(it: Locator) {
  const box = await it.boundingBox()
  if (!box) throw new Error('not on the page')
  return box
}

/** Drags an element by its upper edge until that edge meets the other's. */
async function dragTo(page: Page, from: Locator, to: Locator) {
  await from.scrollIntoViewIfNeeded()
  const start = await boxOf(from)
  await page.mouse.move(start.x + 12, start.y + 6)
  await page.mouse.down()
  await page.mouse.move(start.x + 18, start.y + 12, { steps: 3 })
  const end = await boxOf(to)
  await page.mouse.move(end.x + end.width / 2, end.y + 6 + 2, { steps: 8 })
  await page.waitForTimeout(100)
  await page.mouse.up()
}

/** The doctors with a free time face to face, the nearest on the screen first. */
const othersWithRoom = (page: Page, than: string) =>
  page
    .locator('[data-doctor]:has([data-free])')
    .evaluateAll(
      (all, not) => all.map((each) => (each as HTMLElement).dataset['doctor']!).filter((id) => id !== not),
      than,
    )

/** The free time in the same column that is nearest to an appointment, so that both are visible. */
async function nearestFree(page: Page, id: string): Promise<Locator> {
  const at = await page.evaluate((visit) => {
    const from = document.querySelector<HTMLElement>(`[data-visit="${visit}"]`)!
    const all = [...from.closest('[data-doctor]')!.querySelectorAll<HTMLElement>('[data-free]')]
    const away = (each: HTMLElement) => Math.abs(Number(each.dataset['at']) - Number(from.dataset['at']))
    return all.toSorted((a, b) => away(a) - away(b))[0]!.dataset['at']!
  }, id)
  return page.locator(`[data-doctor]:has([data-visit="${id}"]) [data-free][data-at="${at}"]`)
}

type Standing = { id: string; name: string; doctor: string }
let used = 0

/**
 * A day that a device keeps and that no other journey of this file has used, with `count` appointments of doctors who
 * have free times.
 */
async function busyDay(server: TestServer, count: number): Promise<{ day: number; visits: Standing[] }> {
  const [found] = await server.sql<{ day: number; visits: Standing[] }>(
    `select to_char(a.starts_at at time zone a.zone, 'YYYYMMDD')::int as day,
            json_agg(json_build_object('id', a.id, 'name', a.patient_name, 'doctor', a.doctor_id) order by a.starts_at) as visits
       from appointment a join clinic c on c.id = a.clinic_id and c.slug = $1
      where a.status = 'waiting' and a.type = 'face-to-face' and extract(isodow from a.starts_at at time zone a.zone) in (1, 2, 3)
        and a.starts_at > $2::timestamptz + interval '2 days' and a.starts_at < $2::timestamptz + interval '40 days'
      group by 1 having count(*) >= 6 order by 1 offset $3 limit 1`,
    [SLUG, server.now, used++],
  )
  if (!found) throw new Error('no busy day in the demo')
  const apart = [...Map.groupBy(found.visits, ({ doctor }) => doctor).values()].map(([visit]) => visit!)
  return { day: found.day, visits: apart.slice(0, Math.max(count, 1)) }
}

const stands = async (server: TestServer, id: string) =>
  (
    await server.sql<{ doctor: string; at: number }>(
      `select doctor_id::text as doctor, (extract(epoch from starts_at) * 1000)::float8 as at from appointment where id = $1`,
      [id],
    )
  )[0]
