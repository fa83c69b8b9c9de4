import { expect, test } from './support/journey.ts'

test('private clinic: no reply to an admin contains its people and visits, and neither does the admin’s device (R38, rule 47)', async ({
  server,
  device,
}) => {
  // names come from one invented list, so some occur on both sides: those prove nothing
  const hidden = await server.sql<{ name: string; id: string; phone: string }>(
    `select p.name, p.id::text, p.phone from person p join clinic c on c.slug = 'ozel' and c.private and p.realm = c.id
      where not exists (select from person q where q.realm is null and q.name = p.name) limit 300`,
  )
  const visits = await server.sql<{ id: string }>(
    `select id::text from appointment where clinic_id = (select id from clinic where slug = 'ozel') limit 200`,
  )
  expect(hidden.length).toBeGreaterThan(20)
  expect(visits.length).toBeGreaterThan(20)
  const admin = await device(null)
  const bodies: string[] = []
  admin.page.on('response', async (response) => {
    if (response.url().includes('/api/')) bodies.push(await response.text().catch(() => ''))
  })
  await admin.signIn('superadmin@demo.bedside.test', '/login')
  await admin.settled()
  for (const path of [
    '/appointment?view=list&preset=all',
    '/appointment?view=board',
    `/appointment/${visits[0]!.id}`,
    '/doctor',
    '/patient',
    '/clinic',
  ]) {
    await admin.goto(path)
    await admin.page.waitForTimeout(400)
  }
  await expect(admin.page.locator('h1')).toBeVisible()
  const stored = await admin.page.evaluate(async () => {
    const kept: string[] = []
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name!)
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of db.objectStoreNames) {
        const asked = db.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => (asked.onsuccess = resolve))
        kept.push(JSON.stringify(asked.result))
      }
      db.close()
    }
    return kept.join('\n')
  })
  const seen = `${bodies.join('\n')}\n${stored}\n${await admin.page.content()}`
  expect(seen.length).toBeGreaterThan(100_000)
  // whole values only: one invented name can be a prefix of another
  const isIn = (canary: string) => seen.includes(`"${canary}"`) || seen.includes(`>${canary}<`)
  const leaked = [...hidden.flatMap(({ name, id, phone }) => [name, id, phone]), ...visits.map(({ id }) => id)].filter(
    isIn,
  )
  expect(leaked).toEqual([])
})
