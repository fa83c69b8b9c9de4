import { expect, test } from './support/journey.ts'

test('templates: edited with tags, offline too, sent as a test, restored; undelivered messages are sent again', async ({
  server,
  signedIn,
}) => {
  const admin = await signedIn(null, 'superadmin@demo.bedside.test', '/login')
  const { page } = admin
  await admin.workerReady()
  const written = async () =>
    (await server.sql<{ en: { subject: string } | null }>(`select en from email where template = 'visit_reminder'`))[0]!
      .en

  await admin.goto('/email?template=visit_reminder')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('See you soon: ')
  await page.getByRole('button', { name: '{when} date and time' }).click()
  await expect(subject).toHaveValue('See you soon: {when}')
  await expect(page.getByRole('heading', { name: 'See you soon: 04.12.2026 14:20' })).toBeVisible()
  // the form reports an unknown tag at once, and saves nothing
  const sms = page.getByRole('textbox', { name: 'SMS' })
  await sms.fill('{house} {diagnosis} {when} {link}')
  await expect(page.getByText('This template has no {diagnosis}. Use the tags below.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect(await written()).toBeNull()
  await sms.fill('{house}: {when} {link}')
  await expect(page.getByText(/1 SMS \(GSM-7\)/)).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText('The test is on its way to superadmin@demo.bedside.test')).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save on this device' }).click()
  await expect(page.getByText('Saved on this device').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('See you soon: {when}')
  await page.context().setOffline(false)
  await admin.settled()
  expect(await written()).toMatchObject({ subject: 'See you soon: {when}' })

  await page.getByRole('button', { name: 'Restore default text' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.poll(written, { timeout: 15_000 }).toBeNull()
  await admin.goto('/dev/outbox')
  await expect(page.getByRole('heading', { name: 'See you soon: 04.12.2026 14:20' })).toBeVisible()

  const dead = `select count(*)::int as n from message where state = 'dead' and given_up_at is null`
  const before = (await server.sql<{ n: number }>(dead))[0]!.n
  expect(before).toBeGreaterThan(1)
  await admin.goto('/email?tab=undelivered')
  const more = page.getByRole('button', { name: /^More actions for/ })
  await expect(more.first()).toBeVisible()
  const shown = await more.count()
  await page.getByRole('button', { name: 'Send again' }).first().click()
  await expect.poll(async () => (await server.sql<{ n: number }>(dead))[0]!.n).toBe(before - 1)
  // wait until the row has left the screen: a menu opened on it would close with it
  await expect(more).toHaveCount(shown - 1)
  await more.first().click()
  await page.getByRole('menuitem', { name: 'Stop sending' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sending' }).click()
  await expect.poll(async () => (await server.sql<{ n: number }>(dead))[0]!.n).toBe(before - 2)
})
