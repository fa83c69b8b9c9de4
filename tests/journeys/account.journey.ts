import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import type { Device } from './support/device.ts'
import type { TestServer } from './support/server.ts'
import { expect, test } from './support/journey.ts'

const PASSWORD = 'Pelikan-im-Hof-7'
const SECOND = 'Kranich-am-See-8'

/** The newest link that was sent to a recipient, from the outbox of the demo data. */
async function linkTo(server: TestServer, page: Page, recipient: string, path: string): Promise<string> {
  let link: string | null = null
  await expect
    .poll(
      async () => {
        await page.goto(server.at(null, '/dev/outbox'))
        const letter = page.locator('article').filter({ hasText: recipient }).filter({ hasText: path }).first()
        link = (await letter.count()) ? await letter.locator('a').getAttribute('href') : null
        return link
      },
      { timeout: 20_000 },
    )
    .not.toBeNull()
  return link!
}

async function signIn({ page, goto }: Device, door: string, username: string, password: string) {
  await goto(door)
  await page.getByLabel(/Email or phone/).fill(username)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(/Others use this device too/).uncheck()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
async function newPassword(page: Page, password: string) {
  await page.getByLabel(/^(New p|P)assword \(/).fill(password)
  await page.getByLabel(/^Repeat password/).fill(password)
}
/** The server's answer to this page's token: 200, or 401 once the session has ended. */
const stillIn = (page: Page) =>
  page.evaluate(async () => {
    const authorization = localStorage.getItem('user-token') ?? ''
    return (await fetch('/api/auth/type', { headers: { authorization } })).status
  })

test('a patient registers, confirms, signs in on two devices, resets the password: old sessions are dead within a second (G24)', async ({
  server,
  device,
}) => {
  const first = await device('greenwich')
  const { page } = first
  await first.goto('/signup')
  await page.getByRole('link', { name: /A patient’s account/ }).click()
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByLabel(/First and last name/)).toBeFocused()
  await expect(page.getByText('Without your consent no account can be opened.')).toBeVisible()
  await page.getByLabel(/First and last name/).fill('Wren Ashdown')
  await page.getByLabel(/^Email/).fill('wren.ashdown@post.example')
  await page.getByLabel(/^Phone/).fill('07400 123456')
  // a reload clears only the secret fields
  await page.reload()
  await expect(page.getByLabel(/First and last name/)).toHaveValue('Wren Ashdown')
  const password = page.getByLabel(/^Password \(/)
  await expect(password).toHaveValue('')
  await password.fill('clinic123')
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByText(/tried first/).first()).toBeVisible()
  await password.fill(PASSWORD)
  await expect(page.getByText('Strong.')).toBeVisible()
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  await signIn(first, '/patient-login', 'wren.ashdown@post.example', PASSWORD)
  await expect(page.getByRole('alert')).toContainText('open the link in the email')
  await page.goto(await linkTo(server, page, 'wren.ashdown@post.example', '/confirm#'))
  // the browser that made the request kept proof of it: there the link signs in (decision 0132)
  await page.waitForURL('**/appointment**')
  expect(page.url()).not.toContain('#')

  const second = await device('greenwich')
  await signIn(second, '/patient-login', 'wren.ashdown@post.example', PASSWORD)
  await second.page.waitForURL('**/appointment**')
  const third = await device('greenwich')
  await third.goto('/patient-forget')
  await third.page.getByLabel(/Email or phone/).fill('Wren.Ashdown@post.example')
  await third.page.getByRole('button', { name: 'Send the link' }).click()
  await expect(third.page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const link = await linkTo(server, third.page, 'wren.ashdown@post.example', '/reset#')
  await third.page.goto(link)
  await newPassword(third.page, SECOND)
  expect([await stillIn(first.page), await stillIn(second.page)]).toEqual([200, 200])
  await third.page.getByRole('button', { name: 'Set the password' }).click()
  await expect(third.page.getByText('Your new password is set')).toBeVisible()
  expect([await stillIn(first.page), await stillIn(second.page)]).toEqual([401, 401])
  // the sessions' sockets are closed too, so the pages notice and return to the sign-in page
  await Promise.all([first, second].map((each) => each.page.waitForURL('**/patient-login**', { timeout: 60_000 })))
  await third.page.goto(link)
  await newPassword(third.page, PASSWORD)
  await third.page.getByRole('button', { name: 'Set the password' }).click()
  await expect(third.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await signIn(third, '/patient-login', 'wren.ashdown@post.example', PASSWORD)
  await expect(third.page.getByRole('alert')).toContainText('Your email, phone or password is not right')
  await signIn(third, '/patient-login', 'wren.ashdown@post.example', SECOND)
  await third.page.waitForURL('**/appointment**')
})

test('with a second factor sign-in asks for the phone’s code', async ({ device }) => {
  const doctor = await device('greenwich')
  const { page } = doctor
  await doctor.signIn('doctor.greenwich@demo.bedside.test', '/doctor-login')
  const secret = await page.evaluate(async () => {
    const authorization = localStorage.getItem('user-token') ?? ''
    const ask = async (path: string, body: object) =>
      (await fetch(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.json())) as { secret: string }
    return (await ask('/api/auth/totp/start', { password: 'Demo!2026' })).secret
  })
  const digits = (step: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })
  const turn = (path: string, body: object) =>
    page.evaluate(
      async ([to, what]) => {
        const authorization = localStorage.getItem('user-token') ?? ''
        const headers = { authorization, 'content-type': 'application/json' }
        return (await fetch(to, { method: 'POST', headers, body: what })).status
      },
      [path, JSON.stringify(body)] as const,
    )
  expect(await turn('/api/auth/totp/confirm', { code: digits(-1) })).toBe(200)
  const other = await device('greenwich')
  await signIn(other, '/doctor-login', 'doctor.greenwich@demo.bedside.test', 'Demo!2026')
  const code = other.page.getByLabel('Code of your authenticator app')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.page.getByRole('alert')).toContainText('The code is not right')
  await code.fill(digits(0))
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.page.waitForURL('**/appointment**')
  expect(await turn('/api/auth/totp/off', { password: 'Demo!2026' })).toBe(200)
})

test('a password reset has the same reply for any name; terms and policy are open to everyone', async ({ device }) => {
  const visitor = await device(null)
  const words: string[] = []
  for (const name of ['superadmin@demo.bedside.test', 'nobody@demo.bedside.test']) {
    await visitor.goto('/forget')
    await visitor.page.getByLabel(/Email or phone/).fill(name)
    await visitor.page.getByRole('button', { name: 'Send the link' }).click()
    await expect(visitor.page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    words.push(await visitor.page.locator('main').innerText())
  }
  expect(words[0]).toBe(words[1])
  for (const [path, heading] of [
    ['/legal/terms', 'Terms of use'],
    ['/legal/policy', 'Data policy'],
  ] as const) {
    await visitor.goto(path)
    await expect(visitor.page.getByRole('heading', { name: heading })).toBeVisible()
  }
})
