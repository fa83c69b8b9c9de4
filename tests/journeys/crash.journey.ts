import { expect, test } from './support/journey.ts'

const PART = /\/assets\/notifications-screen-[^/]+\.js(?:\?|$)/

test('a screen’s crash while offline is reported once online, and a superadmin sees where it was and nothing about the person', async ({
  device,
}) => {
  const desk = await device('lindenhof')
  const { page, errors } = desk
  // without a worker, which would answer instead of the network
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => {})
  })
  await page.route(PART, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const NotificationsScreen = () => { throw new TypeError('Ayşe Yılmaz +905321112233 has no name') }`,
    }),
  )
  await desk.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await desk.settled({ code: false })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('link', { name: 'View all' }).click()
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible()
  const waiting = () => page.evaluate(async () => (await (await caches.match('/waiting-crashes'))?.text()) ?? '')
  await expect.poll(waiting).toContain('TypeError')
  expect(await waiting()).not.toMatch(/Ayşe|Yılmaz|905321112233|no name/)
  expect(JSON.parse(await waiting())).toMatchObject([{ route: '/notify', name: 'TypeError', place: 'page' }])
  await page.unroute('**/api/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(waiting, { timeout: 30_000 }).toBe('')
  errors.length = 0

  const boss = await device(null)
  await boss.signIn('superadmin@demo.bedside.test', '/login')
  await boss.goto('/setting?tab=crashes')
  const card = boss.page.locator('.card').filter({ hasText: '/notify' })
  await expect(card).toContainText('TypeError')
  await expect(card).toContainText(/notifications-screen-.{8}\.js:1:\d+/)
  await card.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(card.getByRole('button', { name: 'Mark as seen' })).toBeHidden()
})
