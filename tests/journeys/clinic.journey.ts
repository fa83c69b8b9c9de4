import type { Page } from '@playwright/test'
import { openPart } from './support/clinic-form.ts'
import { expect, test } from './support/journey.ts'
import { onDisk } from './support/on-disk.ts'

/** The ids that this device holds of a table. */
const held = (page: Page, table: string) =>
  onDisk(
    page,
    ({ db, done }, store) => done(db.transaction(store).objectStore(store).getAllKeys()) as Promise<string[]>, // ids are texts
    table,
  )

test('an admin creates a clinic; its host has its name and colour; its first user signs in with the mail’s link (SPEC §3, SCREENS B4)', async ({
  server,
  device,
  signedIn,
}) => {
  const admin = await signedIn(null, 'superadmin@demo.bedside.test', '/login')
  await admin.goto('/clinic')
  const { page } = admin
  await expect(page.getByRole('link', { name: 'Kuzguncuk Tıp Merkezi' })).toBeVisible()
  await page.getByRole('link', { name: 'New clinic' }).click()
  await page.getByRole('button', { name: 'Create clinic' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Name of the clinic').fill('Deniz Tıp Merkezi')
  await expect(page.getByLabel('Short name in addresses')).toHaveValue('deniz-tip-merkezi')
  await page.getByLabel('Panel address').fill('https://Deniz.localhost/')
  await page.getByLabel(/^Colour/).fill('#ffe000')
  await expect(page.getByText('White letters could hardly be read on it')).toBeVisible()
  await page.getByLabel('Pick from the palette').fill('#7a1fa2')
  await expect(page.getByLabel(/^Colour/)).toHaveValue('#7a1fa2')
  const city = page.getByRole('combobox', { name: /^City/ })
  await city.fill('İzmir')
  await page
    .getByRole('option', { name: /^İzmir/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Create clinic' }).click()
  await page.waitForURL(/\/clinic\/0/)
  // the form shows the colour's contrast in light and dark, and what the app does if it is too low
  await openPart(page, 'Brand')
  await expect(page.getByRole('group', { name: 'Preview of the colour, light' })).toContainText(
    /by \d+\.\d : 1\. Words on buttons: ([5-9]|1\d)\.\d : 1/,
  )
  await expect(page.getByRole('group', { name: 'Preview of the colour, dark' })).toContainText(
    /only, too little for words .* lighter shade of it. Words on buttons: ([5-9]|1\d)\.\d : 1/,
  )
  await openPart(page, 'First user')
  await page.getByLabel('First and last name').fill('Ayşe Deniz')
  await page.getByLabel('Email', { exact: false }).last().fill('ayse@deniz.test')
  await page.getByRole('textbox', { name: /Phone/ }).last().fill('+90 532 111 22 33')
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByText('A link to set a password is on its way to ayse@deniz.test.')).toBeVisible()

  // each host shows its own clinic's name
  const visitor = await device('deniz')
  await visitor.goto('/login')
  await expect(visitor.page.getByText('Deniz Tıp Merkezi')).toBeVisible()
  const hue = await visitor.page.evaluate(() => document.documentElement.style.getPropertyValue('--brand-h'))
  expect(Number(hue)).toBeGreaterThan(290)
  const mail = await (await visitor.page.request.get(server.at(null, '/dev/outbox'))).text()
  const link = /http:\/\/deniz\.localhost:\d+\/reset#[\w-]+/.exec(mail)?.[0]
  expect(link).toBeDefined()
  await visitor.page.goto(link!)
  const typed = visitor.page.locator('input[autocomplete="new-password"]')
  await typed.first().fill('Deniz!Mavi-2026')
  await typed.last().fill('Deniz!Mavi-2026')
  await visitor.page.locator('button[type="submit"]').click()
  await expect
    .poll(() => server.sql(`select 1 from person where email = 'ayse@deniz.test' and password_hash is not null`))
    .toHaveLength(1)
  await visitor.goto('/login')
  await visitor.page.locator('input[autocomplete^="username"]').fill('ayse@deniz.test')
  await visitor.page.locator('input[autocomplete="current-password"]').fill('Deniz!Mavi-2026')
  await visitor.page.locator('input[type="checkbox"]').uncheck()
  await visitor.page.locator('button[type="submit"]').click()
  await visitor.page.waitForURL('**/appointment**')
})

test('R39: a clinic becomes private and the admin’s device removes its people; its own user makes it public again (rule 48)', async ({
  server,
  signedIn,
}) => {
  const [clinic] = await server.sql<{ id: string }>(`select id::text from clinic where slug = 'greenwich'`)
  const theirs = await server.sql<{ id: string }>(
    `select id::text from doctor where clinic_ids = array[$1::uuid] and active`,
    [clinic!.id],
  )
  const admin = await signedIn(null, 'admin@demo.bedside.test', '/login')
  const known = async () => {
    const ids = new Set(await held(admin.page, 'doctor'))
    return theirs.filter(({ id }) => ids.has(id)).length
  }
  expect(await known()).toBe(theirs.length)
  await admin.goto(`/clinic/${clinic!.id}`)
  await openPart(admin.page, 'Private use')
  await admin.page.getByRole('button', { name: 'Start private use' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Start private use' }).click()
  await expect(admin.page.getByText('This clinic is private')).toBeVisible()
  await expect.poll(known, { timeout: 30_000 }).toBe(0)
  await admin.goto('/clinic')
  await expect(
    admin.page
      .getByRole('row', { name: /Greenwich/ })
      .getByText('hidden')
      .first(),
  ).toBeVisible()

  const desk = await signedIn('greenwich', 'clinic.greenwich@demo.bedside.test', '/login')
  await desk.goto('/profile?tab=clinic')
  await openPart(desk.page, 'Private use')
  await desk.page.getByRole('button', { name: 'End private use' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'End private use' }).click()
  await expect(desk.page.getByText('This clinic is public')).toBeVisible()
  await expect.poll(known, { timeout: 60_000 }).toBe(theirs.length)
})
