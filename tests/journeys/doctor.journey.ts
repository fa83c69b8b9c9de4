import sharp from 'sharp'
import { expect, test } from './support/journey.ts'
import { onDisk } from './support/on-disk.ts'

/**
 * SCREENS B6, B12 as people do it: a desk adds two doctors, edits one offline and deactivates one; the admin sees them
 * and pastes a list.
 */
test('a clinic and its doctors: added, edited offline, made passive; the admin sees it, the doctor their card', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')

  for (const [name, phone] of [
    ['Ayla Journeyli', '+905320019001'],
    ['Bora Journeyli', '+905320019002'],
  ] as const) {
    await desk.goto('/doctor/new')
    const { page } = desk
    await page.getByLabel(/^First and last name/).fill(name)
    await page.getByRole('textbox', { name: /^Phone/ }).fill(phone)
    await page.getByLabel(/^Email/).fill(`${name.split(' ')[0]!.toLowerCase()}@journey.test`)
    const branches = page.getByRole('combobox', { name: /^Specialties/ })
    await branches.click()
    await branches.pressSequentially('Cardio')
    await page.getByRole('option', { name: 'Cardiology' }).click()
    await page.getByText('percent of the price').click()
    await page.getByLabel(/^Percent/).fill('15')
    await expect(page.getByText('earns ₺850.00')).toBeVisible()
    await page.getByRole('button', { name: 'Add the doctor' }).click()
    await page.waitForURL('**/doctor')
    await expect(page.getByRole('link', { name })).toBeVisible()
  }

  // rule 49: the same phone number again means the existing doctor
  await desk.goto('/doctor/new')
  await desk.page.getByLabel(/^First and last name/).fill('Somebody Else')
  await desk.page.getByRole('textbox', { name: /^Phone/ }).fill('+905320019001')
  const again = desk.page.getByRole('combobox', { name: /^Specialties/ })
  await again.click()
  await again.pressSequentially('Cardio')
  await desk.page.getByRole('option', { name: 'Cardiology' }).click()
  await desk.page.getByRole('button', { name: 'Add the doctor' }).click()
  await expect(desk.page.getByText('This doctor exists already.')).toBeVisible()
  await desk.page.getByRole('link', { name: 'Open profile' }).click()
  await desk.page.getByRole('button', { name: /^Leave/ }).click()
  await desk.page.waitForURL('**/doctor/0*')

  // an edit made offline is sent when the network returns
  await desk.settled()
  await desk.workerReady()
  await desk.cut('network off')
  await desk.page.getByLabel(/^Diploma from/).fill('Boğazpınar Tıp Fakültesi')
  await desk.page.getByRole('button', { name: /^Save/ }).click()
  await desk.page.waitForURL('**/doctor')
  await expect(desk.page.getByRole('row', { name: /Ayla Journeyli/ }).getByText('Waiting to send')).toBeVisible()
  await desk.mend('network off')
  await desk.settled()
  expect(
    await server.sql(`select d.diploma from doctor d join person p using (id) where p.name = 'Ayla Journeyli'`),
  ).toEqual([{ diploma: 'Boğazpınar Tıp Fakültesi' }])

  // deactivation asks first and says what happens to appointments and money
  await desk.page.getByRole('button', { name: /More actions for Bora Journeyli/ }).click()
  await desk.page.getByRole('menuitem', { name: 'Make inactive' }).click()
  await expect(desk.page.getByRole('dialog')).toContainText('Appointments already booked stay')
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Make inactive' }).click()
  await expect(desk.page.getByRole('row', { name: /Bora Journeyli/ }).getByText('inactive')).toBeVisible()

  // the admin sees both and pastes a list of diseases: the dialog says which are there already, and keeps the lines
  // that are not names
  const admin = await signedIn(null, 'admin@demo.bedside.test', '/login')
  await admin.goto('/doctor?q=Journeyli')
  await expect(admin.page.getByRole('link', { name: 'Ayla Journeyli' })).toBeVisible()
  await expect(admin.page.getByRole('row', { name: /Bora Journeyli/ }).getByText('inactive')).toBeVisible()
  await admin.goto('/disease')
  await admin.page.getByRole('button', { name: 'Paste a list' }).first().click()
  await admin.page.getByRole('textbox', { name: 'Names' }).fill('Kızamık\n• Suçiçeği\nASTIM\n12345')
  const dialog = admin.page.getByRole('dialog')
  await expect(dialog.getByText('1 is in the list already')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 2 names' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Names' })).toHaveValue('12345')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await admin.settled()
  expect(
    await server.sql(
      `select count(*)::int as n from disease where name::text like '%Kızamık%' or name::text like '%Suçiçeği%'`,
    ),
  ).toEqual([{ n: 2 }])

  // a doctor's device holds their own profile with the commission, and no colleague's commission
  const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  const cards = await onDisk(doctor.page, async ({ db, done }) => {
    const rows: { body: Record<string, unknown> }[] = await done(
      db.transaction('doctor').objectStore('doctor').getAll(),
    )
    return rows.map(({ body }) => ({ name: body['name'], type: body['commissionType'], phone: body['phone'] }))
  })
  expect(cards.filter(({ type, phone }) => type || phone)).toHaveLength(1)
  expect(cards.length).toBeGreaterThan(10)

  // the photos keep the order that the doctor chooses
  await doctor.goto('/profile?tab=professional')
  const photos = doctor.page.getByRole('group', { name: 'Photos' })
  for (const [i, colour] of ['#146', '#641'].entries()) {
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
      .png()
      .toBuffer()
    await photos
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `${i}.png`, mimeType: 'image/png', buffer: picture })
    await expect(doctor.page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(i + 1)
  }
  const order = async () =>
    (
      await server.sql<{ photos: string[] }>(
        `select d.photo_ids::text[] as photos from doctor d join person p using (id) where p.email = 'doctor.kuzguncuk@demo.bedside.test'`,
      )
    )[0]!.photos
  const before = await order()
  await doctor.page.getByRole('button', { name: 'Move picture 2 forward' }).click()
  await expect.poll(order).toEqual(before.toReversed())
  await doctor.settled()
})
