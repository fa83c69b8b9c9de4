import { DEMO_PASSWORD } from '../../server/app/demo/sign-ins.ts'
import { startSmtp, wordsOf } from '../support/smtp.ts'
import { digitsOf } from '../api/account-attempts.ts'
import { openPart } from './support/clinic-form.ts'
import { expect, test } from './support/journey.ts'

const NEW_PASSWORD = 'Kranich-am-See-8'
const DESK = 'clinic.ozel@demo.bedside.test'

test('in a private clinic the desk creates a code, and a patient recovers the account with it without any mail (rule 48)', async ({
  server,
  device,
}) => {
  const [patient] = await server.sql<{ id: string; name: string; email: string }>(
    `select p.id::text, p.name, p.email from person p join clinic c on c.slug = 'ozel' and p.realm = c.id
      where p.type = 'patient' and p.password_hash is not null and p.email = 'patient.ozel@demo.bedside.test'`,
  )
  await server.sql(`update person set lang = 'en' where email like '%.ozel@demo.bedside.test'`)
  const desk = await device('ozel')
  await desk.signIn(DESK, '/login')
  await desk.settled()
  await desk.goto(`/patient/${patient!.id}`)
  await desk.page
    .getByRole('button', { name: /More|Actions/ })
    .first()
    .click()
  await desk.page.getByRole('menuitem', { name: 'Recover access' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make a code' }).click()
  await expect(dialog.getByText('Enter your password.')).toBeVisible()
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
  await expect(page.getByText(/Enter the code, such as/)).toBeVisible()
  await page.getByLabel(/Email or phone/).fill(patient!.email)
  await page.getByLabel(/^Code/).fill(code.trim().toLowerCase())
  await page.getByLabel(/^New password \(/).fill(NEW_PASSWORD)
  await page.getByLabel(/^Repeat password/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel(/Email or phone/).fill(patient!.email)
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await page.getByLabel(/Others use this device too/).uncheck()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/appointment**')
})

test('27 A1: a private clinic sets up its own mail, and a user with a second factor recovers with its link and a code of the app', async ({
  server,
  device,
}) => {
  const smtp = await startSmtp()
  const [before] = await server.sql<{ id: string; hash: string }>(
    'select id::text, password_hash as hash from person where email = $1',
    [DESK],
  )
  await server.sql(`update person set lang = 'en' where email = $1`, [DESK])
  const desk = await device('ozel')
  const { page } = desk
  await desk.signIn(DESK, '/login')
  await desk.settled()

  // sets up the second factor in the profile
  await desk.goto('/profile')
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.getByLabel(/^Your password/).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.locator('.factor-secret').innerText()).replaceAll(' ', '')
  await page.getByLabel(/The six digits/).fill(digitsOf(secret))
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await desk.goto('/profile?tab=clinic')
  await openPart(page, 'Own mail server')
  await expect(page.getByText('No links for a password are sent')).toBeVisible()
  await page.getByRole('button', { name: 'Set up mail server' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send a test to me and save' }).click()
  await expect(dialog.getByLabel(/Host of the mail server/)).toBeFocused()
  await dialog.getByLabel(/Host of the mail server/).fill('127.0.0.1')
  await dialog.getByLabel(/^Port/).fill('9')
  await dialog.getByLabel(/Sender address/).fill('ozel@demo.bedside.test')
  await dialog.getByLabel(/Your own password/).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Send a test to me and save' }).click()
  await expect(dialog.getByText(/did not take a test for you/)).toBeVisible()
  await dialog.getByLabel(/^Port/).fill(String(smtp.port))
  await dialog.getByLabel(/^Port/).press('Enter')
  await expect(page.getByText('Links go out from ozel@demo.bedside.test')).toBeVisible()
  expect(smtp.letters.map(({ to }) => to)).toEqual([DESK])
  await expect(page.getByRole('button', { name: 'Change mail server' })).toBeVisible()

  const other = await device('ozel', { width: 390, height: 844 })
  await other.goto('/forget')
  await other.page.getByLabel(/Email or phone/).fill(DESK)
  await other.page.getByRole('button', { name: 'Send the link' }).click()
  await expect(other.page.getByText(/you get a link only if the clinic has its own mail server/)).toBeVisible()
  await expect.poll(() => smtp.letters.length, { timeout: 30_000 }).toBe(2)
  const path = /\/reset#[\w-]+/.exec(wordsOf(smtp.letters[1]!.raw))![0]
  await other.goto(path)
  await other.page.getByLabel(/^New password \(/).fill(NEW_PASSWORD)
  await other.page.getByLabel(/^Repeat password/).fill(NEW_PASSWORD)
  await other.page.getByRole('button', { name: 'Set the password' }).click()
  const code = other.page.getByLabel(/Code of your authenticator app/)
  await expect(code).toBeFocused()
  await code.fill('000000')
  await other.page.getByRole('button', { name: 'Set the password' }).click()
  await expect(other.page.getByText(/The code is not right/)).toBeVisible()
  // a code works only once, and the next one is half a minute away: let this one work again
  await server.sql('update second_factor set last_step = 0')
  await code.fill(digitsOf(secret))
  await other.page.getByRole('button', { name: 'Set the password' }).click()
  await expect(other.page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  // later journeys use the same account
  await server.sql('delete from second_factor where person_id = $1', [before!.id])
  await server.sql('delete from clinic_mail')
  await server.sql('update person set password_hash = $2 where id = $1', [before!.id, before!.hash])
  await smtp.stop()
})
