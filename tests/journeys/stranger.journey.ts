import { readFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { headless } from '../../tools/chromium.ts'
import { LANGUAGES, type Language } from '../../contract/kernel/constants.ts'
import { expect, test } from './support/journey.ts'
import { letterOf } from './support/letters.ts'
import { openGuestPage } from './support/outside.ts'
import type { TestServer } from './support/server.ts'

/**
 * Issue 35: a stranger on a phone, in each language: from the clinic's doctors to a paid booking, with and without
 * JavaScript; then by the letter's link to another time and to a cancellation, which asks for the money back.
 */
for (const lang of LANGUAGES)
  test(`35: a stranger finds a doctor, books and pays, moves and cancels by the letter’s link, in ${lang}`, async ({
    server,
    device,
  }) => {
    const plain = await phoneWithoutScript(lang)
    const phone = await device('greenwich', { width: 390, height: 844, lang })
    // each kind of page has its turn without a script
    const page = lang === 'tr' || lang === 'ru' ? plain.page : phone.page
    await page.goto(server.at('greenwich', `/${lang}/doctors`))
    const email = await openGuestPage(page, server, 'done', 'card')
    await page.locator('form[action*="/pay"] button').click()
    await page.locator('button[value="charge"]').click()
    await expect(page.locator('main a[href*="/a#"]')).toBeVisible()
    const paid = await bookedBy(server, email)
    expect(paid).toMatchObject({ status: 'waiting', payment: 'completed', refund: 'none', moves: 0 })
    await plain.close()

    const words = wordsOf(lang)
    const button = (name: string) => phone.page.getByRole('button', { name: words(name), exact: true })
    await phone.page.goto(await letterOf(server, paid.id, 'visit_booked'))
    await button('Choose another time').click()
    const free = phone.page.locator('.linked-move .slot[data-state="free"]')
    await expect
      .poll(async () => {
        if ((await free.count()) === 0) await button('Later days').click({ timeout: 1000 }).catch(String)
        return free.count()
      })
      .toBeGreaterThan(0)
    await free.last().click()
    await phone.page.locator('.linked-move .btn.primary').click()
    await expect(phone.page.getByText(words('Moved. You will get a message about the new time.'))).toBeVisible()
    const moved = await bookedBy(server, email)
    expect(moved).toMatchObject({ status: 'waiting', payment: 'completed', refund: 'none', moves: 1 })
    expect(moved.starts).not.toBe(paid.starts)

    await phone.page.goto(await letterOf(server, paid.id, 'visit_moved'))
    await button('Cancel the appointment').click()
    await phone.page
      .getByRole('dialog')
      .getByRole('button', { name: words('Cancel the appointment') })
      .click()
    await expect(phone.page.getByRole('heading', { name: words('Your appointment is cancelled') })).toBeVisible()
    expect(await bookedBy(server, email)).toMatchObject({
      status: 'cancelled',
      payment: 'completed',
      refund: 'pending',
    })
    expect(phone.errors).toEqual([])
  })

async function phoneWithoutScript(lang: Language): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = await chromium.launch(headless())
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ javaScriptEnabled: false, locale: lang, viewport, hasTouch: true })
  return { page: await context.newPage(), close: () => browser.close() }
}

type Booked = { id: string; status: string; starts: string; moves: number; payment: string; refund: string }

async function bookedBy(server: TestServer, email: string): Promise<Booked> {
  const [booked, ...others] = await server.sql<Booked>(
    `select a.id::text, a.status, a.starts_at::text as starts, a.moves, y.status as payment, y.refund_status as refund
       from appointment a join person p on p.id = a.patient_id join payment y on y.appointment_id = a.id where p.email = $1`,
    [email],
  )
  expect(others).toEqual([])
  return booked!
}

/** The translation of an English text of the pages that need no account. */
function wordsOf(lang: Language): (english: string) => string {
  const text = readFileSync(new URL(`../../locales/${lang}/open.po`, import.meta.url), 'utf8')
  const pairs = [...text.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].map(([, id, its]) => [id!, its!] as const)
  const known = new Map(pairs)
  return (english) => {
    const its = known.get(english)
    if (!its) throw new Error(`no ${lang} for “${english}”`)
    return its
  }
}
