import { expect, test } from './support/journey.ts'

/** Decision 0145: everything that waits for publication in all clinics, on one screen. */
test('an admin reads the queue of all clinics, publishes one item, rejects one, and is told what this device does not hold', async ({
  server,
  signedIn,
}) => {
  test.setTimeout(120_000)
  const visits = await server.sql<{ id: string; name: string }>(
    `select distinct on (a.clinic_id) a.id, c.name from appointment a join clinic c on c.id = a.clinic_id
      where not c.private and c.active and a.status = 'completed' and not exists (select from comment m where m.appointment_id = a.id)
      order by a.clinic_id, a.id limit 2`,
  )
  const [first, second] = visits
  const write = async (visit: string, words: string) =>
    server.sql(
      `insert into comment (id, appointment_id, rate, content, created_at) values (gen_random_uuid(), $1, 4, $2, now())`,
      [visit, words],
    )
  await write(first!.id, 'Moderation journey: to publish')
  await write(second!.id, 'Moderation journey: to keep back')

  const admin = await signedIn(null, 'admin@demo.bedside.test', '/login')
  const { page } = admin
  await admin.goto('/moderation')
  const lines = page.getByRole('list', { name: 'Waiting to be published' }).getByRole('listitem')
  const one = lines.filter({ hasText: 'Moderation journey: to publish' })
  const other = lines.filter({ hasText: 'Moderation journey: to keep back' })
  await expect(one).toContainText(first!.name)
  await expect(other).toContainText(second!.name)

  await page.getByRole('button', { name: /^Comments/ }).click()
  await expect(page).toHaveURL(/kind=comment/)
  await one.getByRole('button', { name: /^Read/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Moderation journey: to publish')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(one).toHaveCount(0)
  await other.getByRole('button', { name: /^Read/ }).click()
  await dialog.getByRole('button', { name: 'Keep it unpublished' }).click()
  await expect(other).toHaveCount(0)
  const published = await server.sql<{ content: string; published: boolean }>(
    `select content, published from comment where content like 'Moderation journey:%' order by content`,
  )
  expect(published.map((each) => each.published)).toEqual([false, true])

  await admin.cut('network off')
  await admin.goto('/moderation')
  await expect(page.getByText('This list covers all clinics and is not kept on this device.')).toBeVisible()
  await admin.mend('network off')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This list covers all clinics and is not kept on this device.')).toHaveCount(0)
})
