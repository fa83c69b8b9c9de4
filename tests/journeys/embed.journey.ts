import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { headless } from '../../tools/chromium.ts'
import { openPart } from './support/clinic-form.ts'
import { expect, test } from './support/journey.ts'
import { codeOf } from './support/outside.ts'

/** Booking on another website, in a frame, in a browser that blocks third-party cookies (issue 35, 3; decision 0157). */

const DESK = 'clinic.kuzguncuk@demo.bedside.test'

test('35.3: a clinic names a website, pastes the frame there, and a stranger books in it to the end; no other website shows it', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('kuzguncuk', DESK, '/login')
  const { page } = desk
  await desk.goto('/profile?tab=clinic')
  await openPart(page, 'On other websites')
  const hosts = page.getByLabel('Websites that may show booking in a frame')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(page.getByText('No website shows it until one is saved above.', { exact: false })).toBeVisible()
  // a line that is no host name is named, and has the focus
  await hosts.fill('*.site.example')
  await save.click()
  await expect(page.getByText('“*.site.example” is not a host name.', { exact: false })).toBeVisible()
  await expect(hosts).toBeFocused()
  await hosts.fill('https://WWW.Site.example/')
  await hosts.blur()
  await expect(hosts).toHaveValue('www.site.example')
  await page.getByRole('switch', { name: 'A colour of its own there' }).check()
  await page.getByLabel(/^Colour/).fill('#7a1fa2')
  await expect(page.getByRole('group', { name: 'Preview of the colour, light' })).toBeVisible()
  await save.click()
  await expect(page.getByText('Only the saved websites show it', { exact: false })).toBeVisible()
  await page.getByLabel('Language of the page').selectOption('tr')
  const code = await page.getByRole('textbox', { name: 'Frame', exact: true }).inputValue()
  expect(code).toContain(`src="${server.at('kuzguncuk', '/embed/kuzguncuk?lang=tr')}"`)

  const stranger = await openStranger()
  const site = await paste(stranger.context, 'https://www.site.example/', code)
  const frame = site.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1, name: 'Randevu al' })).toBeVisible()
  // the browser keeps no cookie of the framed page
  const kept = await frame.locator('body').evaluate(() => {
    document.cookie = 'probe=1; SameSite=None; Secure; Path=/'
    return document.cookie
  })
  expect(kept).toBe('')
  expect(await frame.locator('html').getAttribute('style')).toContain('--brand-h')
  await expectAccessible(site)
  await frame.locator('.card h3 a').first().click()
  await frame.getByRole('button', { name: 'Sonraki günler' }).click()
  await frame.locator('.slots button:visible').last().click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Randevu kimin için?')
  await frame.getByLabel('Ad ve soyad').fill('Deniz Çerçeve')
  await frame.getByLabel('Doğum tarihi').fill('1990-04-12')
  await frame.getByLabel('Cep telefonu').fill('0532 700 10 77')
  await frame.getByLabel('E-posta').fill('cerceve@posta.example')
  await frame.getByLabel('Kartla').check()
  // a form that comes back within two seconds is a machine's
  await site.waitForTimeout(2_100)
  await frame.getByRole('button', { name: 'Kodu gönder' }).click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Kodu girin')
  await frame.getByLabel('Kod', { exact: true }).fill(await codeOf(server, 'cerceve@posta.example'))
  await frame.getByRole('button', { name: 'Randevuyu al' }).click()
  const pay = frame.getByRole('button', { name: /^Şimdi öde: / })
  await expect(pay).toBeVisible()
  await expectAccessible(site)
  expect(site.url()).toBe('https://www.site.example/')
  expect(await stranger.context.cookies()).toEqual([])
  // the payment page may not be framed: it has a window of its own, and comes back to the booking there
  const [payment] = await Promise.all([stranger.context.waitForEvent('page'), pay.click()])
  await payment.locator('button[value="charge"]').click()
  await expect(payment.getByRole('heading', { level: 1 })).toHaveText('Randevunuz alındı')
  expect(payment.url()).toMatch(/^http:\/\/kuzguncuk\.localhost:\d+\/tr\/booking\/[\da-f-]+$/)
  const [visit] = await server.sql<{ id: string; status: string }>(
    `select a.id, y.status from payment y join appointment a on a.id = y.appointment_id join person p on p.id = a.patient_id
      where p.email = 'cerceve@posta.example'`,
  )
  expect(visit?.status).toBe('completed')

  // the same code on a website that was not named shows nothing
  const refusals: string[] = []
  const thief = await paste(stranger.context, 'https://thief.example/', code, refusals)
  await expect.poll(() => refusals.join('\n')).toContain('frame-ancestors https://www.site.example')
  expect(thief.frames()[1]!.url()).toMatch(/^(?:chrome-error:\/\/chromewebdata\/)?$/)
  // and no other page is shown on any
  const other = code.replace('/embed/kuzguncuk', '/tr/doctors')
  const own = await paste(stranger.context, 'https://www.site.example/other', other, refusals)
  await expect.poll(() => refusals.join('\n')).toContain("frame-ancestors 'none'")
  expect(own.frames()[1]!.url()).toMatch(/^(?:chrome-error:\/\/chromewebdata\/)?$/)
  await stranger.close()

  await hosts.fill('')
  await page.getByRole('switch', { name: 'A colour of its own there' }).uncheck()
  await save.click()
  await expect(page.getByText('No website shows it until one is saved above.', { exact: false })).toBeVisible()
  await desk.settled()
})

/** A browser of its own that blocks third-party cookies. */
async function openStranger() {
  const profile = await mkdtemp(join(tmpdir(), 'bedside-stranger-'))
  await mkdir(join(profile, 'Default'))
  await writeFile(
    join(profile, 'Default/Preferences'),
    JSON.stringify({ profile: { cookie_controls_mode: 1, block_third_party_cookies: true } }),
  )
  const context = await chromium.launchPersistentContext(profile, {
    // the other website is not on this machine for the browser, the clinic's host is
    ...headless(['--test-third-party-cookie-phaseout', '--disable-features=LocalNetworkAccessChecks']),
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    locale: 'tr',
  })
  context.setDefaultTimeout(60_000)
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Another website's page with the pasted code; its console's errors go to `refusals`. */
async function paste(context: BrowserContext, address: string, code: string, refusals: string[] = []): Promise<Page> {
  await context.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="tr"><title>Site</title><h1>Site</h1>${code}</html>`,
    }),
  )
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && refusals.push(message.text()))
  await page.goto(address)
  return page
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).include('iframe').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
