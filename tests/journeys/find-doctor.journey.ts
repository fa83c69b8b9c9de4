import { addClinics } from '../support/many-clinics.ts'
import { testNow } from '../support/day.ts'
import { CUTS, expect, test } from './support/journey.ts'
import type { TestServer } from './support/server.ts'

/** Decision 0145 as a patient sees it: a platform with more clinics than a device holds. */
for (const [round, cut] of CUTS.entries()) {
  const from = round * 30
  const doctor = `Doctor ${from + 17}`
  const clinic = `Clinic ${from + 17}`
  test(`a doctor who is not on this device is found, kept, and booked offline, ${cut}`, async ({ server, device }) => {
    test.setTimeout(180_000)
    try {
      await addClinics((text, values) => server.sql(text, values), from, from + 30, testNow())
      const patient = await device(null)
      await patient.signIn('patient.kuzguncuk@demo.bedside.test', '/patient-login')
      await patient.settled()
      const { page } = patient
      const cards = page.getByRole('list', { name: 'Doctors' }).getByRole('listitem')

      await patient.goto('/appointment/new')
      // the doctors on this device come first, then those of the whole platform
      await expect(page.getByRole('status').filter({ hasText: /^[3-9]\d doctors$/ })).toBeAttached()
      const search = page.getByLabel('Search by name')
      await search.fill(doctor)
      await expect(cards).toHaveCount(1)
      await expect(cards).toContainText(clinic)
      await page.getByRole('button', { name: 'City' }).click()
      await page
        .getByRole('menuitemradio', { name: 'City', exact: true })
        .or(page.getByRole('menuitemcheckbox', { name: 'City', exact: true }))
        .click()
      await page.keyboard.press('Escape')
      await expect(cards).toHaveCount(1)
      await search.fill('Nobody of that name')
      await expect(page.getByText('Nothing matches these filters')).toBeVisible()
      await search.fill(doctor)
      await cards.getByRole('button', { name: doctor }).first().click()
      await expect(page.getByRole('button', { name: 'Choose another doctor' })).toBeVisible()
      const free = page.locator('.slot[data-state="free"]')
      await expect(free.first()).toBeVisible()
      await patient.settled()

      await patient.workerReady()
      await patient.cut(cut)
      await patient.goto('/appointment/new')
      await page.getByRole('button', { name: 'Choose another doctor' }).or(search).first().waitFor()
      if (!(await search.isVisible())) await page.getByRole('button', { name: 'Choose another doctor' }).click()
      await expect(page.getByText(/Only the \d+ doctors that this device holds are shown/)).toBeVisible()
      await search.fill(`Doctor ${from + 18}`)
      await expect(cards).toHaveCount(0)
      await search.fill(doctor)
      await expect(cards).toContainText(clinic)
      await cards.getByRole('button', { name: doctor }).first().click()
      await expect(free.first()).toBeVisible()
      await free.last().click()
      await page.getByRole('button', { name: 'Book on this device' }).click()
      await expect(page.getByRole('link', { name: 'Open the appointment' })).toBeVisible()
      await patient.mend(cut)
      await patient.settled()
      const [booked] = await server.sql<{ n: number }>(
        `select count(*)::int as n from appointment a join person d on d.id = a.doctor_id where d.name = $1 and a.patient_name not like 'Patient %'`,
        [doctor],
      )
      expect(booked!.n).toBeGreaterThan(0)
    } finally {
      await server.start()
      await shrink(server)
    }
  })
}

/** Makes the platform small again for the other journeys, and frees the patient's time. */
async function shrink(server: TestServer) {
  await server.sql(
    `update appointment set status = 'cancelled' where clinic_id in (select id from clinic where slug like 'grown-%')`,
  )
  await server.sql(`update clinic set deleted_at = now(), active = false where slug like 'grown-%'`)
}
