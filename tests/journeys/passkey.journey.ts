import type { CDPSession } from '@playwright/test'
import type { Device } from './support/device.ts'
import { expect, test } from './support/journey.ts'

const DESK = 'clinic.greenwich@demo.bedside.test'
const PASSWORD = 'Demo!2026'

/** The browser's virtual authenticator, like a phone's or a laptop's: it verifies its owner, or fails to. */
async function authenticator({ page }: Device) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets whether the authenticator verifies its owner. */
    verify: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

async function byPassword({ page, goto }: Device, shared = false) {
  await goto('/login')
  await page.getByLabel(/Email or phone/).fill(DESK)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel(/Others use this device too/).setChecked(shared)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
async function signOut({ page }: Device) {
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

test('a passkey: created in the profile, signs in without password and code, sufficient where a second factor is required, removed', async ({
  server,
  device,
}) => {
  const own = await device('greenwich')
  const { page } = own
  const { verify, keys } = await authenticator(own)
  const door = page.getByRole('button', { name: 'Sign in with a passkey' })
  const card = page.locator('.card', { hasText: 'Passkeys' }).last()
  await byPassword(own)
  await page.waitForURL('**/appointment**')
  await own.settled()

  // a person who is not verified, or who closes the browser's dialog, stays on the page: no error, nothing stored
  await own.goto('/profile?tab=security')
  await expect(card.getByText('You have no passkey yet.')).toBeVisible()
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('Enter a name, such as “Phone”.').last()).toBeVisible()
  await card.getByLabel(/Name of the passkey/).fill('Laptop')
  await card.getByLabel(/Your password/).fill('wrong')
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('The password is not right.')).toBeVisible()
  await verify(false)
  await card.getByLabel(/Your password/).fill(PASSWORD)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await expect(card.getByRole('alert')).toHaveCount(0)
  expect(await keys()).toEqual([])
  await verify(true)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('Laptop', { exact: true })).toBeVisible()
  await expect(card.getByText('never used')).toBeVisible()
  expect((await keys()).map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ['greenwich.localhost', true],
  ])
  // an authenticator holds one passkey for each account
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await card.getByLabel(/Name of the passkey/).fill('Laptop again')
  await card.getByLabel(/Your password/).fill(PASSWORD)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('This device has a passkey of this account already.')).toBeVisible()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: /^Rename/ }).click()
  await card.getByLabel(/Name of the passkey/).fill('Work laptop')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Work laptop', { exact: true })).toBeVisible()

  // not offered on a shared device, and the page says why
  await verify(false)
  await signOut(own)
  await page.getByLabel(/Others use this device too/).check()
  await expect(door).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('your data there is encrypted with your password')).toBeVisible()
  await page.getByLabel(/Others use this device too/).uncheck()
  await verify(true)
  await door.click()
  await page.waitForURL('**/appointment**')
  await own.settled()

  // the clinic requires a second factor: a passkey counts as one, a password alone does not
  await server.sql(`update clinic set factor_required = true where slug = 'greenwich'`)
  await verify(false)
  await signOut(own)
  await byPassword(own)
  await expect(page.getByText('you only have a passkey')).toBeVisible()
  await verify(true)
  await door.click()
  await page.waitForURL('**/appointment**')
  await own.goto('/profile?tab=security')
  await expect(card.getByRole('button', { name: /^Remove/ })).toHaveAttribute('aria-disabled', 'true')
  await expect(card.locator('.note', { hasText: 'The last one stays' })).toBeVisible()
  await server.sql(`update clinic set factor_required = false where slug = 'greenwich'`)
  await page.reload()
  await card.getByRole('button', { name: /^Remove/ }).click()
  await card.getByLabel(/Your password/).fill(PASSWORD)
  await card.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(card.getByText('You have no passkey yet.')).toBeVisible()

  // the passkey that the authenticator still has is refused
  await verify(false)
  await signOut(own)
  await page.getByLabel(/Others use this device too/).uncheck()
  await verify(true)
  await door.click()
  await expect(page.getByText('This passkey does not open an account here.')).toBeVisible()
  expect(await server.sql('select from passkey')).toEqual([])
})

test('a passkey instead of an authenticator app where a second factor is required, while encrypted data on a device needs the password', async ({
  server,
  device,
}) => {
  await server.sql(`update clinic set factor_required = true where slug = 'greenwich'`)
  const own = await device('greenwich')
  const { page } = own
  const { verify } = await authenticator(own)
  const door = page.getByRole('button', { name: 'Sign in with a passkey' })
  const openSessions = async () =>
    (
      await server.sql(
        `select s.id from session s join person p on p.id = s.person_id
          where p.email = $1 and s.token_hash is not null and s.ended_at is null`,
        [DESK],
      )
    ).length
  const before = await openSessions()
  await byPassword(own)
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.getByLabel(/Name of the passkey/).fill('Laptop')
  await page.getByLabel(/Your password/).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/appointment**')
  await own.settled()
  await server.sql(`update clinic set factor_required = false where slug = 'greenwich'`)

  await verify(false)
  await signOut(own)
  await byPassword(own, true)
  await page.getByRole('button', { name: 'Not now' }).click()
  await own.settled()
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByText('Others use this device too. Make one on a device of your own.')).toBeVisible()
  await signOut(own)
  await page.getByLabel(/Others use this device too/).uncheck()
  await verify(true)
  await door.click()
  await expect(page.getByText('Your data on this device is encrypted with your password.')).toBeVisible()
  await expect.poll(openSessions).toBe(before)
  // the owner types a password; the virtual authenticator must not answer by itself here, since its session would stay
  // open
  await verify(false)
  await byPassword(own)
  await page.waitForURL('**/appointment**')
  await own.settled()
  const open = await openSessions()

  // by the names that the browser offers, of which its virtual authenticator chooses the first by itself
  await signOut(own)
  const shared = page.getByLabel(/Others use this device too/)
  await shared.check()
  await verify(true)
  await shared.uncheck()
  await page.waitForURL('**/appointment**')
  await own.settled()
  await expect.poll(openSessions).toBe(open)
  await server.sql('delete from passkey')
})
