import { expect, test } from './support/journey.ts'

const SLUG = 'lindenhof'

test('33.3: a desk adds a webhook, sees its secret once, follows a test to its end, and removes it', async ({
  server,
  signedIn,
}) => {
  test.setTimeout(240_000)
  const desk = await signedIn(SLUG, `clinic.${SLUG}@demo.bedside.test`, '/login')
  const { page } = desk
  const add = page.getByRole('button', { name: 'Add a webhook' })
  const row = page.getByRole('row', { name: /hooks\.bedside\.invalid/ })
  // the tab is one of those in the menu
  const open = async () => {
    await page.getByRole('button', { name: 'More: Clinic' }).click()
    await page.getByRole('menuitem', { name: 'Webhooks' }).click()
  }
  const act = async (what: string) => {
    await row.getByRole('button', { name: 'More actions for hooks.bedside.invalid' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }

  await test.step('what is missing is said, and the focus goes there; a private address is refused by name', async () => {
    await desk.goto('/profile?tab=clinic')
    await open()
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
    await add.click()
    const form = page.getByRole('dialog')
    const address = form.getByLabel(/^Address/)
    await address.fill('http://hooks.bedside.invalid/in')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Enter an address that begins with https://.')).toBeVisible()
    await expect(address).toBeFocused()
    await address.fill('https://10.0.0.1/in')
    await form.getByRole('checkbox', { name: 'Appointments' }).uncheck()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Choose at least one.')).toBeVisible()
    await expect(form.getByRole('checkbox', { name: 'Appointments' })).toBeFocused()
    await form.getByRole('checkbox', { name: 'Appointments' }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('This address cannot be used.')).toBeVisible()
    await expect(address).toBeFocused()
    await address.fill('https://hooks.bedside.invalid/in')
    await form.getByRole('button', { name: 'Save' }).dblclick()
  })

  await test.step('the secret is shown once', async () => {
    const shown = page.getByRole('dialog', { name: 'Copy the secret now' })
    await expect(shown.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_[\w+/]{40,}=*$/)
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
    await expect(row).toHaveCount(1)
    await expect(page.getByText(/whsec_/)).toHaveCount(0)
    const [kept] = await server.sql<{ n: number }>(
      `select count(*)::int as n from webhook w where w::text like '%whsec_%' or w::text like '%/in%'`,
    )
    expect(kept!.n).toBe(0)
  })

  await test.step('a test is tried, its deliveries say what came of it, and without a network it says why not', async () => {
    await act('Send a test')
    // the row grows by it, and its links move
    await expect(row).toContainText('1 on its way')
    await row.getByRole('link', { name: 'Deliveries to hooks.bedside.invalid' }).click()
    const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /test/ })
    // the name has no address, so that nothing leaves the machine
    await expect(delivery).toContainText('No answer within ten seconds.', { timeout: 30_000 })
    await expect(delivery).toContainText('Next try:')
    await server.sql(`update webhook_delivery set state = 'dead', ended_at = now()`)
    await expect(delivery).toContainText('Given up', { timeout: 30_000 })
    await page.getByLabel('State').selectOption({ label: 'Delivered' })
    await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible()
    await page.getByLabel('State').selectOption({ label: 'All' })
    await delivery.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Send again' }).click()
    await expect(delivery).toContainText('On its way', { timeout: 30_000 })
    await desk.cut('network off')
    await expect(page.getByRole('button', { name: 'Send a test' })).toHaveAttribute('aria-disabled', 'true')
    await desk.mend('network off')
    await expect(page.getByRole('button', { name: 'Send a test' })).not.toHaveAttribute('aria-disabled', 'true', {
      timeout: 30_000,
    })
  })

  await test.step('a new secret, the old one beside it for a day; then it is deleted', async () => {
    await page.getByRole('link', { name: 'All webhooks' }).click()
    await open()
    await act('New secret')
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await expect(row).toContainText('The old secret signs too until')
    await act('Delete')
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
    const [left] = await server.sql<{ n: number }>('select count(*)::int as n from webhook_delivery')
    expect(left!.n).toBe(0)
  })
})
