import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'

/** Numbers reserved for films, which belong to no one. */
const PHONE = '0532 555 77 '

test('rule 60: the desk adds a patient online, one offline, one duplicate: shown, used, not duplicated', async ({
  server,
  signedIn,
}) => {
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
  await desk.workerReady()
  const { page } = desk

  // online: the form names what is missing, then opens the patient
  await desk.goto('/patient-list')
  await page.getByRole('link', { name: 'Add a patient' }).first().click()
  await page.getByRole('button', { name: 'Add the patient' }).click()
  await expect(page.getByLabel('First and last name')).toBeFocused()
  await fill(page, 'Defne Kuzeyli', `${PHONE}01`)
  await page.getByLabel('Email').fill('defne.kuzeyli@demo.bedside.test')
  await page.getByRole('button', { name: 'Add the patient' }).click()
  await expect(page.getByRole('heading', { name: /Defne Kuzeyli/ })).toBeVisible()
  await desk.settled()

  // offline: saved on this device, in the list at once, sent when the network returns
  await desk.cut('network off')
  await desk.goto('/patient/new')
  await fill(page, 'Poyraz Sakin', `${PHONE}02`)
  await page.getByRole('button', { name: 'Save on this device' }).click()
  await expect(page.getByRole('heading', { name: /Poyraz Sakin/ })).toContainText('Waiting to send')
  await desk.goto('/patient-list')
  await page.getByRole('searchbox', { name: /Search by name/ }).fill('sakin poy')
  await expect(page.getByRole('row', { name: /Poyraz Sakin/ })).toContainText('no email')
  await expect(page).not.toHaveURL(/sakin/i)
  await desk.mend('network off')
  await desk.settled()

  // the same number in another spelling: the form says whose it is, and links there
  await desk.goto('/patient/new')
  await fill(page, 'Defne Kuzeyli', '+90 (532) 555-77-01')
  await expect(page.getByRole('alert')).toContainText('Defne Kuzeyli')
  await page.getByRole('button', { name: 'Use Defne Kuzeyli' }).click()
  await expect(page.getByRole('heading', { name: /Defne Kuzeyli/ })).toBeVisible()
  const [count] = await server.sql<{ n: number }>(
    `select count(*)::int as n from person where name in ('Defne Kuzeyli', 'Poyraz Sakin')`,
  )
  expect(count!.n).toBe(2)
})

