import type { Page } from '@playwright/test'
import { openFront } from './support/front.ts'
import type { TestServer } from './support/server.ts'
import { expect, test } from './support/journey.ts'
import { addresses } from './support/routes.ts'

const DESK = 'clinic.lindenhof@demo.bedside.test'
/**
 * Measured: 532 kB compressed: the page, the app's first files, the words of the open pages in four languages, the
 * worker, the icons and the typeface.
 */
const STRANGERS_BYTES = 545_000

test('only looking at the sign-in page loads the shell and no screens', async ({ server, device }) => {
  const front = await openFront(server)
  const stranger = await device('lindenhof', {}, front.server)
  await stranger.goto('/login')
  await stranger.workerReady()
  await stranger.page.waitForLoadState('networkidle')
  expect(front.bytes).toBeLessThan(STRANGERS_BYTES)
  expect((await keptFiles(stranger.page)).filter((file) => /-screen-/.test(file) && !/sign-in/.test(file))).toEqual([])
  // the sign-in page opens offline, in every language
  await stranger.cut('network off')
  for (const lang of ['tr', 'de', 'ru'] as const) {
    await stranger.page
      .context()
      .addCookies([{ name: 'user-lang', value: lang, url: front.server.at('lindenhof', '/') }])
    await stranger.goto('/login')
    await expect(stranger.page.locator('html')).toHaveAttribute('lang', lang)
    await expect(stranger.page.locator('input[autocomplete^="username"]')).toBeVisible()
  }
  await stranger.close()
  await front.close()
})

test('files that answer 503 while the worker installs leave an app that opens offline', async ({ server, device }) => {
  const front = await openFront(server)
  // a file that the app needs arrives at the third try; one that only improves its look is missing during the install
  front.fail(/\/assets\/style-/, 2)
  // a captive portal answers with its own page and status 200
  front.pose(/^\/index\.html$/, 2)
  front.fail(/\/assets\/ibm-plex-sans-latin-ext/, 3)
  const desk = await device('lindenhof', {}, front.server)
  await desk.goto('/login')
  await desk.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await desk.signIn(DESK, '/login')
  // a screen fails at first too
  front.fail(/\/assets\/profile-screen-/, 2)
  await desk.settled()
  await desk.cut('network off')
  await desk.goto('/profile?tab=device')
  await expect(offlineRow(desk.page)).toContainText('yes')
  await desk.close()
  await front.close()
})

test('a worker that fails to install on a bad line installs later by itself', async ({ device }) => {
  const desk = await device('kuzguncuk')
  await desk.page.addInitScript(() => {
    const { serviceWorker } = navigator
    const register = serviceWorker.register.bind(serviceWorker)
    let isFirst = true
    serviceWorker.register = (...args) => {
      if (!isFirst) return register(...args)
      isFirst = false
      return Promise.reject(
        new TypeError('Failed to register a ServiceWorker: an unknown error occurred when fetching the script.'),
      )
    }
  })
  await desk.goto('/login')
  const isActive = async () =>
    desk.page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.active)
  expect(await isActive()).toBe(false)
  await expect.poll(isActive, { timeout: 60_000 }).toBe(true)
})

test('once the profile says ready, every screen of a desk opens offline, loaded afresh each time', async ({
  server,
  device,
}) => {
  test.setTimeout(300_000)
  const desk = await device('lindenhof')
  await desk.signIn(DESK, '/login')
  await desk.goto('/profile?tab=device')
  await expect(offlineRow(desk.page)).toContainText('yes', { timeout: 60_000 })
  await desk.settled()
  await desk.workerReady()
  await desk.cut('network off')
  const paths = await pathsOf(server)
  expect(paths.length).toBeGreaterThan(15)
  for (const path of paths) {
    await desk.goto(path)
    await expect(desk.page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await desk.page.waitForTimeout(300)
    await expect(desk.page.getByText('This screen could not be shown'), path).toBeHidden()
    await expect(desk.page.locator('main'), path).not.toBeEmpty()
  }
  desk.errors.length = 0
})

test('a device that saves data keeps only the shell, says so, and fetches the rest on request', async ({ device }) => {
  const desk = await device('lindenhof')
  await desk.page.context().addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) })
  })
  await desk.signIn(DESK, '/login')
  await desk.settled({ code: false })
  await desk.goto('/profile?tab=device')
  await expect(offlineRow(desk.page)).toContainText(/not yet \(\d+ of \d+ parts\)/)
  await expect(offlineRow(desk.page)).toContainText('This device saves data')
  expect((await keptFiles(desk.page)).filter((file) => /calendar|patient-screen|book-screen/.test(file))).toEqual([])
  await offlineRow(desk.page).getByRole('button', { name: 'Get it now' }).click()
  await expect(offlineRow(desk.page)).toContainText('yes', { timeout: 60_000 })
  expect((await keptFiles(desk.page)).some((file) => /patient-screen/.test(file))).toBe(true)
})

