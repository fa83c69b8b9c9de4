import { expect, test } from './support/journey.ts'
import { waitingVisits, visitRow, writeNote } from './support/visits.ts'

test('an appointment in a month that is not on the device is shown from the server, and can be edited (rule 89)', async ({
  server,
  device,
}) => {
  const visit = (await waitingVisits(server, 'doctor.lindenhof', 'later'))[5]!
  await server.sql(
    `update appointment set starts_at = starts_at + interval '210 days', ends_at = ends_at + interval '210 days' where id = $1`,
    [visit.id],
  )
  const doctor = await device('lindenhof', { width: 820, height: 1180 })
  await doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  const { page } = doctor
  await doctor.goto(`/appointment/${visit.id}`)
  await expect(page.getByText(/^From the server, \d/)).toBeVisible()
  await expect(page.getByText(visit.name).first()).toBeVisible()
  await writeNote(page, 'Half a year ahead')
  await doctor.settled()
  expect(await visitRow(server, visit.id)).toMatchObject({ note: 'Half a year ahead' })
  // after the pull that follows the reply, the row is again the server's alone
  await expect(page.getByText(/^From the server, \d/)).toBeVisible()
  await expect(page.getByText('Half a year ahead').first()).toBeVisible()

  await doctor.cut('network off')
  await doctor.goto(`/appointment/${visit.id}`)
  await expect(page.getByText('This appointment is not on this device')).toBeVisible()
  await doctor.mend('network off')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^From the server, \d/)).toBeVisible()

  await doctor.goto(`/appointment/01900000-0000-7000-8000-000000000000`)
  await expect(page.getByText('This appointment cannot be found')).toBeVisible()
})

test('storage cleared by the browser with waiting changes is reported at sign-in and after it, once (I2)', async ({
  server,
  device,
}) => {
  const visit = (await waitingVisits(server, 'doctor.lindenhof', 'later'))[6]!
  const doctor = await device('lindenhof', { width: 820, height: 1180 })
  const signIn = () => doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await signIn()
  await doctor.settled()
  await doctor.workerReady()
  const { page } = doctor
  await doctor.cut('network off')
  await doctor.goto(`/appointment/${visit.id}`)
  await writeNote(page, 'Never sent')
  // on a page of the host that does not run the app, so that nothing holds a database open
  await page.context().route('**/api/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Bare</p>' }))
  await doctor.goto('/api/bare')
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve) => (indexedDB.deleteDatabase(name!).onsuccess = resolve))
  })
  await doctor.mend('network off')
  await doctor.goto('/doctor-login')
  await expect(page.getByText('1 change was saved here and not yet sent')).toBeVisible()
  await signIn()
  const dialog = page.getByRole('dialog', { name: 'This device’s storage was cleared' })
  await expect(dialog).toContainText('1 change was saved here and not yet sent')
  await dialog.getByRole('button', { name: 'I have read this' }).click()
  await expect(dialog).toBeHidden()
  await doctor.settled()
  await page.reload()
  await expect(page.locator('.sync')).toHaveAttribute('data-tone', 'saved')
  await expect(dialog).toBeHidden()
})

test('a tab of an older build closes for good when a newer one takes over the storage, and says so (rule 92)', async ({
  device,
}) => {
  const doctor = await device('lindenhof', { width: 820, height: 1180 })
  await doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  const { page } = doctor
  await page.evaluate(async () => {
    const { name, version } = (await indexedDB.databases()).find((each) => each.name?.startsWith('bedside-0'))!
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name!, version! + 10)
      opening.onsuccess = () => resolve(opening.result.close())
      opening.onerror = () => reject(opening.error)
    })
  })
  await expect(page.getByRole('heading', { name: 'This device has data from a newer version' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update now' })).toBeVisible()
})