test('rule 60: a patient known to another clinic is linked only with the birth date', async ({ server, signedIn }) => {
  const [theirs] = await server.sql<{ id: string; phone: string; born: string; name: string }>(
    `select t.id::text, t.phone, to_char(t.birth_date, 'DD.MM.YYYY') as born, t.name from patient t join clinic c on c.id = any (t.clinic_ids)
      where c.slug = 'sifa' and t.clinic_id is null and cardinality(t.clinic_ids) = 1 and t.phone like '+90%' and not t.unproved order by t.id desc limit 1`,
  )
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
  const { page } = desk
  await desk.goto('/patient/new')
  await fill(page, 'Yeni Gelen', theirs!.phone)
  await page.getByRole('button', { name: 'Add the patient' }).click()
  await expect(page.getByText('This number belongs to a patient at another clinic.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(theirs!.name)).toBeHidden()
  const born = page.getByLabel('The patient’s date of birth')
  await born.fill('01.01.1901')
  await page.getByRole('button', { name: 'Use the existing patient' }).click()
  await expect(page.getByText('The details do not match.')).toBeVisible()
  await born.fill(theirs!.born)
  await page.getByRole('button', { name: 'Use the existing patient' }).click()
  await expect(page).toHaveURL(new RegExp(theirs!.id))
  await expect(page.getByRole('heading', { name: theirs!.name })).toBeVisible()
  await desk.settled()
})

test('the desk merges two cards of one patient, and the other’s data belongs to the remaining one', async ({
  server,
  signedIn,
}) => {
  const [known] = await server.sql<{ id: string; name: string; born: string }>(
    `select t.id::text, t.name, to_char(t.birth_date, 'DD.MM.YYYY') as born from patient t join clinic c on c.id = any (t.clinic_ids)
      where c.slug = 'kuzguncuk' and t.birth_date is not null and t.clinic_id is null order by t.id limit 1`,
  )
  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
  const { page } = desk
  await desk.goto('/patient/new')
  await fill(page, known!.name, '0532 555 88 81')
  await page.getByLabel('Date of birth').fill(known!.born)
  await page.getByRole('button', { name: 'Add the patient' }).click()
  await expect(page.getByText('Possible duplicate')).toBeVisible({ timeout: 30_000 })
  await desk.settled()
  const [twin] = await server.sql<{ id: string }>(`select id::text from patient where phone = '+905325558881'`)
  await desk.goto(`/patient/${twin!.id}?tab=notes`)
  await page.getByRole('textbox', { name: 'Note' }).fill('Adresi değişti')
  await page.getByRole('button', { name: 'Save the note' }).click()
  await desk.settled()
  await desk.goto(`/patient/${known!.id}`)
  await page
    .getByRole('listitem')
    .filter({ hasText: '0532 555 88 81' })
    .getByRole('button', { name: 'Merge records' })
    .click()
  await expect(page.getByRole('dialog')).toContainText('This cannot be undone')
  await page.getByRole('dialog').getByRole('button', { name: 'Merge records' }).click()
  await expect(page.getByText('Possible duplicate')).toBeHidden()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Adresi değişti')
  await desk.goto('/patient-list')
  await page.getByRole('searchbox').fill('5558881')
  await expect(page.getByText('0 patients')).toBeVisible()
})

test('rule 50: a note written offline by a doctor is visible to the desk, not to an admin, not to the patient', async ({
  server,
  device,
  signedIn,
}) => {
  const words = 'Kontrolden önce aç kalsın'
  const [visit] = await server.sql<{ patient: string }>(
    `select a.patient_id::text as patient from appointment a join person d on d.id = a.doctor_id
      where d.email = 'doctor.kuzguncuk@demo.bedside.test' order by a.starts_at desc limit 1`,
  )
  const id = visit!.patient
  const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  await doctor.workerReady()
  await doctor.cut('network off')
  await doctor.goto(`/patient/${id}?tab=notes`)
  await doctor.page.getByRole('textbox', { name: 'Note' }).fill(words)
  // a draft survives a reload
  await doctor.page.waitForTimeout(500)
  await doctor.page.reload()
  await expect(doctor.page.getByRole('textbox', { name: 'Note' })).toHaveValue(words)
  await doctor.page.getByRole('button', { name: 'Save on this device' }).click()
  await expect(doctor.page.getByRole('list', { name: 'Notes' })).toContainText(words)
  await doctor.mend('network off')
  await doctor.settled()

  const desk = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login')
  await desk.goto(`/patient/${id}?tab=notes`)
  const note = desk.page.getByRole('listitem').filter({ hasText: words })
  await expect(note).toBeVisible()
  await expect(note.getByRole('button', { name: 'Edit the note' })).toBeHidden()

  const admin = await device(null)
  await admin.signIn('admin@demo.bedside.test', '/login')
  await admin.goto(`/patient/${id}`)
  await expect(admin.page.getByRole('tab', { name: 'Summary' })).toBeVisible()
  await expect(admin.page.getByRole('tab', { name: 'Notes' })).toBeHidden()
  await expect(admin.page.getByText(words)).toBeHidden()
  const notes = await server.sql<{ audience: string[]; text: string }>('select audience, text from patient_note')
  const row = notes.find(({ text }) => text === words)
  expect(row!.audience.filter((key) => /^(patient|admin|all)/.test(key))).toEqual([])
})

async function fill(page: Page, name: string, phone: string) {
  await page.getByLabel('First and last name').fill(name)
  await page
    .getByLabel('Phone (required)')
    .or(page.getByRole('textbox', { name: /^Phone/ }))
    .first()
    .fill(phone)
  await page.getByLabel('Email').focus()
}