test('a device without space says so, and works online', async ({ device }) => {
  const desk = await device('lindenhof')
  await desk.page.context().addInitScript(() => {
    const put = Cache.prototype.put
    Cache.prototype.put = async function (this: Cache, request, response) {
      if (String(request).startsWith('/assets/')) throw new DOMException('no room', 'QuotaExceededError')
      return put.call(this, request, response)
    }
  })
  await desk.signIn(DESK, '/login')
  await desk.settled({ code: false })
  await desk.goto('/profile?tab=device')
  await expect(offlineRow(desk.page)).toContainText('There is no space left on this device')
  await desk.goto('/availability')
  await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a tab of the previous build finds its files until it is closed; then they are deleted', async ({
  server,
  device,
}) => {
  const front = await openFront(server)
  const desk = await device('lindenhof', {}, front.server)
  await desk.signIn(DESK, '/login')
  await desk.settled()
  await desk.workerReady()
  const { page } = desk
  // like a sleeping tab with typed text: it is not asked, and does not reload
  await page.addInitScript(() => {
    const { addEventListener } = navigator.serviceWorker
    navigator.serviceWorker.addEventListener = (type: string, ...rest: [EventListener]) =>
      type === 'controllerchange' ? undefined : addEventListener.call(navigator.serviceWorker, type, ...rest)
  })
  await desk.goto('/appointment')
  const second = await desk.newTab()
  await second.goto(front.server.at('lindenhof', '/appointment'))
  front.nextBuild()
  await second.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await second.getByRole('button', { name: 'Update now' }).click()
  await expect
    .poll(() =>
      second
        .locator('html')
        .getAttribute('data-parts')
        .catch(() => ''),
    )
    .toContain('/next/')
  const isOld = (file: string) => file.startsWith('/assets/') && !file.startsWith('/assets/next/')
  expect((await keptFiles(second)).some(isOld)).toBe(true)
  expect(await page.locator('html').getAttribute('data-parts')).not.toContain('/next/')
  await page.getByRole('link', { name: 'Availability' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Availability' })).toBeVisible()
  await expect(page.getByText('This screen could not be shown')).toBeHidden()

  await page.close()
  await second.reload()
  await expect.poll(async () => (await keptFiles(second)).some(isOld), { timeout: 30_000 }).toBe(false)
  expect((await second.evaluate(() => caches.keys())).filter((name) => name.startsWith('shell-'))).toHaveLength(1)
  // the next build's screens are on the device too
  await second.context().setOffline(true)
  await second.goto(front.server.at('lindenhof', '/availability'))
  await expect(second.getByRole('heading', { level: 1, name: 'Availability' })).toBeVisible()
  await front.close()
})

const offlineRow = (page: Page) => page.locator('.kv > div').filter({ hasText: 'Opens offline' })

const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await (await caches.open('parts')).keys()).map(({ url }) => new URL(url).pathname))

/** Every address of a desk, with records that its device holds. */
async function pathsOf(server: TestServer): Promise<string[]> {
  const [ids] = await server.sql<Record<'appointment' | 'patient' | 'doctor' | 'payment', string>>(
    `select a.id::text as appointment, a.patient_id::text as patient, a.doctor_id::text as doctor,
            (select p.id::text from payment p where p.clinic_id = a.clinic_id limit 1) as payment
     from appointment a join person p on p.clinic_id = a.clinic_id where p.email = $1
     order by abs(extract(epoch from a.starts_at - $2::timestamptz)) limit 1`,
    [DESK, server.now],
  )
  return addresses()
    .filter(({ roles, superadmin }) => roles !== 'open' && roles.includes('clinic') && !superadmin)
    .map(({ path }) => path.replace('$id', ids![(path.split('/')[1] ?? '') as 'patient'] ?? ids!.appointment))
}
