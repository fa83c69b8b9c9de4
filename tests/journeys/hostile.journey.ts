import { hostileStrings } from '../support/hostile.ts'
import { expect, test } from './support/journey.ts'

/** Issue 6, TRUST R59: names that are markup, scripts and styles are shown as they were typed; none runs, none dresses the page. */
test('a list full of hostile names is text', async ({ house, device }) => {
  test.setTimeout(60_000)
  // such as begin with a sign stand before all letters in a list by name
  const names = hostileStrings()
    .filter((name) => /^["'<>].*[<>]/.test(name) && !/[\p{Cc}\p{Cf}]/u.test(name) && name.length <= 200)
    .slice(0, 80)
  const made = await house.sql<{ id: string }>(
    `with named as (select gen_random_uuid() as id, name, n from unnest($1::text[]) with ordinality t (name, n)),
          people as (insert into person (id, type, name, phone) select id, 'patient', name, '+90500' || lpad(n::text, 7, '0') from named returning id)
     insert into patient (id, clinic_ids, added_in) select p.id, array[c.id], c.id from people p cross join clinic c where c.slug = 'lindenhof' returning id::text`,
    [names],
  )
  const ids = made.map(({ id }) => id)
  try {
    const desk = await device('lindenhof')
    const dialogs: string[] = []
    desk.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await desk.signIn('clinic.lindenhof@demo.bedside.test', '/login')
    await desk.settled()
    await desk.goto('/patient-list')
    const shown = async () => {
      const text = await desk.page.getByRole('main').evaluate((main) => main.textContent ?? '')
      return names.filter((name) => text.includes(name.trim())).length
    }
    await expect.poll(shown).toBeGreaterThan(Math.min(5, names.length - 1))
    const dressed = 'main script, main iframe, main object, main style, main [onerror], main [onload]'
    expect(await desk.page.locator(dressed).count()).toBe(0)
    for (const id of ids.slice(0, 2)) {
      const [row] = await house.sql<{ name: string }>('select name from person where id = $1', [id])
      await desk.goto(`/patient/${id}`)
      await expect(desk.page.locator('.patient-name')).toContainText(row!.name.trim())
    }
    expect(dialogs).toEqual([])
    expect(desk.errors).toEqual([])
  } finally {
    await house.sql('delete from patient where id = any ($1::uuid[])', [ids])
    await house.sql('delete from person where id = any ($1::uuid[])', [ids])
  }
})
