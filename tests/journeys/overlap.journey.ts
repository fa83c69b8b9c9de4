import { expect, test } from './support/journey.ts'

const SLUG = 'sifa'
const PATIENT = `patient.${SLUG}@demo.bedside.test`

/** Rule 15: a patient who books over an appointment of their own is told so once, as "you", and is led to the other times. */
test('a patient who books over their own appointment is warned once', async ({ server, signedIn }) => {
  const [doctor] = await server.sql<{ id: string }>('select id from person where email = $1', [
    `doctor.${SLUG}@demo.bedside.test`,
  ])
  const patient = await signedIn(SLUG, PATIENT, '/patient-login')
  const { page } = patient
  await patient.goto(`/appointment/new?doctor=${doctor!.id}`)
  await page.locator('.slot[data-state="free"]').last().click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  const open = page.getByRole('link', { name: 'Open the appointment' })
  await expect(open).toBeVisible()
  const id = (await open.getAttribute('href'))!.split('/').at(-1)!
  await patient.settled()
  // it is another doctor's, so that the time is still on offer at the first one
  const [visit] = await server.sql<{ start: Date }>(
    `update appointment set doctor_id = (select d.id from doctor d where d.id <> $2 and appointment.clinic_id = any (d.clinic_ids)
        and not exists (select from appointment a where a.doctor_id = d.id and a.starts_at < appointment.ends_at and a.ends_at > appointment.starts_at) limit 1)
      where id = $1 returning starts_at as start`,
    [id, doctor!.id],
  )

  const notice = page.getByText('You have another appointment at that time')
  await expect(async () => {
    await patient.goto(`/appointment/new?doctor=${doctor!.id}&start=${visit!.start.toISOString()}`)
    await expect(notice).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Fix 1 field before you book')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another time.' }).click()
  await expect(page.locator('#book-overlap')).toBeFocused()
  await expect(notice).toHaveCount(1)
  await expect(page.getByText(/The patient has/)).toHaveCount(0)
  await server.sql(`update appointment set status = 'cancelled' where id = $1`, [id])
})
