import { expect, test } from './support/journey.ts'

test('the superadmin adds an admin, changes a setting after reviewing the difference, and finds both in the log (SCREENS B25, B26, rule 57)', async ({
  server,
  device,
}) => {
  const admin = await device(null)
  const { page } = admin
  await admin.signIn('superadmin@demo.bedside.test', '/login')
  await admin.goto('/user')
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'New user' })
  await form.getByRole('button', { name: 'Add and invite' }).click()
  await expect(form.getByLabel(/^Name/)).toBeFocused()
  await form.getByLabel(/^Name/).fill('Yasemin Aksoy')
  await form.getByLabel(/^Email/).fill('yasemin.aksoy@demo.bedside.test')
  await form.getByRole('textbox', { name: /^Phone/ }).fill('+90 530 555 77 01')
  await form.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByText('Yasemin Aksoy is added')).toBeVisible()
  await page.getByRole('searchbox').fill('yasemin ak')
  const row = page.getByRole('row', { name: /Yasemin Aksoy/ })
  await expect(row).toContainText('never signed in')
  expect(
    await server.sql(`select template from message where recipient = 'yasemin.aksoy@demo.bedside.test'`),
  ).toHaveLength(1)

  await admin.goto('/setting')
  await page.getByLabel('How far ahead patients book').fill('45')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const question = page.getByRole('dialog', { name: 'Save these changes?' })
  await expect(question.getByRole('row', { name: /How far ahead/ })).toContainText(/90.*45/)
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await admin.goto('/audit')
  const log = page.getByRole('list', { name: 'What was done' })
  await expect(log.getByText('horizonDays')).toBeVisible()
  await expect(log.getByText('Person: Yasemin Aksoy')).toBeVisible()
  await page.getByLabel('What was done').first().selectOption({ label: 'Settings changed' })
  await expect(log.getByText('Person: Yasemin Aksoy')).toHaveCount(0)
  await expect(log.getByText('horizonDays')).toBeVisible()
  await server.sql(`update setting set data = data - 'horizonDays' where id = 'setting'`)
})

test('a language chosen in the profile applies at once and on the person’s other device within a pull; so does a new name (SPEC §6)', async ({
  device,
}) => {
  const desk = await device('greenwich')
  const phone = await device('greenwich', { width: 390, height: 844 })
  for (const each of [desk, phone]) {
    await each.signIn('doctor.greenwich@demo.bedside.test', '/doctor-login')
    await each.settled()
  }
  await phone.goto('/profile')
  await expect(phone.page.getByRole('tab', { name: 'Personal' })).toBeVisible()

  await desk.goto('/profile')
  await desk.page.getByLabel('Office phone').fill('020 7946 0000')
  await desk.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(phone.page.getByLabel('Office phone')).toHaveValue('020 7946 0000', { timeout: 30_000 })

  await desk.page.getByLabel(/Language of the app/).selectOption({ label: 'Deutsch' })
  await expect(desk.page.getByRole('tab', { name: 'Persönliches' })).toBeVisible()
  await expect(phone.page.getByRole('tab', { name: 'Persönliches' })).toBeVisible({ timeout: 30_000 })
  await desk.page.getByLabel(/Sprache der App/).selectOption({ label: 'English' })
  await expect(phone.page.getByRole('tab', { name: 'Personal' })).toBeVisible({ timeout: 30_000 })
})

test('a profile change made offline waits and arrives; wiping the device asks about unsent changes and leaves nothing (SCREENS B2, D18)', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('greenwich', 'patient.greenwich@demo.bedside.test', '/patient-login')
  const { page } = desk
  await desk.workerReady()
  await desk.goto('/profile?tab=medical')
  await expect(page.getByRole('group', { name: 'Allergies' })).toBeVisible()
  await desk.cut('network off')
  await page.getByLabel('I have allergies').check()
  await page.getByLabel('Which allergies').fill('Hazelnuts')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect(page.getByText('Saved on this device').first()).toBeVisible()
  // a patient's profile has seven tabs: the last ones are in the menu
  await page.getByRole('button', { name: 'More: Profile' }).click()
  await page.getByRole('menuitem', { name: 'This device' }).click()
  await page.getByRole('button', { name: 'Remove my data from this device' }).click()
  await expect(page.getByRole('dialog')).toContainText('has not been sent')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await desk.mend('network off')
  await expect
    .poll(
      async () =>
        (
          await server.sql<{ allergies: string }>(
            `select allergies from patient where email = 'patient.greenwich@demo.bedside.test'`,
          )
        )[0]?.allergies,
      { timeout: 60_000 },
    )
    .toBe('Hazelnuts')

  await page.getByRole('button', { name: 'Remove my data from this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove my data from this device' }).click()
  await page.waitForURL('**/patient-login**')
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContainEqual(expect.stringMatching(/^bedside-[0-9a-f]{8}-/))
})
