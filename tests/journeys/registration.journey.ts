import type { Page } from '@playwright/test'
import type { Device } from './support/device.ts'
import type { TestServer } from './support/server.ts'
import { expect, test } from './support/journey.ts'

const PASSWORD = 'Pelikan-im-Hof-7'

async function confirmLink(server: TestServer, page: Page, recipient: string): Promise<string> {
  const letter = page.locator('article').filter({ hasText: recipient }).filter({ hasText: '/confirm#' }).first()
  await expect
    .poll(
      async () => {
        await page.goto(server.at(null, '/dev/outbox'))
        return letter.count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  return (await letter.locator('a').getAttribute('href'))!
}

test('on a private clinic’s host a registration waits, and its desk decides who it is (docs/decisions/0067)', async ({
  server,
  device,
}) => {
  const [known] = await server.sql<{ id: string; name: string; phone: string }>(
    `select t.id::text, t.name, t.phone from patient t join person p using (id) join clinic c on c.id = t.clinic_id
      where c.slug = 'ozel' and p.password_hash is null and t.phone like '+90%' and t.hidden_at is null order by t.id limit 1`,
  )
  const patient = await device('ozel')
  const { page } = patient
  await patient.goto('/patient-register')
  await expect(page.getByText('and the clinic activates your account')).toBeVisible()
  await page.getByLabel(/First and last name/).fill('Wren Ashdown')
  await page.getByLabel(/^Email/).fill('wren.ozel@post.example')
  await page.getByLabel(/^Phone/).fill(known!.phone)
  await page.getByLabel(/^Birth date/).fill('17.05.1980')
  await page.getByLabel('Not a Turkish citizen').check()
  await page.getByLabel(/Passport/).fill('GB 123 456')
  await page.getByLabel(/^(New p|P)assword \(/).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByText('Then the clinic activates your account')).toBeVisible()
  // the mail's link leads to the platform, because no user of the clinic has vouched for its address (decision 0040)
  await page.context().addCookies([{ name: 'user-lang', value: 'en', url: server.at(null, '/') }])
  await page.goto(await confirmLink(server, page, 'wren.ozel@post.example'))
  await expect(page.getByText('The clinic needs to approve your registration.')).toBeVisible()

  const desk = await device('ozel')
  await desk.signIn('clinic.ozel@demo.bedside.test', '/login')
  await desk.goto('/patient-list')
  const waiting = desk.page.getByRole('listitem').filter({ hasText: 'wren.ozel@post.example' })
  await expect(waiting).toContainText('ends with 3456')
  await expect(waiting).toContainText(`Your clinic knows ${known!.name}`)
  await waiting.getByRole('button', { name: `I have seen them: it is ${known!.name}` }).click()
  await expect(desk.page.getByText('The patient can now sign in to their account')).toBeVisible()
  await expect(waiting).toHaveCount(0)

  await patient.goto('/patient-login')
  await page.getByLabel(/Email or phone/).fill('wren.ozel@post.example')
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel(/Others use this device too/).uncheck()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/appointment**')
  expect([...patient.errors, ...desk.errors]).toEqual([])
})

test('30 “Quick”: a patient registers with four inputs, and the link signs in the requesting browser and no other', async ({
  server,
  device,
}) => {
  const patient = await device('greenwich')
  await ask(patient, 'Robin Fairweather', 'robin.one@post.example', '07400 123461')
  await patient.page.goto(await confirmLink(server, patient.page, 'robin.one@post.example'))
  await patient.page.waitForURL('**/appointment**')
  await patient.settled()
  await expect(patient.page.getByRole('link', { name: 'Book an appointment' }).first()).toBeVisible()

  // opened on another device, the link activates the account and signs no one in
  const second = await device('greenwich')
  await ask(second, 'Sam Fairweather', 'sam.two@post.example', '07400 123462')
  const other = await device('greenwich')
  await other.page.goto(await confirmLink(server, other.page, 'sam.two@post.example'))
  await expect(other.page.getByText('Your account is open. You can sign in now.')).toBeVisible()

  // the clinic asks for neither birth date nor identity number: the desk sees on the patient's page that they are
  // missing
  const desk = await device('greenwich')
  await desk.signIn('clinic.greenwich@demo.bedside.test', '/login')
  await desk.settled()
  const [card] = await server.sql<{ id: string }>(`select id::text from person where email = 'robin.one@post.example'`)
  await desk.goto(`/patient/${card!.id}`)
  await expect(desk.page.getByText('Not recorded yet: birth date and identity number')).toBeVisible()
  expect([...patient.errors, ...second.errors, ...other.errors, ...desk.errors]).toEqual([])
})

/** Fills in the patients' form, which has four inputs and a checkbox. */
async function ask({ page, goto }: Device, name: string, email: string, phone: string) {
  await goto('/patient-register')
  await expect(page.getByLabel(/First and last name/)).toBeVisible()
  await expect(page.locator('main form .field')).toHaveCount(4)
  await page.getByLabel(/First and last name/).fill(name)
  await page.getByLabel(/^Email/).fill(email)
  await page.getByRole('textbox', { name: /^Phone/ }).fill(phone)
  await page.getByLabel(/^(New p|P)assword \(/).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByText('The link signs you in on this device')).toBeVisible()
}

test('a self-registered card says so, until someone has seen the document (docs/decisions/0069)', async ({
  server,
  device,
}) => {
  const [card] = await server.sql<{ id: string; name: string }>(
    `update patient set unproved = true where id = (
       select t.id from patient t join clinic c on c.id = any (t.clinic_ids)
        where c.slug = 'greenwich' and t.hidden_at is null order by t.id limit 1) returning id::text, name`,
  )
  const desk = await device('greenwich')
  await desk.signIn('clinic.greenwich@demo.bedside.test', '/login')
  await desk.settled()
  await desk.goto(`/patient/${card!.id}`)
  await expect(desk.page.getByText('Identity not checked')).toBeVisible()
  await desk.page.getByRole('button', { name: 'I have seen the paper: it is this patient' }).click()
  await expect(desk.page.getByText(`Identity checked: ${card!.name}`)).toBeVisible()
  await expect(desk.page.getByText('Identity not checked')).toHaveCount(0)
  expect(desk.errors).toEqual([])
})
