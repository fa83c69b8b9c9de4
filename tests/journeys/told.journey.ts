import { expect, test } from './support/journey.ts'

test('35 10: a session ended elsewhere clears the names from its screen within two seconds, not with the next pull', async ({
  device,
}) => {
  const person = ['doctor.greenwich@demo.bedside.test', '/doctor-login'] as const
  const [own, left] = [await device('greenwich'), await device('greenwich', { width: 390, height: 844 })]
  for (const each of [own, left]) {
    await each.signIn(...person)
    await each.settled()
  }
  await own.goto('/profile?tab=security')
  // "Sign out there" for the only other device, or "Sign out everywhere else" if earlier journeys have left some signed
  // in
  await own.page
    .getByRole('button', { name: /^Sign out/ })
    .last()
    .click()
  await own.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(own.page.getByText('Signed out there.')).toBeVisible()
  await expect(left.page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible({ timeout: 5000 })
})
