import { DEMO_PASSWORD } from '../../server/app/demo/sign-ins.ts'
import { CUTS, expect, test } from './support/journey.ts'
import { visitRow, waitingVisits, writeNote } from './support/visits.ts'

for (const cut of CUTS) {
  test(`signed out midway, ${cut}: the queue is kept, hidden from others, and sent only after the same person signs in (I2, I11)`, async ({
    server,
    device,
  }) => {
    const [visit] = (await waitingVisits(server, 'doctor.greenwich', 'later')).slice(cut === 'network off' ? 0 : 1)
    const doctor = await device('greenwich')
    await doctor.signIn('doctor.greenwich@demo.bedside.test', '/doctor-login')
    await doctor.settled()
    await doctor.workerReady()
    await doctor.goto(`/appointment/${visit!.id}`)
    await expect(doctor.page.locator('.visit-when')).toBeVisible()
    await doctor.cut(cut)
    await writeNote(doctor.page, `Kept through the sign-out, ${cut}`)
    await server.sql(
      `update session set ended_at = now(), token_hash = null where person_id = (select id from person where email = 'doctor.greenwich@demo.bedside.test')`,
    )
    await doctor.mend(cut)
    await doctor.page.waitForURL('**/doctor-login**', { timeout: 60_000 })
    expect((await visitRow(server, visit!.id))!.note).not.toBe(`Kept through the sign-out, ${cut}`)

    await doctor.signIn('clinic.greenwich@demo.bedside.test', '/login')
    await doctor.settled()
    await doctor.goto('/sync?tab=waiting')
    await expect(doctor.page.getByText('Nothing waits: every change has reached the server.')).toBeVisible()
    expect((await visitRow(server, visit!.id))!.note).not.toBe(`Kept through the sign-out, ${cut}`)
    await doctor.page.getByRole('button', { name: /profile menu/ }).click()
    await doctor.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await doctor.page.waitForURL('**/login**')

    await doctor.signIn('doctor.greenwich@demo.bedside.test', '/doctor-login')
    await doctor.settled()
    expect(await visitRow(server, visit!.id)).toMatchObject({ note: `Kept through the sign-out, ${cut}` })
  })
}

test('wrong credentials are refused without a hint; the form keeps its text; the sixth attempt has to wait', async ({
  device,
}) => {
  const { page, goto } = await device('greenwich')
  await goto('/patient-login')
  await page.getByLabel(/Email or phone/).fill('patient.greenwich@demo.bedside.test')
  for (let i = 0; i < 5; i++) {
    await page.getByLabel('Password', { exact: false }).first().fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Your email, phone or password is not right')
  }
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Too many tries')
  await expect(page.getByLabel(/Email or phone/)).toHaveValue('patient.greenwich@demo.bedside.test')
})

test('guards: without a token to the last login page and back; a wrong role is told; a signed-in person leaves the login page (SPEC §6)', async ({
  device,
}) => {
  const patient = await device('kuzguncuk')
  await patient.goto('/wallet')
  await patient.page.waitForURL('**/login?back=**')
  await patient.signIn('patient.kuzguncuk@demo.bedside.test', '/patient-login')
  await patient.goto('/doctor')
  await expect(patient.page.getByText('You do not have access to this page.')).toBeVisible()
  await patient.goto('/patient-register')
  await patient.page.waitForURL('**/appointment**')
  await patient.goto('/no-such-page')
  await expect(patient.page.getByRole('heading', { name: 'Ooops!' })).toBeVisible()
})

test('30.3: after an ended session the requested address is reached, also through nested login pages; another site never', async ({
  server,
  device,
}) => {
  const patient = await device('kuzguncuk')
  const { page } = patient
  await patient.signIn('patient.kuzguncuk@demo.bedside.test', '/patient-login')
  await patient.settled()
  await server.sql(
    `update session set ended_at = now(), token_hash = null where person_id = (select id from person where email = 'patient.kuzguncuk@demo.bedside.test')`,
  )
  await patient.goto('/wallet?page=2')
  await page.waitForURL('**/patient-login?back=**')
  const around = (path: string, door: string) => `${door}?${new URLSearchParams({ back: path })}`
  const sought = new URL(page.url()).searchParams.get('back')!
  expect(sought).toBe('/wallet?page=2')
  await patient.goto(around(around(sought, '/login'), '/patient-login'))
  await page.locator('input[autocomplete^="username"]').fill('patient.kuzguncuk@demo.bedside.test')
  await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
  await page.locator('input[type="checkbox"]').uncheck()
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/wallet?page=2')
  // a signed-in person is redirected to the same address
  await patient.goto(around('/profile', '/login'))
  await page.waitForURL('**/profile')
  await patient.goto(around('//evil.example/x', '/login'))
  await page.waitForURL('**/appointment**')
})

test('an unknown host shows /error; the platform’s own host has no clinic (rule 105)', async ({ device }) => {
  const stranger = await device('nowhere')
  await stranger.goto('/login')
  await expect(stranger.page.getByRole('heading', { name: 'This clinic does not exist' })).toBeVisible()
  const platform = await device(null)
  await platform.goto('/login')
  await expect(platform.page.locator('.sign-in-name')).toHaveText('Bedside')
})

test('language: tr by default, an unknown user-lang falls back to tr, a switch is kept (SPEC §9)', async ({
  device,
}) => {
  const visitor = await device('kuzguncuk')
  const { page } = visitor
  const host = new URL((await visitor.goto('/patient-login'))!.url()).origin
  const context = page.context()
  await context.addCookies([{ name: 'user-lang', value: 'xx', url: host }])
  await visitor.goto('/patient-login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  await expect(page.locator('button[type="submit"]')).toHaveText('Giriş yap')
  await context.clearCookies()
  await visitor.goto('/patient-login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  await page.getByRole('combobox', { name: 'Dil' }).selectOption('Deutsch')
  await expect(page.locator('button[type="submit"]')).toHaveText('Anmelden')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('button[type="submit"]')).toHaveText('Anmelden')
})
