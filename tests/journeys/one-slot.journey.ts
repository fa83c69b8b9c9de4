import { CUTS, expect, test } from './support/journey.ts'
import { onDisk, type Disk } from './support/on-disk.ts'

for (const cut of CUTS) {
  test(`one slot, two patients, one of them offline, ${cut}: one wins, the other keeps their input and is offered five times (R75)`, async ({
    server,
    signedIn,
  }) => {
    const slug = cut === 'network off' ? 'sifa' : 'greenwich'
    const patient = await signedIn(slug, `patient.${slug}@demo.bedside.test`, '/patient-login')
    await patient.workerReady()
    const [doctor] = await server.sql<{ id: string }>(`select id from person where email = $1`, [
      `doctor.${slug}@demo.bedside.test`,
    ])
    const path = `/appointment/new?doctor=${doctor!.id}`
    await patient.goto(path)
    const free = patient.page.locator('.slot[data-state="free"]')
    await expect(free.first()).toBeVisible()
    await patient.cut(cut)
    await patient.goto(path)
    await expect(free.first()).toBeVisible()
    await free.last().click()
    await patient.page.getByLabel('What should the doctor know?').fill(`My left knee, ${cut}`)
    await patient.page.getByRole('button', { name: 'Book on this device' }).click()
    const open = patient.page.getByRole('link', { name: 'Open the appointment' })
    await expect(open).toBeVisible()
    const id = (await open.getAttribute('href'))!.split('/').at(-1)!
    const start = await onDisk(patient.page, startOf, id)

    // someone else takes the time, written directly as the desk would
    await server.sql(
      `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by)
       select gen_random_uuid(), a.clinic_id, a.doctor_id, p.id, p.name, $2::timestamptz, $2::timestamptz + interval '20 min', a.zone, a.type, a.price, a.currency, 'Desk', 'Desk'
         from appointment a join person p on p.id = a.patient_id where a.doctor_id = $1 and p.email is distinct from $3 limit 1`,
      [doctor!.id, start, `patient.${slug}@demo.bedside.test`],
    )
    await patient.mend(cut)
    await expect(patient.page.locator('.sync')).toHaveAttribute('data-tone', 'failed', { timeout: 90_000 })
    await patient.goto('/sync?tab=attention')
    await expect(patient.page.getByText(`My left knee, ${cut}`)).toBeVisible()
    const offered = patient.page.locator('.offered button')
    await expect(offered).toHaveCount(5)
    await offered.nth(1).click()
    await patient.settled()
    const rows = await server.sql<{ patient_note: string; starts_at: Date }>(
      `select patient_note, starts_at from appointment where id = $1`,
      [id],
    )
    expect(rows).toMatchObject([{ patient_note: `My left knee, ${cut}` }])
    expect(rows[0]!.starts_at.toISOString()).not.toBe(start)
  })
}

/** When the visit booked on this device begins. */
async function startOf({ db, done }: Disk, id: string): Promise<string> {
  const row: { start: string } = await done(db.transaction('appointment').objectStore('appointment').get(id))
  return row.start
}
