import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Page } from '@playwright/test'
import { headless } from '../../tools/chromium.ts'
import { expect, test } from './support/journey.ts'
import type { TestServer } from './support/server.ts'
import { smallProblems } from './support/small-page.ts'
import { codeOf } from './support/outside.ts'

/** Booking without an account on a phone, without and with JavaScript (issue 35, 2; decision 0155). */

test('35.2: without JavaScript, in Turkish: a stranger finds a doctor, books, pays at the clinic, and cancels by the link', async ({
  server,
  device,
}) => {
  const browser = await chromium.launch(headless())
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'tr',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const page = await context.newPage()
  await chooseTime(page, server)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Randevu kimin için?')
  await expect(page.getByText(/saatine kadar size ayrıldı/)).toBeVisible()
  // sent half empty: each error has its words at its field, and what was typed is still there
  await page.getByLabel('Ad ve soyad').fill('Defne Misafir')
  await page.getByRole('button', { name: 'Kodu gönder' }).click()
  await expect(page.getByText('Geçerli bir telefon numarası yazın', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Ad ve soyad')).toHaveValue('Defne Misafir')
  await fillIn(page, 'defne.misafir@posta.example')
  await page.getByLabel('Klinikte').check()
  await sendForm(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kodu girin')
  await page.getByLabel('Kod', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Randevuyu al' }).click()
  await expect(page.getByText('Kod bu değil.', { exact: false })).toBeVisible()
  await page.getByLabel('Kod', { exact: true }).fill(await codeOf(server, 'defne.misafir@posta.example'))
  await page.getByRole('button', { name: 'Randevuyu al' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Randevunuz alındı')
  for (const said of [page.url(), await page.title()]) expect(said).not.toMatch(/Defne|Misafir|posta/i)
  const link = await page.getByRole('link', { name: 'Randevuyu aç' }).getAttribute('href')
  await context.close()
  await browser.close()

  const phone = await device('sifa', { width: 390, height: 844, lang: 'tr' })
  await phone.page.goto(link!)
  await phone.page.getByRole('button', { name: 'Randevuyu iptal et' }).click()
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Randevuyu iptal et' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Randevunuz iptal edildi' })).toBeVisible()
  const [visit] = await server.sql<{ status: string }>(
    `select a.status from appointment a join person p on p.id = a.patient_id where p.email = 'defne.misafir@posta.example'`,
  )
  expect(visit).toEqual({ status: 'cancelled' })
})

test('35.2: with JavaScript, in Turkish: a stranger books, pays by card and comes back to the booking; every page is accessible', async ({
  server,
  device,
}) => {
  const { page } = await device('sifa', { width: 390, height: 844, lang: 'tr', worker: false })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await chooseTime(page, server)
  await look(page)
  await fillIn(page, 'can.misafir@posta.example')
  await page.getByLabel('Kartla').check()
  await sendForm(page)
  await look(page)
  await page.getByLabel('Kod', { exact: true }).fill(await codeOf(server, 'can.misafir@posta.example'))
  await page.getByRole('button', { name: 'Randevuyu al' }).click()
  await look(page)
  await page.getByRole('button', { name: /^Şimdi öde: / }).click()
  await page.locator('button[value="charge"]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Randevunuz alındı')
  await expect(page.getByRole('button', { name: /^Şimdi öde: / })).toHaveCount(0)
  const [paid] = await server.sql<{ status: string }>(
    `select y.status from payment y join person p on p.id = y.patient_id where p.email = 'can.misafir@posta.example'`,
  )
  expect(paid).toEqual({ status: 'completed' })
  await page.getByRole('link', { name: 'Randevuyu aç' }).click()
  await page.getByRole('button', { name: 'Randevuyu iptal et' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Randevuyu iptal et' }).click()
  await expect(page.getByRole('heading', { name: 'Randevunuz iptal edildi' })).toBeVisible()
})

/** From the clinic's page to the form. */
async function chooseTime(page: Page, server: TestServer) {
  await page.goto(server.at('sifa', '/tr/doctors'))
  await page.locator('.card h3 a').first().click()
  await page.getByRole('link', { name: 'Randevu al', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Saat seçin' })).toBeVisible()
  // so late that it can still be cancelled online
  await page.getByRole('button', { name: 'Sonraki günler' }).click()
  await page.locator('.slots button:visible').last().click()
}

async function fillIn(page: Page, email: string) {
  await page.getByLabel('Ad ve soyad').fill('Defne Misafir')
  await page.getByLabel('Doğum tarihi').fill('1990-04-12')
  await page.getByLabel('Cep telefonu').fill(email.startsWith('defne') ? '0532 700 10 01' : '0532 700 10 02')
  await page.getByLabel('E-posta').fill(email)
}

/** A form that comes back within two seconds is a machine's. */
async function sendForm(page: Page) {
  await page.waitForTimeout(2_100)
  await page.getByRole('button', { name: 'Kodu gönder' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kodu girin')
}

/** What axe and a thumb find wrong with a page. */
async function look(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  expect(await smallProblems(page)).toEqual([])
}
