import { expect, test } from './support/journey.ts'

test('a patient without an answer shows "not recorded"; the answer is recorded offline, with name and date, and is shown beside the advice', async ({
  server,
  signedIn,
}) => {
  const [patient] = await server.sql<{ id: string; name: string }>(
    `select p.id::text, p.name from patient t join person p on p.id = t.id
      where t.allergies is null and t.doctor_ids @> array[(select id from person where email = $1)] order by p.id limit 1`,
    ['doctor.kuzguncuk@demo.bedside.test'],
  )
  await server.sql('update patient set no_allergies = false where id = $1', [patient!.id])
  const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  await doctor.workerReady()
  const { page } = doctor
  await doctor.goto(`/patient/${patient!.id}`)
  const record = page.getByRole('button', { name: `Record allergies of ${patient!.name}` })
  await expect(page.locator('.allergy')).toContainText('Not recorded')
  await expect(page.getByText('No known allergies')).toHaveCount(0)

  await doctor.cut('network off')
  await record.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Not asked yet')).toBeChecked()
  await dialog.getByLabel('Asked: no known allergies').check()
  await dialog.getByRole('button', { name: 'Save on this device' }).click()
  await expect(dialog).toBeHidden()
  const change = page.getByRole('button', { name: `Change allergies of ${patient!.name}` })
  await expect(change).toBeFocused()
  await expect(page.locator('.allergy')).toContainText(/No known allergies \(.+, \d\d\.\d\d\.\d{4}\)/)

  await doctor.goto(`/patient/${patient!.id}?tab=recipes`)
  await page.getByRole('button', { name: 'Write medication advice' }).click()
  await expect(page.locator('.care-form .allergy')).toContainText('No known allergies')

  await doctor.mend('network off')
  await doctor.settled()
  await expect
    .poll(() =>
      server.sql('select no_allergies, allergies_at is not null as dated from patient where id = $1', [patient!.id]),
    )
    .toEqual([{ no_allergies: true, dated: true }])
})
