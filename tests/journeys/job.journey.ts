import { JOB_NAMES } from '../../contract/job/job.rules.ts'
import { expect, test } from './support/journey.ts'

test('a superadmin sees the scheduled jobs, pauses and resumes one, and retries what was given up', async ({
  device,
  server,
}) => {
  const boss = await device(null)
  const { page } = boss
  await boss.signIn('superadmin@demo.bedside.test', '/login')
  await boss.goto('/setting?tab=jobs')
  const table = page.getByRole('table', { name: 'Jobs' })
  await expect(table.getByRole('row')).toHaveCount(JOB_NAMES.length + 1)
  await expect(page.getByText('Nothing within the jobs has failed.')).toBeVisible()

  const job = table.getByRole('row', { name: /^Tell doctors of their day/ })
  const act = async (name: string) => {
    await job.getByRole('button').click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Pause')
  await expect(job).toContainText('Paused')
  await act('Resume')
  await expect(job).toContainText('Waits for its time')

  // jobs that guard the data cannot be paused
  const guard = table.getByRole('row', { name: /^Link the audit log/ })
  await guard.getByRole('button').click()
  const pause = page.getByRole('menuitem', { name: 'Pause' })
  await expect(pause).toHaveAttribute('aria-disabled', 'true')
  await expect(pause).toContainText('It guards the data; no one can pause it.')
  await page.keyboard.press('Escape')

  await server.sql(
    `insert into job (kind, item, due_at, tries, failure, failed_at, dead_at) values ('tellDay', 'x', now(), 8, '22012', now(), now())`,
  )
  await page.reload()
  const card = page.locator('.card').filter({ hasText: '22012' })
  await expect(card).toContainText('1 was given up')
  await card.getByRole('button', { name: 'Try all again' }).click()
  await expect(card).toContainText('is tried again by itself')

  // the last known state stays, and the page says so
  await page.route('**/api/job/**', (route) => route.abort())
  await act('Pause')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(table).toBeVisible()
})
