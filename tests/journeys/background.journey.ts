import { expect, test } from './support/journey.ts'
import { visitRow, waitingVisits, writeNote } from './support/visits.ts'

test('the worker sends what waits after the last tab has been closed (Background Sync)', async ({ house, device }) => {
  const visit = (await waitingVisits(house, 'doctor.lindenhof', 'later')).at(-2)!
  const doctor = await device('lindenhof')
  await doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  await doctor.goto(`/appointment/${visit.id}`)
  const context = doctor.page.context()
  await context.setOffline(true)
  await writeNote(doctor.page, 'Written on the train')
  await expect(doctor.page.locator('.sync')).toHaveAttribute('data-tone', /offline|waiting/)
  // the browser keeps running, no tab of the app does
  const elsewhere = await context.newPage()
  const origin = new URL(doctor.page.url()).origin
  await doctor.page.close()
  expect((await visitRow(house, visit.id))!.note).not.toBe('Written on the train')

  await context.setOffline(false)
  const browser = await context.newCDPSession(elsewhere)
  const registrationId = new Promise<string>((known) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (ours) known(ours.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registrationId,
    tag: 'bedside-queue',
    lastChance: false,
  })
  await expect
    .poll(async () => (await visitRow(house, visit.id))!.note, { timeout: 30_000 })
    .toBe('Written on the train')
})
