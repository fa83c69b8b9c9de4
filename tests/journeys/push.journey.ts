import type { Page } from '@playwright/test'
import { pushDevice, pushService } from '../support/push-service.ts'
import { activeWorker } from './support/active-worker.ts'
import { expect, test } from './support/journey.ts'
import { cancelVisit, waitingVisits } from './support/visits.ts'

/**
 * Chromium has no push service here. The test makes the browser's half of the subscription and hands it to the page
 * through the browser's own API; it decrypts what the server sends to a service on loopback (RFC 8291) and delivers it
 * to the real worker.
 */
test('a push: enabled by a switch, encrypted in transit, shown in the device’s language, opens its record offline', async ({
  server,
  device,
}) => {
  const service = await pushService(server.pushPort)
  const keys = pushDevice()
  const visit = (await waitingVisits(server, 'doctor.lindenhof', 'later')).at(-3)!
  const doctor = await device('lindenhof', { lang: 'de', whole: true })
  const { page } = doctor
  const origin = new URL(server.at('lindenhof', '/')).origin
  await page.context().grantPermissions(['notifications'], { origin })
  await page.addInitScript(subscribeWith, { endpoint: `${service.url}/device`, keys: keys.keys })
  await doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()

  await doctor.goto('/profile?tab=notifications')
  await page.getByRole('switch', { name: 'Auf diesem Gerät benachrichtigen' }).check()
  await page.getByRole('button', { name: 'Testmitteilung an dieses Gerät senden' }).click()
  const next = async () => {
    await expect.poll(() => service.pushed.length, { timeout: 15_000 }).toBeGreaterThan(0)
    return keys.open(service.pushed.shift()!.body)
  }
  expect(JSON.parse(await next())).toMatchObject({ event: 'test' })

  const desk = await device('lindenhof')
  await desk.signIn('clinic.lindenhof@demo.bedside.test', '/login')
  await desk.settled()
  await desk.goto(`/appointment/${visit.id}`)
  await cancelVisit(desk.page, 'Doctor called in sick')
  await desk.settled()
  let payload = await next()
  // the server's own jobs may have sent a push before
  while (!payload.includes(visit.id)) payload = await next()
  expect(JSON.parse(payload)).toEqual({ event: 'appointment', url: `/appointment/${visit.id}` })

  const browser = await page.context().newCDPSession(page)
  const registrationId = await activeWorker(browser, origin)
  const deliver = (data: string) => browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  // the record is stored before the notification shows, so that it opens offline
  await deliver(payload)
  await expect
    .poll(() => shown(page), { timeout: 15_000 })
    .toEqual([
      {
        title: 'Ihre Termine',
        body: 'Es gibt Neues zu einem Termin. Zum Öffnen tippen.',
        url: `/appointment/${visit.id}`,
      },
    ])
  await page.context().setOffline(true)
  await press(page)
  await page.waitForURL(`**/appointment/${visit.id}`)
  await expect(page.getByText(visit.name).first()).toBeVisible()
  await expect(page.getByText('Doctor called in sick').first()).toBeVisible()
  // a push shows a notification even offline, and even if its payload cannot be read; the browser's test hook sometimes
  // loses a push, and a second one would replace the first
  await expect(async () => {
    await deliver('not ours')
    await expect
      .poll(async () => (await shown(page)).map(({ title }) => title), { timeout: 15_000 })
      .toEqual(['Neue Mitteilung'])
  }).toPass({ timeout: 45_000 })
  await page.context().setOffline(false)

  // a start tells the server late about this device: that must not switch on again what was switched off in between
  await page.route('**/api/push/subscribe', async (route) => {
    await new Promise((done) => setTimeout(done, 1500))
    await route.continue()
  })
  await doctor.goto('/profile?tab=notifications')
  await page.getByRole('switch', { name: 'Auf diesem Gerät benachrichtigen' }).uncheck()
  await expect
    .poll(async () => (await server.sql<{ n: number }>('select count(*)::int as n from push_subscription'))[0]!.n)
    .toBe(0)
  await page.waitForTimeout(2000)
  expect((await server.sql<{ n: number }>('select count(*)::int as n from push_subscription'))[0]!.n).toBe(0)
  await service.close()
})

/** Runs in the page before anything else: the browser subscribes with keys whose private half the test has. */
function subscribeWith({ endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } }) {
  const subscription = {
    endpoint,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: () => {
      sessionStorage.removeItem('subscribed')
      return Promise.resolve(true)
    },
  }
  PushManager.prototype.subscribe = () => {
    sessionStorage.setItem('subscribed', 'yes')
    return Promise.resolve(subscription as unknown as PushSubscription)
  }
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(sessionStorage.getItem('subscribed') ? (subscription as unknown as PushSubscription) : null)
}

/** The notifications that the browser lists as shown. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, data }) => ({
      title,
      body,
      url: (data as { url: string }).url,
    }))
  })

/** The person presses the first notification; the worker gets the event as from the system. */
async function press(page: Page) {
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification: notification! }))
  })
}
