import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Device } from './support/device.ts'
import { expect, test } from './support/journey.ts'

/** Issue 6: a ward round offline; five patients, a photo each, notes, two recipes, one report; the tablet reboots. */
test('a ward round offline, with the tablet rebooted: everything arrives once, in order, photos last, and each patient sees their own', async ({
  server,
  device,
}) => {
  const [own] = await server.sql<{ id: string; doctor: string; doctorId: string }>(
    `select p.id::text, d.email as doctor, d.id::text as "doctorId" from person p join patient t on t.id = p.id
       join person d on d.id = any (t.doctor_ids) and d.email like 'doctor.%@demo.bedside.test'
      where p.email = 'patient.lindenhof@demo.bedside.test' order by d.email = 'doctor.lindenhof@demo.bedside.test' desc limit 1`,
  )
  if (!own) throw new Error('the demo patient has no doctor')
  const others = await server.sql<{ id: string }>(
    `select id::text from patient where $1::uuid = any (doctor_ids) and id <> $2 and hidden_at is null order by id limit 4`,
    [own.doctorId, own.id],
  )
  const ward = [own.id, ...others.map(({ id }) => id)]
  expect(ward).toHaveLength(5)
  const doctor = await device('lindenhof')
  await doctor.signIn(own.doctor, '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  // opens each tab of the patient record once, so that it is on the device
  for (const tab of ['files', 'notes', 'recipes', 'reports']) await doctor.goto(`/patient/${own.id}?tab=${tab}`)
  await doctor.cut('network off')

  for (const [i, patient] of ward.entries()) {
    await doctor.goto(`/patient/${patient}?tab=files`)
    await addPhoto(doctor, `Wound ${i + 1}`)
    await tab(doctor, 'Notes')
    await doctor.page.getByLabel('Note', { exact: true }).fill(`Dressing changed ${i + 1}`)
    await doctor.page.getByRole('button', { name: 'Save on this device' }).click()
    // looked for in the list: the field shows the text before it is on disk
    await expect(
      doctor.page.locator('li', { hasText: `Dressing changed ${i + 1}` }).getByText('Waiting to send'),
    ).toBeVisible()
    if (i < 2) {
      await tab(doctor, 'Medication advice')
      await doctor.page.getByRole('button', { name: 'Write medication advice' }).first().click()
      await doctor.page.getByLabel('Name and strength').fill(`Amoxicillin ${i + 1}`)
      await doctor.page.getByRole('button', { name: 'Save on this device' }).click()
      await expect(doctor.page.getByText('Waiting to send').first()).toBeVisible()
    }
    if (i === 0) {
      await tab(doctor, 'Reports')
      await doctor.page.getByRole('button', { name: 'Ask for tests' }).first().click()
      await doctor.page.getByLabel('Heading').fill('Blood test of the ward')
      await doctor.page.getByLabel('Which test').fill('Haemogram')
      await doctor.page.getByRole('button', { name: 'Save on this device' }).click()
      await expect(doctor.page.getByText('Blood test of the ward').first()).toBeVisible()
    }
  }

  await doctor.crash()
  await doctor.offlineNow('network off')
  await doctor.goto(`/patient/${own.id}?tab=files`)
  await doctor.page.getByRole('button', { name: 'Wound 1', exact: true }).click()
  await expect(doctor.page.getByRole('dialog').getByRole('img', { name: 'Wound 1' })).toBeVisible()
  const [before] = await server.sql<{ seq: string }>('select coalesce(max(seq), 0)::text as seq from audit')
  await doctor.mend('network off')
  await doctor.page.keyboard.press('Escape')
  await doctor.settled()

  const done = await server.sql<{ action: string; outcome: string }>(
    `select action, outcome from audit where seq > $1 and actor = $2 and action in ('patient.addNote', 'patient.addFile', 'recipe.add', 'report.add') order by seq`,
    [before!.seq, own.doctorId],
  )
  expect(done.filter(({ outcome }) => outcome !== 'done')).toEqual([])
  const acts = done.map(({ action }) => action)
  expect(acts.toSorted()).toEqual([
    ...Array(5).fill('patient.addFile'),
    ...Array(5).fill('patient.addNote'),
    'recipe.add',
    'recipe.add',
    'report.add',
  ])
  expect(acts.slice(-5)).toEqual(Array(5).fill('patient.addFile'))
  // each arrives once, for the patient for whom it was made
  const counted = async (sql: string, isOurs: (words: string) => boolean) => {
    // the columns are encrypted, so the words are compared here
    const rows = await server.sql<{ patient: string; words: unknown }>(sql, [ward])
    return (id: string) => rows.filter(({ patient, words }) => patient === id && isOurs(JSON.stringify(words))).length
  }
  const of = (table: string, column: string) =>
    `select patient_id::text as patient, ${column} as words from ${table} where patient_id = any ($1::uuid[])`
  const notes = await counted(of('patient_note', 'text'), (words) => words.startsWith('"Dressing changed '))
  const files = await counted(of('patient_file', 'title'), (words) => words.startsWith('"Wound '))
  const recipes = await counted(of('recipe', 'lines'), (words) => words.includes('Amoxicillin '))
  const reports = await counted(of('report', 'title'), (words) => words === '"Blood test of the ward"')
  expect(ward.map((id) => [notes(id), files(id), recipes(id), reports(id)])).toEqual([
    [1, 1, 1, 1],
    [1, 1, 1, 0],
    [1, 1, 0, 0],
    [1, 1, 0, 0],
    [1, 1, 0, 0],
  ])
  expect(doctor.errors).toEqual([])

  const patient = await device('lindenhof')
  await patient.signIn('patient.lindenhof@demo.bedside.test', '/patient-login')
  await patient.goto('/patient/files')
  await patient.page.getByRole('button', { name: 'Wound 1', exact: true }).click()
  await expect(patient.page.getByRole('dialog').getByRole('img', { name: 'Wound 1' })).toBeVisible()
  await expect(patient.page.getByText(/Wound [2-5]/)).toHaveCount(0)
  await patient.goto('/patient/report')
  await expect(patient.page.getByText('Blood test of the ward').first()).toBeVisible()
})

test('30.3: a photo of 48 megapixels is scaled down on the device, upright, and arrives; an unreadable HEIC is reported by name', async ({
  server,
  device,
}) => {
  const patient = await device('lindenhof', { width: 390, height: 844 })
  const { page } = patient
  await patient.signIn('patient.lindenhof@demo.bedside.test', '/patient-login')
  await patient.settled()
  await patient.goto('/patient/files')
  // dark on the left, as the sensor recorded it; a camera held upright writes that the left is the top
  const noise = { type: 'gaussian' as const, mean: 190, sigma: 15 }
  const light = sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#fff', noise } })
  const dark = await sharp({ create: { width: 4000, height: 6000, channels: 3, background: '#102030' } })
    .png()
    .toBuffer()
  const buffer = await light
    .composite([{ input: dark, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer()
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024)
  const file = join(tmpdir(), `IMG_4812-${process.pid}.jpg`)
  await writeFile(file, buffer)
  await page.locator('input[type="file"]').first().setInputFiles(file)
  const status = page.locator('.photo-field').getByRole('status', { includeHidden: true })
  await expect(status).toHaveText(/^IMG_4812.* was too large and is kept smaller: .*, 307[23] × 4096 pixels\.$/, {
    timeout: 30_000,
  })
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').fill('The whole ward')
  await form.getByRole('button', { name: 'Add the file' }).click()
  await expect(page.getByText('The whole ward').first()).toBeVisible()
  await patient.settled()
  await rm(file)
  const all = await server.sql<{ id: string; size: number; title: string }>(
    'select id::text, size, title from patient_file',
  )
  const kept = all.find(({ title }) => title === 'The whole ward')
  expect(kept!.size).toBeLessThan(5 * 1024 * 1024)
  await page.getByRole('button', { name: 'The whole ward', exact: true }).click()
  const image = page.getByRole('dialog').getByRole('img', { name: 'The whole ward' })
  await expect(image).toBeVisible()
  const seen = await image.evaluate(async (img: HTMLImageElement) => {
    await img.decode()
    const canvas = new OffscreenCanvas(3, 4)
    const context = canvas.getContext('2d')!
    context.drawImage(img, 0, 0, 3, 4)
    const brightness = (y: number) => context.getImageData(1, y, 1, 1).data[0]!
    return { isTall: img.naturalHeight > img.naturalWidth, isDarkOnTop: brightness(0) < 60 && brightness(3) > 120 }
  })
  expect(seen).toEqual({ isTall: true, isDarkOnTop: true })
  await page.keyboard.press('Escape')

  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'IMG_0001.HEIC',
      mimeType: 'image/heic',
      buffer: Buffer.from('\0\0\0\u0018ftypheic and nothing more'),
    })
  await expect(page.getByRole('alert')).toContainText('IMG_0001.HEIC: This is a HEIC picture')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(patient.errors).toEqual([])
})

const tab = (doctor: Device, name: string) => doctor.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

async function addPhoto(doctor: Device, title: string) {
  await expect(doctor.page.getByRole('heading', { name: 'Add a file' })).toBeVisible()
  const noise = {
    width: 500,
    height: 400,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 120, sigma: 50 },
  }
  await doctor.page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'IMG_4711.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { ...noise, background: '#000' } })
        .png()
        .toBuffer(),
    })
  const form = doctor.page.getByRole('dialog')
  await form.getByRole('textbox').fill(title)
  await form.getByRole('button', { name: 'Add the file' }).click()
  await expect(doctor.page.getByText(title).first()).toBeVisible()
}
