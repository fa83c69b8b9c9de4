import { expect, test } from './support/journey.ts'
import { visitRow, waitingVisits, writeNote } from './support/visits.ts'

test('storage that fails to open: reported the first time, rebuilt the second, and its waiting changes arrive (I2, SYNC “Storage”)', async ({
  server,
  signedIn,
}) => {
  const visit = (await waitingVisits(server, 'doctor.lindenhof', 'later'))[3]
  if (!visit) throw new Error('the demo has no such visit')
  const doctor = await signedIn('lindenhof', 'doctor.lindenhof@demo.bedside.test', '/doctor-login', {
    width: 820,
    height: 1180,
  })
  await doctor.workerReady()
  const { page } = doctor
  await doctor.cut('network off')
  await doctor.goto(`/appointment/${visit.id}`)
  await writeNote(page, 'Written before the storage broke')
  await expect(page.getByRole('button', { name: /Changes: Offline/ })).toContainText('1 waiting')
  // on a page of the host that does not run the app, which would still have the database open
  await page.context().route('**/api/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Bare</p>' }))
  await doctor.goto('/api/bare')
  await page.evaluate(breakStorage)

  await doctor.goto(`/appointment/${visit.id}`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  const dialog = page.getByRole('dialog', { name: 'This device’s storage was rebuilt' })
  await expect(dialog).toContainText('1 change that waited in it was saved and waits again')
  const [copy] = await Promise.all([page.waitForEvent('download'), dialog.getByText('Save a copy of them').click()])
  expect(copy.suggestedFilename()).toBe('changes.json')

  await doctor.mend('network off')
  await dialog.getByRole('button', { name: 'I have read this' }).click()
  await expect(dialog).toBeHidden()
  await doctor.settled()
  expect(await visitRow(server, visit.id)).toMatchObject({ note: 'Written before the storage broke' })
  // shown once
  await page.reload()
  await expect(page.locator('.sync')).toHaveAttribute('data-tone', 'saved')
  await expect(dialog).toBeHidden()
})

/**
 * Runs in the page: moves the waiting changes into a database of another schema, whose table of bases has a key that
 * the app's cannot have.
 */
async function breakStorage(): Promise<void> {
  const done = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  const { name } = (await indexedDB.databases()).find((each) => each.name?.startsWith('bedside-0'))!
  const whole = await done(indexedDB.open(name!))
  const waiting = await done(whole.transaction('outbox').objectStore('outbox').getAll())
  whole.close()
  await done(indexedDB.deleteDatabase(name!))
  const opening = indexedDB.open(name!, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('base', { keyPath: 'wrong' })
    const outbox = opening.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
    for (const entry of waiting) outbox.put(entry)
  }
  ;(await done(opening)).close()
}
