import { openFront } from './support/front.ts'
import { expect, test } from './support/journey.ts'

const PART = /\/assets\/notifications-screen-[^/]+\.js(?:\?|$)/

test('a screen whose code does not load fails alone: the frame keeps working, and retrying loads it without reloading the page', async ({
  device,
}) => {
  const desk = await device('lindenhof')
  const { page, errors } = desk
  // without a worker, which would already hold all parts
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => {})
  })
  let requestCount = 0
  await page.route(PART, (route) => {
    requestCount++
    return route.abort()
  })
  await desk.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await desk.settled({ code: false })
  await page.evaluate(() => document.body.setAttribute('data-page', 'first'))
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'View all' }).click()
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible()
  await expect(page.getByText('The rest of the app goes on.')).toBeVisible()
  expect(requestCount).toBeGreaterThan(1)
  // while the part is missing, nothing changes and the app keeps working
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()

  await page.unroute(PART)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-page', 'first')
  // the console got this error and no other
  expect(errors.splice(0).filter((each) => !each.includes('part_unreachable'))).toEqual([])
})

test('28, bad input: a portal’s page in place of a script is never cached: the screen opens once the portal is gone', async ({
  server,
  device,
}) => {
  const front = await openFront(server)
  const desk = await device('lindenhof', {}, front.server)
  const { page, errors } = desk
  // with data saving on, the worker fetches the code of a screen when it is opened
  await page.context().addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) })
  })
  await desk.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await desk.settled({ code: false })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  front.pose(PART, 5)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'View all' }).click()
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible()
  front.pose(PART, 0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  // and offline, from what the worker has kept by now
  await desk.cut('network off')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  errors.length = 0
  await desk.close()
  await front.close()
})
