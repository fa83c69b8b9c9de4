import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { bookAndRead, letterOf } from './support/letters.ts'
import { smallProblems } from './support/small-page.ts'

/**
 * Issue 35, 4 and 5: a patient handles an appointment from a message, without a password, on a phone that has never
 * opened the app.
 */

const axe = async (page: Page) =>
  (await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
  )

test('35.4: with the link of a message: see, move and cancel, without signing in', async ({ server, device }) => {
  const booked = await bookAndRead(server)
  const { page, errors } = await device('greenwich', { width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(booked.link)
  await expect(page.getByRole('heading', { name: 'Your appointment' })).toBeVisible()
  // the secret fragment leaves the address at once
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByText('Patient', { exact: false })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Directions' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(await smallProblems(page)).toEqual([])

  const confirmedBy = async () =>
    (
      await server.sql<{ by: string | null }>('select confirmed_by as by from appointment where id = $1', [booked.id])
    )[0]!.by
  expect(await confirmedBy()).toBeNull()
  await page.getByRole('button', { name: 'Confirm the appointment' }).click()
  await expect(page.getByText('Confirmed. Thank you for letting us know.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm the appointment' })).toHaveCount(0)
  expect(await confirmedBy()).not.toBeNull()

  await page.getByRole('button', { name: 'Choose another time' }).click()
  await expect(page.getByRole('heading', { name: 'Choose another time' })).toBeFocused()
  const free = page.locator('.linked-move .slot[data-state="free"]')
  // the free times may start a week later
  await expect
    .poll(
      async () => {
        if (await free.count()) return true
        if (await page.getByText(/^Nothing is free between/).count())
          await page.getByRole('button', { name: 'Later days' }).click()
        return (await free.count()) > 0
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  expect(await axe(page)).toEqual([])
  await free.last().click()
  await page.getByRole('button', { name: /^Move to / }).click()
  await expect(page.getByText('Moved. You will get a message about the new time.')).toBeVisible()
  const [moved] = await server.sql<{ starts_at: Date; moves: number }>(
    'select starts_at, moves from appointment where id = $1',
    [booked.id],
  )
  expect(moved!.starts_at.toISOString()).not.toBe(booked.start)
  expect(moved!.moves).toBe(1)
  // the new time needs its own confirmation
  expect(await confirmedBy()).toBeNull()
  expect(await letterOf(server, booked.id, 'visit_moved')).toBe(booked.link)

  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByText('Cancelled. You will get a message about it.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your appointment is cancelled' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose another time' })).toHaveCount(0)
  expect(errors).toEqual([])

  // on a device without an account, the next letter leads to the patients' sign-in page
  const door = await letterOf(server, booked.id, 'visit_cancelled')
  await page.goto(door)
  await expect(page.getByText('For patients')).toBeVisible()
})

test('35.4: a truncated or altered link says so and leads to the patients’ sign-in; offline it waits', async ({
  server,
  device,
}) => {
  const booked = await bookAndRead(server)
  const { page } = await device('greenwich', { width: 390, height: 844, worker: false })
  await page.goto(booked.link.replace(/#.*/, ''))
  await expect(page.getByText('Part of the address is missing.', { exact: false })).toBeVisible()
  await page.goto(`${booked.link.replace(/#.*/, '')}?again#${'A'.repeat(43)}`)
  await expect(page.getByText('This link opens no appointment any more.', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in as a patient' })).toBeVisible()

  await page.route('**/api/appointmentlink/open', (route) => route.abort())
  await page.goto(booked.link)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/appointmentlink/open')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Cancel the appointment' })).toBeVisible()
  // leaves nothing in the clinic that other journeys count
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByText('Cancelled. You will get a message about it.')).toBeVisible()
})
