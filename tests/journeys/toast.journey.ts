import { expect, test } from './support/journey.ts'
import { underToasts } from './support/covered.ts'

test('a toast covers no button, bar or panel, at 390, 820 and 1440 px', async ({ server, signedIn }) => {
  const desk = await signedIn('greenwich', 'clinic.greenwich@demo.bedside.test', '/login')
  const { page } = desk
  await desk.workerReady()
  const [due] = await server.sql<{ id: string }>(
    `select a.id::text from appointment a join clinic c on c.id = a.clinic_id and c.slug = 'greenwich'
      where a.status = 'waiting' and a.arrived_at is null and a.no_show_at is null and a.starts_at > $1::timestamptz order by a.starts_at limit 1`,
    [server.now],
  )
  // offline the toast keeps its Undo, so the journey leaves no change behind
  await desk.cut('network off')
  const toast = page.locator('.toast').filter({ hasText: 'Arrived:' })
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/appointment?view=board', `/appointment/${due!.id}`]) {
      await desk.goto(path)
      await page
        .getByRole('button', { name: /^Check in/ })
        .first()
        .click()
      await expect(toast).toBeVisible()
      // at once, and also half a second later, when the row has moved
      await expect.poll(() => underToasts(page), { timeout: 2000 }).toEqual([])
      await page.waitForTimeout(500)
      expect(await underToasts(page), `${path} at ${width}`).toEqual([])
      await toast.getByRole('button', { name: 'Undo' }).click()
      await expect(toast).toHaveCount(0)
      // the next page must not be loaded before the device has written it down
      await expect(page.locator('.sync')).not.toContainText('waiting')
    }
    if (width !== 390) continue
    // a sheet opens, and the toast moves aside
    await page
      .getByRole('button', { name: /^Check in/ })
      .first()
      .click()
    await expect(toast).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'All screens' })).toBeVisible()
    await expect.poll(() => underToasts(page), { timeout: 3000 }).toEqual([])
    await page.keyboard.press('Escape')
    await toast.getByRole('button', { name: 'Undo' }).click({ timeout: 4000 })
    await expect(page.locator('.sync')).not.toContainText('waiting')
  }
  await desk.mend('network off')
  await desk.settled()
})
