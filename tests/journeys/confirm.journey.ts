import { CUTS, expect, test } from './support/journey.ts'
import type { TestServer } from './support/server.ts'

const SLUG = 'sifa'

for (const cut of CUTS)
  test(`decision 0149: a desk that has called its patient confirms, ${cut}; the list is filtered to the rest`, async ({
    server,
    signedIn,
  }) => {
    const { id, name } = await tomorrows(server)
    const desk = await signedIn(SLUG, `clinic.${SLUG}@demo.bedside.test`, '/login')
    const { page } = desk
    await desk.workerReady()
    await desk.goto(`/appointment/${id}`)
    const head = page.locator('.visit-head')
    await expect(head.locator('[data-confirmed="no"]')).toHaveText('Not confirmed')
    await desk.cut(cut)
    await desk.offlineNow(cut)
    await head.getByRole('button', { name: 'Confirm the appointment' }).click()
    await expect(head.locator('[data-confirmed="yes"]')).toHaveText('Confirmed')
    // the focus moves to the button that replaces the pressed one
    await expect(head.getByRole('button', { name: 'Remove the confirmation' })).toBeFocused()

    const row = page.getByRole('link', { name, exact: true })
    await desk.goto('/appointment?view=list&preset=tomorrow&confirmed=true')
    await expect(row.first()).toBeVisible()
    await desk.goto('/appointment?view=list&preset=tomorrow&confirmed=false')
    await expect(page.locator('[data-confirmed="no"]').first()).toBeVisible()
    await expect(page.locator(`a[href$="${id}"]`)).toHaveCount(0)

    await desk.mend(cut)
    await expect.poll(() => confirmedBy(server, id)).toMatch(/./)
    await desk.goto(`/appointment/${id}`)
    await head.getByRole('button', { name: 'Remove the confirmation' }).click()
    await expect(head.locator('[data-confirmed="no"]')).toBeVisible()
    await expect.poll(() => confirmedBy(server, id)).toBeNull()
  })

test('decision 0149: a patient who is asked confirms with one press', async ({ server, signedIn }) => {
  const { id } = await tomorrows(server, `patient.${SLUG}@demo.bedside.test`)
  const patient = await signedIn(SLUG, `patient.${SLUG}@demo.bedside.test`, '/patient-login', {
    width: 390,
    height: 844,
  })
  const { page } = patient
  await patient.goto(`/appointment/${id}`)
  await page.getByRole('button', { name: 'Confirm the appointment' }).click()
  await expect(page.locator('.visit-head [data-confirmed="yes"]')).toBeVisible()
  await expect.poll(() => confirmedBy(server, id)).toMatch(/./)
  await server.sql('update appointment set confirmed_at = null, confirmed_by = null where id = $1', [id])
})

const confirmedBy = async (server: TestServer, id: string) =>
  (await server.sql<{ by: string | null }>('select confirmed_by as by from appointment where id = $1', [id]))[0]!.by

/** A waiting appointment of tomorrow; with `email`, that patient's next one. */
async function tomorrows(server: TestServer, email?: string) {
  const [found] = await server.sql<{ id: string; name: string }>(
    `select a.id::text, a.patient_name as name from appointment a join clinic c on c.id = a.clinic_id and c.slug = $1
       join person p on p.id = a.patient_id
      where a.status = 'waiting' and a.starts_at > $2::timestamptz + interval '14 hours' and ($3::text is not null or a.starts_at < $2::timestamptz + interval '36 hours')
        and ($3::text is null or p.email = $3) order by a.starts_at limit 1`,
    [SLUG, server.now, email ?? null],
  )
  return found!
}
