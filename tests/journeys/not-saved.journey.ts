import { expect, test } from './support/journey.ts'
import { waitingVisits } from './support/visits.ts'

test('quota exceeded: “not saved” is shown, the form keeps its text, and nothing claims success (R76)', async ({
  server,
  signedIn,
}) => {
  const [visit] = (await waitingVisits(server, 'doctor.lindenhof', 'later')).slice(-1)
  const doctor = await signedIn('lindenhof', 'doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await doctor.goto(`/appointment/${visit!.id}`)
  const { page } = doctor
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Note of the staff' }) })
    .last()
  await section.getByRole('button', { name: /Add|Edit/ }).click()
  await section.getByRole('textbox').fill('Words that have no room')
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await section.getByRole('button', { name: /Save/ }).click()
  // the engine's next round also finds the disk full and cannot store the server's settings: the app reports every
  // error (device.errors)
  const settings = page.waitForResponse((response) => response.url().includes('/api/setting'))
  await page.evaluate(() => {
    dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await settings
  await expect(section.getByRole('alert')).toContainText('Not saved')
  await expect(section.getByRole('textbox')).toHaveValue('Words that have no room')
  await expect(page.getByText('Nothing new can be kept')).toBeVisible()
  expect(
    (await server.sql<{ note: string | null }>(`select note from appointment where id = $1`, [visit!.id]))[0]!.note,
  ).not.toBe('Words that have no room')
})
