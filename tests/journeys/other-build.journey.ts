import { expect, test } from './support/journey.ts'
import { visitRow, waitingVisits, writeNote } from './support/visits.ts'

test('28.5: a change of a version unknown to this one is shown, copied and discarded; everything else arrives, and every screen opens', async ({
  server,
  device,
}) => {
  const [visit, other] = (await waitingVisits(server, 'doctor.lindenhof', 'later')).slice(-2)
  const doctor = await device('lindenhof', { width: 820, height: 1180 })
  await doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  const { page } = doctor
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await doctor.cut('network off')
  for (const { id } of [visit!, other!]) {
    await doctor.goto(`/appointment/${id}`)
    await writeNote(page, `Note on ${id}`)
  }
  expect(await page.evaluate(renameIn, { id: visit!.id, from: 'appointment.update', to: 'appointment.hover' })).toBe(1)
  // a change by this version that depends on the other build's change
  await doctor.goto(`/appointment/${visit!.id}`)
  await writeNote(page, 'On top of it')
  await doctor.mend('network off')

  // the other visit's change has arrived, and the renamed one is reported as failed
  await expect.poll(async () => (await visitRow(server, other!.id))!.note).toBe(`Note on ${other!.id}`)
  await expect(page.locator('.sync')).toHaveAttribute('data-tone', 'failed', { timeout: 30_000 })
  await page.locator('.sync').click()
  await expect(
    page.getByText('This change was made with another version of the app, and this version does not know it.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: `Change of another version: ${visit!.name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Copy the change' }).click()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as object
  expect(copied).toMatchObject({ call: 'appointment.hover', input: { id: visit!.id, note: `Note on ${visit!.id}` } })
  await page.getByRole('tab', { name: /Waiting/ }).click()
  await expect(page.getByText('It waits for a change that was made with another version of the app.')).toBeVisible()
  await page.getByRole('link', { name: 'Show that change' }).click()
  await expect(page.getByRole('heading', { name: /^Change of another version/ })).toBeVisible()

  for (const path of ['/appointment', `/appointment/${visit!.id}`, '/patient-list', '/profile']) {
    await doctor.goto(path)
    await expect(page.locator('main h1, main h2').first()).toBeVisible()
    await expect(page.getByText('Note of the staff')).toHaveCount(path.endsWith(visit!.id) ? 1 : 0)
    await expect(page.getByText('This part could not be shown')).toHaveCount(0)
  }

  await doctor.goto('/sync?tab=attention')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 change that depends on it is removed too.')
  await dialog.getByRole('textbox').fill('discard')
  await dialog.getByRole('button', { name: 'Discard the change' }).click()
  await doctor.settled()
  expect((await visitRow(server, visit!.id))!.note).toBe(visit!.note)
  expect(doctor.errors).toEqual([])
})

test('28.5: the version that knows it returns, and sends it by itself', async ({ server, device }) => {
  const [visit] = (await waitingVisits(server, 'doctor.lindenhof', 'later')).slice(-3)
  const doctor = await device('lindenhof', { width: 820, height: 1180 })
  await doctor.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  const { page } = doctor
  await doctor.cut('network off')
  await doctor.goto(`/appointment/${visit!.id}`)
  await writeNote(page, 'Kept over a rollback')
  await page.evaluate(renameIn, { id: visit!.id, from: 'appointment.update', to: 'appointment.hover' })
  await page.reload()
  await doctor.mend('network off')
  await expect(page.locator('.sync')).toHaveAttribute('data-tone', 'failed', { timeout: 30_000 })
  await page.evaluate(renameIn, { id: visit!.id, from: 'appointment.hover', to: 'appointment.update' })
  await page.reload()
  await doctor.settled()
  expect((await visitRow(server, visit!.id))!.note).toBe('Kept over a rollback')
})

/** Runs in the page: rewrites stored changes as another build would have written them. Returns how many it rewrote. */
async function renameIn({ id, from, to }: { id: string; from: string; to: string }): Promise<number> {
  let renamed = 0
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('bedside-0')) continue
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const writing = db.transaction('outbox', 'readwrite')
    const outbox = writing.objectStore('outbox')
    const idbRequest = outbox.getAll()
    idbRequest.onsuccess = () => {
      for (const entry of idbRequest.result as { call: string; input: { id: string } }[])
        if (entry.call === from && entry.input.id === id) {
          renamed++
          outbox.put({ ...entry, call: to })
        }
    }
    await new Promise((resolve) => (writing.oncomplete = resolve))
    db.close()
  }
  return renamed
}
