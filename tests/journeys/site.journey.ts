import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Page } from '@playwright/test'
import { headless } from '../../tools/chromium.ts'
import { expect, test } from './support/journey.ts'

/** The public pages in a browser, mostly without JavaScript (issue 35, 1; decision 0137). */

test('a visitor without JavaScript finds a doctor by specialty, reads the page and presses Book; every kind of page is accessible', async ({
  server,
}) => {
  const browser = await chromium.launch(headless())
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'de',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(server.at(null, '/'))
  await expect(page).toHaveURL(/\/de$/)
  await page.locator('form.finder select[name="branch"]').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Suchen' }).click()
  await expect(page).toHaveURL(/\/de\/doctors\?branch=/)
  await page.locator('.card h3 a').first().click()
  await expect(page).toHaveURL(/\/de\/doctors\/[a-z-]+-[\da-f]{12}$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const own = page.url()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(own.replace('/de/', '/en/'))
  await page.goBack()
  await page.getByRole('link', { name: 'Termin buchen' }).click()
  await expect(page).toHaveURL(/\/de\/book\/[\da-f]{12}$/)
  await page.getByRole('link', { name: 'Ich habe ein Konto' }).click()
  await expect(page).toHaveURL(/\/patient-login\?back=%2Fappointment%2Fnew%3Fdoctor%3D[\da-f-]+$/)
  // before any script the sign-in page has its texts, in the language of the page that linked to it
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden')

  const kinds = await oneOfEachKind(page, server.at(null, ''))
  expect(kinds.length).toBeGreaterThanOrEqual(9)
  await context.close()
  // each width and each theme once: a page's colours do not depend on its width
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    const look = await browser.newContext({
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
      serviceWorkers: 'block',
    })
    const tab = await look.newPage()
    for (const path of kinds) {
      await tab.goto(server.at(null, path))
      expect([path, width, colorScheme, await faultsOf(tab)]).toEqual([path, width, colorScheme, []])
    }
    await look.close()
  }
  await browser.close()
})

test('without JavaScript, on a phone: doctors who see patients online, the lowest price first, and all of them again', async ({
  server,
}) => {
  const browser = await chromium.launch(headless())
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(server.at('lindenhof', '/en/doctors'))
  const cards = page.locator('.card', { has: page.locator('h3') })
  const all = await cards.count()
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Online' })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Lowest price' })
  await page.getByRole('button', { name: 'Find doctors' }).click()
  await expect(page).toHaveURL(/type=online.*sort=price/)
  const prices = await cards
    .getByText(/^from €/)
    .evaluateAll((found) =>
      found
        .filter((price) => price.parentElement?.textContent?.includes('Online'))
        .map((price) => Number(price.textContent?.replace(/[^\d.]/g, ''))),
    )
  expect(prices).toHaveLength(await cards.count())
  expect(prices.length).toBeGreaterThan(1)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('')
  await expect(cards).toHaveCount(all)
  await browser.close()
})

test('a device with the app gets public pages from the server, not the app’s shell', async ({ device }) => {
  const patient = await device('sifa', { lang: 'en' })
  await patient.signIn('patient.sifa@demo.bedside.test', '/patient-login')
  await patient.settled()
  await patient.workerReady()
  await patient.goto('/en/doctors')
  await expect(patient.page.locator('form.finder')).toBeVisible()
  // once the worker is active, public pages still come from the server, and `/` opens the app
  await patient.goto('/')
  await expect(patient.page).toHaveURL(/\/appointment/)
})

/** The first address of each kind of page on the platform's host. */
async function oneOfEachKind(page: Page, base: string): Promise<string[]> {
  const read = async (path: string) =>
    (await (await page.request.get(base + path)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)
  const paths: string[] = []
  for (const [, part = ''] of await read('/sitemap.xml'))
    for (const [, place = ''] of await read(new URL(part).pathname)) paths.push(new URL(place).pathname)
  const kindOf = (path: string) =>
    path
      .split('/')
      .map((part, i) => (i < 3 ? part : '…'))
      .join('/')
  const german = paths.filter((path) => path.startsWith('/de'))
  return [...new Map(german.toReversed().map((path) => [kindOf(path), path])).values(), '/de/nothing']
}

/** What axe finds, and what is wider than the window. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return [
    ...violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 160))
          .join(' | ')}`,
    ),
    ...(excess > 0 ? [`${excess} px too wide`] : []),
  ]
}
