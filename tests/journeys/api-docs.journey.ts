import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../server/app/demo/sign-ins.ts'
import { expect, test } from './support/journey.ts'

/** Opens an operation in the explorer, fills in the given values, executes it, and returns the response. */
async function tryOut(
  page: Page,
  tag: string,
  id: string,
  { path = {}, body }: { path?: Record<string, string>; body?: object } = {},
) {
  const block = page.locator(`#operations-${tag}-${id}`)
  if (!(await block.isVisible())) await page.locator(`#operations-tag-${tag}`).click()
  await block.locator('.opblock-summary-control').click()
  for (const [name, value] of Object.entries(path))
    await block.locator(`tr[data-param-name="${name}"] select`).selectOption(value)
  if (body) await block.locator('textarea.body-param__text').fill(JSON.stringify(body))
  await block.getByRole('button', { name: 'Execute' }).click()
  const answer = block.locator('.live-responses-table')
  await expect(answer.locator('.response-col_status').last()).toHaveText(/^200/)
  const text = await answer.locator('.highlight-code .microlight, .highlight-code code').first().innerText()
  return JSON.parse(text) as Record<string, unknown>
}

test('33 1: in the explorer a developer signs in and makes the calls a desk may make', async ({ device }) => {
  const { page, goto } = await device('sifa', { width: 1440, height: 1000 })
  await goto('/api/docs')
  await expect(page.locator('.swagger-ui .info')).toContainText('Bedside')
  const { session } = await tryOut(page, 'session', 'sessionStart')
  const signedIn = await tryOut(page, 'session', 'sessionSignIn', {
    path: { type: 'admin' },
    body: { action: 'signIn', session, username: 'clinic.sifa@demo.bedside.test', password: DEMO_PASSWORD },
  })
  expect(signedIn['user']).toMatchObject({ type: 'clinic' })
  // the explorer sends that token from here on
  const list = await tryOut(page, 'appointment', 'appointmentList', { body: { page: 1, limit: 2 } })
  expect(list['appointments']).toHaveLength(2)
  // no request went to another host
  const elsewhere = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => !name.startsWith(location.origin) && !name.startsWith('data:')),
  )
  expect(elsewhere).toEqual([])
})

test('33 1: if the explorer does not load, the page stays and is readable on a phone', async ({ device }) => {
  const { page, goto } = await device('sifa', { width: 390, height: 800, worker: false })
  await page.route('**/api/docs/explorer.js', (route) => route.abort())
  await goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'PUT /api/appointment/:id appointment.move' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
