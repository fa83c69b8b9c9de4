import { expect, test } from './support/journey.ts'
import { countPresses } from './support/presses.ts'

const SLUG = 'kuzguncuk'
const DESK = `clinic.${SLUG}@demo.bedside.test`

test('30 “Quick”: one search finds a patient or a visit by name, O’Connell too, by phone and by the check-in code', async ({
  server,
  signedIn,
}) => {
  const [visit] = await server.sql<{ id: string; patient: string; name: string; phone: string; code: string }>(
    `select a.id::text, a.patient_id::text as patient, p.name, p.phone, a.check_in_code as code
       from appointment a join clinic c on c.id = a.clinic_id and c.slug = $1 join person p on p.id = a.patient_id
      where a.status = 'waiting' and a.starts_at > $2::timestamptz + interval '1 day' and a.check_in_code is not null and p.phone is not null
        and p.password_hash is null order by a.starts_at limit 1`,
    [SLUG, server.now],
  )
  const { id, patient, name, phone, code } = visit!
  const call = (its: string) =>
    server
      .sql('update person set name = $2 where id = $1', [patient, its])
      .then(() =>
        server.sql('update appointment set patient_name = $2, version = version + 1 where id = $1', [id, its]),
      )
  await call('Seán O’Connell')
  const desk = await signedIn(SLUG, DESK, '/login')
  const { page } = desk
  const hand = await countPresses(page)
  const search = page.getByRole('dialog', { name: 'Search everywhere' })
  for (const [typed, opens] of [
    ['oconnell', `/patient/${patient}`],
    ['sean o', `/patient/${patient}`],
    [phone.replace('+90', '0'), `/patient/${patient}`],
    [code, `/appointment/${id}`],
  ] as const)
    await test.step(`by ${typed}: one click or Enter after the letters`, async () => {
      await desk.goto('/appointment')
      await expect(page.locator('main a').first()).toBeVisible()
      await page.waitForTimeout(1000)
      await page.keyboard.press('Control+k')
      await expect(search.getByRole('combobox')).toBeFocused()
      await hand.begin()
      await page.keyboard.type(typed)
      const found = search.getByRole('option', { name: /^Seán O’Connell/ }).first()
      await expect(found).toBeVisible()
      await found.click()
      await expect(page).toHaveURL(new RegExp(opens))
      expect(await hand.made()).toEqual({ clicks: 1, enters: 0 })
    })
  await call(name)
})
