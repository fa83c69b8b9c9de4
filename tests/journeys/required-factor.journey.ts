import { Secret, TOTP } from 'otpauth'
import { openPart } from './support/clinic-form.ts'
import type { Device } from './support/device.ts'
import { expect, test } from './support/journey.ts'

const DESK = 'clinic.greenwich@demo.bedside.test'
const PASSWORD = 'Demo!2026'

/** Signs in with the password at an address that needs a session. */
async function enter({ page, goto }: Device, wanted: string, shared: boolean) {
  await goto(wanted)
  await page.getByLabel(/Email or phone/).fill(DESK)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel(/Others use this device too/).setChecked(shared)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const digits = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })

for (const shared of [false, true])
  test(`a clinic requires the second factor: a person without one is guided through setup, and then to the requested page (TRUST D3)${shared ? ', on a shared device' : ''}`, async ({
    server,
    device,
  }) => {
    const desk = await device('greenwich')
    await desk.signIn(DESK, '/login')
    await desk.goto('/profile?tab=clinic')
    await openPart(desk.page, 'Two-step sign-in')
    await desk.page.getByRole('button', { name: 'Require two-step sign-in' }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Require two-step sign-in' }).click()
    await expect(desk.page.getByText('Two-step sign-in is required', { exact: true })).toBeVisible()

    const other = await device('greenwich')
    const { page } = other
    await enter(other, '/payment', shared)
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
    if (!shared) {
      // no address leads past the set-up
      await other.goto('/patient-list')
      await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
      await other.goto('/payment')
    }
    await page.getByLabel(/Your password/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    const secret = (await page.locator('.factor-secret').innerText()).replaceAll(' ', '')
    const code = page.getByLabel(/six digits the app shows/)
    await code.fill('000000')
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
    await expect(page.getByText('The code is not right')).toBeVisible()
    await code.fill(digits(secret))
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
    await expect(page.locator('.factor-recovery li')).toHaveCount(8)
    const recovery = await page.locator('.factor-recovery li').first().innerText()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    if (shared) await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page).toHaveURL(/\/payment/)
    await expect(page.getByRole('heading', { name: 'Payments' }).first()).toBeVisible()
    await other.settled()
    // it cannot be turned off, and a recovery code works on another device
    if (!shared) {
      await other.goto('/profile?tab=security')
      const off = page.getByRole('button', { name: 'Turn off two-step sign-in' })
      await expect(off).toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByText('It stays on: two-step sign-in is required for this account.')).toBeVisible()
    }
    const third = await device('greenwich')
    await enter(third, '/appointment', false)
    await third.page.getByLabel('Code of your authenticator app').fill(recovery)
    await third.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(third.page).toHaveURL(/\/appointment/)
    await third.settled()
    await server.sql(`update clinic set factor_required = false`)
    await server.sql(`delete from second_factor`)
  })
