import { DEMO_PASSWORD } from '../../server/app/demo/sign-ins.ts'
import { expect, test } from './support/journey.ts'

const NEW_PASSWORD = 'Kranich-am-See-8'

test('in a private clinic the desk makes a code, and a patient comes back with it without any mail (rule 48)', async ({
  house,
  device,
}) => {
  const [patient] = await house.sql<{ id: string; name: string; email: string }>(
    `select p.id::text, p.name, p.email from person p join clinic c on c.slug = 'ozel' and p.realm = c.id
      where p.type = 'patient' and p.password_hash is not null and p.email = 'patient.ozel@demo.bedside.test'`,
  )
  await house.sql(`update person set lang = 'en' where email like '%.ozel@demo.bedside.test'`)
  const desk = await device('ozel')
  await desk.signIn('clinic.ozel@demo.bedside.test', '/login')
  await desk.settled()
  await desk.goto(`/patient/${patient!.id}`)
  await desk.page
    .getByRole('button', { name: /More|Actions/ })
    .first()
    .click()
  await desk.page.getByRole('menuitem', { name: 'Recover access' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make a code' }).click()
  await expect(dialog.getByText('Please enter your password.')).toBeVisible()
  await dialog.getByLabel(/Your own password/).fill('guessed')
  await dialog.getByRole('button', { name: 'Make a code' }).click()
  await expect(dialog.getByText('The password is not right.')).toBeVisible()
  await dialog.getByLabel(/Your own password/).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Make a code' }).click()
  const code = await dialog.getByRole('status').innerText()
  expect(code.trim()).toMatch(/^([A-Z2-9]{4}-){4}[A-Z2-9]{4}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()

  const phone = await device('ozel', { width: 390, height: 844 })
  const { page } = phone
  await phone.goto('/patient-login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('link', { name: 'Enter a code' }).click()
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText(/Please enter the code, such as/)).toBeVisible()
  await page.getByLabel(/E-mail or phone/).fill(patient!.email)
  await page.getByLabel(/^Code/).fill(code.trim().toLowerCase())
  await page.getByLabel(/^New password \(/).fill(NEW_PASSWORD)
  await page.getByLabel(/once more/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel(/E-mail or phone/).fill(patient!.email)
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await page.getByLabel(/Others use this device too/).uncheck()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/appointment**')
})
