import { toColumn } from '../../server/db/sealed-columns.ts'
import { expect, test } from './support/journey.ts'
import { visitRow, waitingVisits, writeNote } from './support/visits.ts'

test('with the last tab closed the worker sends waiting changes (Background Sync) and fetches new records (Periodic Sync)', async ({
  server,
  device,
}) => {
  const visit = (await waitingVisits(server, 'doctor.lindenhof', 'later')).at(-2)!
  const doctor = await device('lindenhof')
  await doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  await doctor.goto(`/appointment/${visit.id}`)
  const context = doctor.page.context()
  await context.setOffline(true)
  await writeNote(doctor.page, 'Written on the train')
  await expect(doctor.page.locator('.sync')).toHaveAttribute('data-tone', /offline|waiting/)
  // the browser keeps running without a tab of the app
  const elsewhere = await context.newPage()
  const origin = new URL(doctor.page.url()).origin
  await doctor.page.close()
  expect((await visitRow(server, visit.id))!.note).not.toBe('Written on the train')

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
    .poll(async () => (await visitRow(server, visit.id))!.note, { timeout: 30_000 })
    .toBe('Written on the train')

  // now and then it fetches without an open tab (Periodic Background Sync): the next tab shows the change offline
  const sealedNote = toColumn('appointment', 'note', { id: visit.id, clinic: null }, 'Heard while asleep')
  await server.sql('update appointment set note = $2 where id = $1', [visit.id, sealedNote])
  const isHere = async () => {
    await browser.send('ServiceWorker.dispatchPeriodicSyncEvent', {
      origin,
      registrationId: await registrationId,
      tag: 'bedside-fresh',
    })
    await elsewhere.waitForTimeout(2_000)
    await context.setOffline(true)
    const page = await context.newPage()
    await page.goto(`${origin}/appointment/${visit.id}`)
    const note = page.getByText('Heard while asleep').first()
    const seen = await note.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    )
    // closed before the network returns, or the page would fetch by itself
    await page.close()
    await context.setOffline(false)
    return seen
  }
  await expect.poll(isHere, { timeout: 30_000, intervals: [500] }).toBe(true)
})
