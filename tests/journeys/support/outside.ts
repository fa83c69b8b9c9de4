import { expect, type Page } from '@playwright/test'
import { calendarCalls } from '../../../contract/calendar-link/calendar-link.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { addressOf } from '../../../server/app/demo/sign-ins.ts'
import { callerAt, signIn } from '../../../tools/bench/lists.ts'
import type { TestServer } from './server.ts'

/** The pages of a booking without an account, in their order (decision 0155). */
export const GUEST_PAGES = ['times', 'who', 'who, half empty', 'code', 'code, wrong', 'done'] as const
export type GuestPage = (typeof GUEST_PAGES)[number]

/**
 * From a clinic's list of doctors to one of these pages, in any language: by the pages' classes and ids. Each call books
 * under a contact of its own, whose email address is returned.
 */
export async function openGuestPage(
  page: Page,
  server: TestServer,
  wanted: GuestPage,
  payWith: 'card' | 'later' = 'later',
): Promise<string> {
  const n = guests++
  const email = `guest.${n}@post.example`
  const reached = (at: GuestPage) => GUEST_PAGES.indexOf(wanted) <= GUEST_PAGES.indexOf(at)
  await page.locator('.card h3 a').first().click()
  await page.locator('main a[href*="/book/"]').first().click()
  await page.locator('.slots').first().waitFor()
  if (reached('times')) return email
  await page.locator('form[method="get"] button').click()
  await page.locator('.slots button:visible').last().click()
  await page.locator('#guest-name').fill('Guest Tester')
  if (reached('who')) return email
  const send = page.locator('.form .btn.primary')
  if (reached('who, half empty')) {
    await send.click()
    await page.locator('.wrong').first().waitFor()
    return email
  }
  await page.locator(`input[name="pay"][value="${payWith}"]`).check()
  await page.locator('#guest-birthDate').fill('1990-04-12')
  await page.locator('#guest-phone').fill(`+90532701${String(1000 + n)}`)
  await page.locator('#guest-email').fill(email)
  // a form that comes back within two seconds is a machine's
  await page.waitForTimeout(2_100)
  await send.click()
  const code = page.locator('#guest-code')
  await code.waitFor()
  if (reached('code')) return email
  if (reached('code, wrong')) {
    await code.fill('12')
    await send.click()
    await page.locator('#guest-code-wrong').waitFor()
    return email
  }
  await code.fill(await codeOf(server, email))
  await send.click()
  await page.locator('main a[href*="/a#"]').waitFor()
  return email
}

let guests = 0

/** The code of the booking that was sent to this address. */
export async function codeOf(server: TestServer, recipient: string): Promise<string> {
  const sent = () =>
    server.sql<{ body: string }>(
      `select body from message where template = 'booking_code' and recipient = $1 and state = 'sent' and body is not null order by id desc limit 1`,
      [recipient],
    )
  await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBe(1)
  return /\b\d{6}\b/.exec((await sent())[0]!.body)![0]
}

/** The path of the page of a demo doctor's shared calendar, which shows initials. The journey ends the sharing. */
export async function shareCalendar(server: TestServer, slug: string) {
  const call = callerAt(server, slug)
  const headers = await signIn(call, 'doctor', addressOf('doctor', slug))
  const { path } = calendarCalls['calendar.share']
  const { url } = await call(path, { level: 'initials' }, { ...headers, 'idempotency-key': newId() })
  return new URL(String(url)).pathname.replace(/\.ics$/, '')
}
