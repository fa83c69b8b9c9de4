import { expect, test } from './support/journey.ts'

const SLUG = 'lindenhof'

test('decision 0159: a desk makes a type offline, books by it, and the appointment keeps it once it is archived', async ({
  server,
  signedIn,
}) => {
  test.setTimeout(240_000)
  const desk = await signedIn(SLUG, `clinic.${SLUG}@demo.bedside.test`, '/login')
  const { page } = desk
  await desk.workerReady()
  const name = `Ultraschall ${Date.now() % 100_000}`
  const row = page.getByRole('row', { name: new RegExp(name) })
  const act = async (what: string) => {
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: what }).click()
  }

  await test.step('the form says what is missing, and the focus goes there', async () => {
    await desk.goto('/availability')
    await page.getByRole('link', { name: 'Appointment types' }).click()
    await expect(page.getByRole('row', { name: /Erstgespräch|First consultation/ })).toBeVisible()
    await desk.cut('network off')
    await page.getByRole('button', { name: 'New appointment type' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Save on this device' }).click()
    await expect(form.getByText('Fill in the Turkish name.')).toBeVisible()
    await form
      .getByRole('tab', { name: /Türkçe/ })
      .first()
      .click()
    await form.getByRole('textbox', { name: /^Name of the appointment type, Türkçe/ }).fill(name)
    await form.getByLabel(/^Length in minutes/).fill('50')
    await form.getByLabel(/^Price in/).fill('123')
    await form.getByLabel(/^Minutes kept free after/).fill('10')
    await form.getByLabel('Colour').selectOption({ label: 'Violet' })
    await form.getByRole('button', { name: 'Save on this device' }).click()
    await expect(form).toBeHidden()
    await expect(row).toContainText('50')
    await act('One up')
    await desk.mend('network off')
    await expect
      .poll(() =>
        server.sql(`select duration, price::int, buffer_after from visit_type where name::text like '%' || $1 || '%'`, [
          name,
        ]),
      )
      .toEqual([{ duration: 50, price: 12_300, buffer_after: 10 }])
  })

  const visit = await test.step('its times are of its length, and the booking has its price', async () => {
    const [who] = await server.sql<{ doctor: string; patient: string }>(
      `select d.id as doctor, p.id as patient from clinic c
         join doctor d on c.id = any (d.clinic_ids) and d.active join patient p on c.id = any (p.clinic_ids)
        where c.slug = $1 and exists (select from availability a where a.doctor_id = d.id and a.clinic_id = c.id and a.status = 'active' and a.type = 'physical')
        order by d.id, p.id limit 1`,
      [SLUG],
    )
    await desk.goto(`/appointment/new?doctor=${who!.doctor}&patient=${who!.patient}`)
    const types = page.getByLabel('Appointment type')
    const option = types.locator('option', { hasText: name })
    await expect(option).toBeAttached()
    await types.selectOption((await option.getAttribute('value'))!)
    await page.locator('.slot[data-state="free"]').last().click()
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    const open = page.getByRole('link', { name: 'Open the appointment' }).first()
    await expect(open).toBeVisible()
    const id = (await open.getAttribute('href'))!.split('/').at(-1)!
    await desk.settled()
    expect(
      await server.sql(
        `select price::int, buffer_after, (extract(epoch from ends_at - starts_at) / 60)::int as minutes from appointment where id = $1`,
        [id],
      ),
    ).toEqual([{ price: 12_300, buffer_after: 10, minutes: 50 }])
    return id
  })

  await test.step('archived, it is gone from the list and stays on the appointment', async () => {
    await desk.goto('/visittype')
    await act('Archive')
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(row).toBeHidden()
    await desk.goto(`/appointment/${visit}`)
    await expect(page.locator('.visit-head')).toContainText(name)
  })
})
