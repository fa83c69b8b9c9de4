import { everythingHere, foundIn, lockNow } from './support/on-locked.ts'
import { expect, test } from './support/journey.ts'

/** Words that occur nowhere else. */
const NOTE = 'Zwanzigpfennig-Øresund walks again'
const PIN = '824173'

test('a ward’s tablet: A’s unsent note survives B’s shift encrypted, no patient’s name is on the disk while it is locked, and five wrong PINs end it', async ({
  server,
  device,
}) => {
  const tablet = await device('greenwich', { width: 820, height: 1180 })
  const a = 'doctor.greenwich@demo.bedside.test'
  const notes = async () =>
    (await server.sql<{ text: string }>('select text from patient_note')).map(({ text }) => text)
  const [patient] = await server.sql<{ id: string; name: string; doctor: string }>(
    `select distinct t.id::text, t.name, d.id::text as doctor from patient t join appointment v on v.patient_id = t.id
       join person d on d.id = v.doctor_id and d.email = $1 order by 1 limit 1`,
    [a],
  )
  const { page } = tablet
  await page.context().addInitScript(recordBadge)
  await tablet.signIn(a, '/doctor-login', { shared: true })
  await page.getByLabel(/^New PIN/).fill('123456')
  await page.getByLabel(/^PIN once more/).fill('123456')
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  await expect(page.getByText('Too easy to guess')).toBeVisible()
  await page.getByLabel(/^New PIN/).fill(PIN)
  await page.getByLabel(/^PIN once more/).fill(PIN)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  await tablet.settled()
  await tablet.workerReady()
  // a second tab gets the key from the first, and locks with it
  const second = await tablet.newTab()
  await second.goto(server.at('greenwich', `/patient/${patient!.id}?tab=notes`))
  await expect(second.getByRole('heading', { name: patient!.name })).toBeVisible()

  await tablet.cut('network off')
  await page.goto(server.at('greenwich', `/patient/${patient!.id}?tab=notes`))
  await page.getByRole('textbox', { name: 'Note' }).fill(NOTE)
  await page.getByRole('button', { name: 'Save on this device' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(NOTE)
  await page.evaluate(() => localStorage.setItem('badge', '7'))
  await lockNow(page)
  for (const tab of [page, second])
    await expect(tab.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  await expect(page.getByText('1 change has not been sent. Unlock to send it.')).toBeVisible()
  // the number of new notifications is private to the person
  const badge = () => page.evaluate(() => localStorage.getItem('badge'))
  await expect.poll(badge).toBe('none')
  await second.close()

  // locked: neither the page nor the browser's storage names a patient
  const names = (
    await server.sql<{ name: string }>(
      `select t.name from patient t join clinic c on c.id = any (t.clinic_ids) where c.slug = 'greenwich' order by t.id limit 20`,
    )
  ).map(({ name }) => name)
  const planted = [NOTE, patient!.name, ...names]
  const here = await page.evaluate(everythingHere)
  expect(here.length).toBeGreaterThan(100_000)
  expect(planted.filter((word) => here.includes(word))).toEqual([])
  expect(await foundIn(tablet.profile, planted)).toEqual([])

  // a reload stays locked; the PIN opens it offline
  await page.reload()
  await page.getByLabel('PIN', { exact: true }).fill('111112')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('That is not the PIN. 4 tries are left.')).toBeVisible()
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(NOTE)
  // changing the language draws the page again and keeps the key, with no other tab to provide it
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await expect(page.getByRole('list', { name: 'Notizen' })).toContainText(NOTE)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(NOTE)
  await lockNow(page)

  // the next person's shift
  await tablet.mend('network off')
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await page.waitForURL('**/doctor-login')
  await tablet.signIn('clinic.greenwich@demo.bedside.test', '/login', { shared: true })
  await page.getByRole('button', { name: 'Not now' }).click()
  await tablet.settled()
  expect(await notes()).not.toContain(NOTE)
  await page.evaluate(() => localStorage.setItem('badge', '7'))
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await expect.poll(badge).toBe('none')

  // the next morning the password decrypts the waiting changes, and they are sent
  await tablet.signIn(a, '/doctor-login', { shared: true })
  await tablet.settled()
  expect((await notes()).filter((text) => text === NOTE)).toHaveLength(1)

  // after five wrong PINs the key is gone, and with it the session and all that the key had encrypted
  await lockNow(page)
  for (let i = 0; i < 5; i++) {
    await page.getByLabel('PIN', { exact: true }).fill('111112')
    await page.getByRole('button', { name: 'Unlock' }).click()
    if (i < 4)
      await expect(page.getByText(/That is not the PIN/)).toContainText(
        i < 3 ? `${4 - i} tries are left` : '1 try is left',
      )
  }
  await page.waitForURL('**/doctor-login**')
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(databases).not.toContain(`bedside-${patient!.doctor}`)
})

/** Runs in the page: records the number on the app's icon, which no test can see. */
function recordBadge() {
  navigator.setAppBadge = async (count) => localStorage.setItem('badge', String(count))
  navigator.clearAppBadge = async () => localStorage.setItem('badge', 'none')
}
