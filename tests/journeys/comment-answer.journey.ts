import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import { headless } from '../../tools/chromium.ts'
import { expect, test } from './support/journey.ts'

/** A clinic's answer to a comment (issue 35, 6; decision 0163). */

const CONTENT = 'Journey: the doctor took her time.'
const ANSWER = 'Thank you, we have passed it on.'

test('35.6: the desk answers a comment offline by keyboard, an admin publishes the answer, and the public page shows it without JavaScript', async ({
  server,
  signedIn,
}) => {
  test.setTimeout(180_000)
  const [visit] = await server.sql<{ id: string; doctor: string }>(
    `select a.id, a.doctor_id as doctor from appointment a join person p on p.id = a.doctor_id
      where p.email = 'doctor.greenwich@demo.bedside.test' and a.status = 'completed'
        and not exists (select from comment m where m.appointment_id = a.id) order by a.id limit 1`,
  )
  await server.sql(
    `insert into comment (id, appointment_id, rate, content, published, created_at) values (gen_random_uuid(), $1, 4, $2, true, now())`,
    [visit!.id, CONTENT],
  )
  const desk = await signedIn('greenwich', 'clinic.greenwich@demo.bedside.test', '/login')
  const { page } = desk
  await desk.goto(`/doctor/${visit!.doctor}/comment`)
  const row = page.getByRole('row').filter({ hasText: CONTENT })
  await expect(row).toBeVisible()
  await desk.workerReady()
  await desk.cut('network off')
  const menu = row.getByRole('button', { name: /^More actions/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Answer')
  await expect(dialog).toContainText(CONTENT)
  await expect(dialog).toContainText('It is public once it has been reviewed.')
  await expect(field).toBeFocused()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  // empty: the reason is at the field, which has the focus
  await dialog.getByRole('button', { name: 'Save on this device' }).click()
  await expect(dialog.getByText('Write an answer.')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type('Thank you,')
  await dialog.getByRole('button', { name: 'Close' }).click()
  // what was typed is kept
  await menu.click()
  await page.getByRole('menuitem', { name: 'Answer', exact: true }).click()
  await expect(dialog.getByText('Your draft has been restored')).toBeVisible()
  await expect(field).toHaveValue('Thank you,')
  await field.fill(ANSWER)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
  await expect(row).toContainText('Answer not published')
  await desk.mend('network off')
  await desk.settled()

  const browser = await chromium.launch(headless())
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const visitor = await context.newPage()
  const read = () => visitor.goto(server.at('greenwich', `/en/doctors/${visit!.doctor.slice(-12)}`))
  await read()
  await expect(visitor.getByText(CONTENT)).toBeVisible()
  await expect(visitor.getByText(ANSWER)).toHaveCount(0)

  const admin = await signedIn(null, 'admin@demo.bedside.test', '/login')
  await admin.goto('/moderation')
  const line = admin.page
    .getByRole('list', { name: 'Waiting to be published' })
    .getByRole('listitem')
    .filter({ hasText: ANSWER })
  await line.getByRole('button', { name: /^Read/ }).click()
  const reading = admin.page.getByRole('dialog')
  await expect(reading).toContainText(CONTENT)
  await reading.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(line).toHaveCount(0)
  await admin.settled()

  await read()
  const comment = visitor.getByRole('listitem').filter({ hasText: CONTENT })
  await expect(comment.getByRole('heading', { name: 'Answer of the clinic' })).toBeVisible()
  await expect(comment).toContainText(ANSWER)
  await context.close()
  await browser.close()
  await expect(row).toContainText('Answer published')
  await server.sql('delete from comment where content = $1', [CONTENT])
})
