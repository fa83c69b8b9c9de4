import sharp from 'sharp'
import { expect, test } from './support/journey.ts'

test('a photo at the bedside without a connection, the browser killed: it arrives once, after the note, and the patient sees it', async ({
  house,
  device,
}) => {
  test.setTimeout(180_000)
  const [patient] = await house.sql<{ id: string; doctor: string }>(
    `select p.id::text, d.email as doctor from person p join patient t on t.id = p.id
       join person d on d.id = any (t.doctor_ids) and d.email like 'doctor.%@demo.bedside.test'
      where p.email = 'patient.lindenhof@demo.bedside.test' order by d.email = 'doctor.lindenhof@demo.bedside.test' desc limit 1`,
  )
  const doctor = await device('lindenhof')
  await doctor.signIn(patient!.doctor, '/doctor-login')
  await doctor.settled()
  await doctor.workerReady()
  await doctor.goto(`/patient/${patient!.id}?tab=files`)
  await expect(doctor.page.getByRole('heading', { name: 'Add a file' })).toBeVisible()
  await doctor.cut('network off')
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
  await form.getByRole('button', { name: 'Add the file' }).click()
  await expect(form.getByText('Say what it is')).toBeVisible()
  await form.getByRole('textbox').fill('Wound on the left knee')
  await form.getByRole('button', { name: 'Add the file' }).click()
  await expect(doctor.page.getByText('Waiting to send')).toBeVisible()
  await doctor.page.getByRole('tab', { name: /Notes/ }).click()
  await doctor.page.getByLabel('Note', { exact: true }).fill('Dressing changed')
  await doctor.page.getByRole('button', { name: 'Save on this device' }).click()
  await expect(doctor.page.getByText('Dressing changed', { exact: true })).toBeVisible()

  await doctor.crash()
  await doctor.offlineNow('network off')
  await doctor.goto(`/patient/${patient!.id}?tab=files`)
  await doctor.page.getByRole('button', { name: 'Wound on the left knee', exact: true }).click()
  await expect(doctor.page.getByRole('dialog').getByRole('img', { name: 'Wound on the left knee' })).toBeVisible()
  await doctor.mend('network off')
  await doctor.page.keyboard.press('Escape')
  await doctor.settled()
  const done = await house.sql<{ action: string }>(
    `select action from audit where action in ('patient.addNote', 'patient.addFile') and outcome = 'done' order by seq desc limit 2`,
  )
  expect(done.map(({ action }) => action)).toEqual(['patient.addFile', 'patient.addNote'])
  expect(doctor.errors).toEqual([])

  const own = await device('lindenhof')
  await own.signIn('patient.lindenhof@demo.bedside.test', '/patient-login')
  await own.goto('/patient/files')
  await own.page.getByRole('button', { name: 'Wound on the left knee', exact: true }).click()
  await expect(own.page.getByRole('dialog').getByRole('img', { name: 'Wound on the left knee' })).toBeVisible()
})
