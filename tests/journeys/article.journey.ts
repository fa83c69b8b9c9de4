import { expect, test } from './support/journey.ts'

/** SCREENS B17, B19 as people do it: a doctor writes offline, an admin reads and publishes; a page in two languages. */
test('an article written offline is reviewed and published; then a static page', async ({ server, signedIn }) => {
  const doctor = await signedIn('kuzguncuk', 'doctor.kuzguncuk@demo.bedside.test', '/doctor-login')
  await doctor.goto('/article/new')
  await doctor.workerReady()
  const { page } = doctor
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toBeVisible()
  await doctor.cut('network off')
  await page.getByRole('textbox', { name: /^Title of the article/ }).fill('Grip mi, nezle mi?')
  await expect(page.getByText('/grip-mi-nezle-mi')).toBeVisible()
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Prevention')
  await text.click()
  await page.getByRole('combobox', { name: 'Paragraph style' }).selectOption('Heading 2')
  await page.keyboard.type('Farkı nedir?')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Grip ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('aniden')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' başlar. ')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const link = page.getByRole('textbox', { name: 'Address of the link' })
  await link.fill('javascript:alert(1)')
  await link.press('Enter')
  await expect(page.getByText('This is not the address of a page')).toBeVisible()
  await link.fill('who.int')
  await link.press('Enter')
  await expect(text.getByRole('link', { name: 'who.int' })).toBeVisible()
  // a draft is kept before it is saved
  await page.reload()
  await expect(page.getByText('Your draft has been restored')).toBeVisible()
  await expect(text).toContainText('Grip aniden başlar.')
  await page.getByRole('button', { name: 'Save on this device' }).click()
  await page.waitForURL('**/article')
  await expect(page.getByRole('row', { name: /Grip mi/ }).getByText('Waiting to send')).toBeVisible()
  await doctor.mend('network off')
  await doctor.settled()
  expect(await server.sql(`select content, published, slug from article where title = 'Grip mi, nezle mi?'`)).toEqual([
    {
      content:
        '<h2>Farkı nedir?</h2><p>Grip <strong>aniden</strong> başlar. <a href="https://who.int/" rel="noopener noreferrer nofollow">who.int</a></p>',
      published: false,
      slug: 'grip-mi-nezle-mi',
    },
  ])

  const admin = await signedIn(null, 'admin@demo.bedside.test', '/login')
  await admin.goto('/article?q=Grip')
  await admin.page.getByRole('button', { name: 'Grip mi, nezle mi?', exact: true }).click()
  const read = admin.page.getByRole('dialog')
  await expect(read.getByRole('heading', { name: 'Farkı nedir?' })).toBeVisible()
  await read.getByRole('button', { name: 'Publish' }).click()
  await admin.page
    .getByRole('dialog', { name: /^Publish/ })
    .getByRole('button', { name: 'Publish' })
    .click()
  await expect(admin.page.getByRole('row', { name: /Grip mi/ }).getByText('Published')).toBeVisible()
  await expect(page.getByRole('row', { name: /Grip mi/ }).getByText('Published')).toBeVisible({ timeout: 30_000 })

  // even content that the server would never have stored is rendered harmless (TRUST D7)
  await server.sql(`update article set content = $1 where title = 'Grip mi, nezle mi?'`, [HOSTILE])
  // no event follows a change made directly in the database: the page reloads its rows when it opens
  await admin.goto('/article?q=Grip')
  await admin.settled()
  await admin.page.getByRole('button', { name: 'Grip mi, nezle mi?', exact: true }).click()
  await expect(read.getByText('harmless')).toBeVisible({ timeout: 30_000 })
  const drawn = await read.locator('.rich').evaluate((rich) =>
    [...rich.querySelectorAll('*')].map((element) => {
      const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`)
      return [element.localName, ...attributes].join(' ')
    }),
  )
  expect(drawn).toEqual([
    'p',
    'h3 class=rich-h1',
    'a href=https://who.int/ rel=noopener noreferrer nofollow target=_blank',
    'p',
  ])
  expect(await admin.page.evaluate(() => 'ran' in window)).toBe(false)
  await admin.page.keyboard.press('Escape')
  // cleaning parses the text in a document without scripts; the browser reports what the policy would have blocked
  // there
  expect(
    admin.errors.splice(0).filter((error) => !error.startsWith('Executing inline event handler violates')),
  ).toEqual([])

  await admin.goto('/staticpage/new')
  await admin.page
    .getByRole('tab', { name: /^Türkçe/ })
    .first()
    .click()
  await admin.page.getByRole('textbox', { name: 'Title of the page, Türkçe' }).fill('Ulaşım')
  await admin.page
    .getByRole('tab', { name: /^Türkçe/ })
    .nth(1)
    .click()
  await admin.page.getByRole('textbox', { name: 'Text, Türkçe' }).click()
  await admin.page.keyboard.type('Vapurla on dakika.')
  await admin.page.getByRole('switch', { name: 'Show in menu' }).check()
  await admin.page.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.page.waitForURL('**/staticpage')
  await admin.settled()
  expect(await server.sql(`select content, in_menu from page where title @> '[{"value": "Ulaşım"}]'`)).toEqual([
    { content: [{ lang: 'tr', value: '<p>Vapurla on dakika.</p>' }], in_menu: true },
  ])
})

const HOSTILE = `<p onclick="ran=1" style="position:fixed" id="x">harmless</p><script>window.ran=1</script><img src=x onerror="window.ran=1">
<svg onload="window.ran=1"><style>*{display:none}</style></svg><iframe srcdoc="<script>parent.ran=1</script>"></iframe><h1>a</h1>
<a href="javascript:window.ran=1">b</a><a href="https://who.int/" onmouseover="ran=1">c</a><form action="https://x.example"><input name="p"></form><p>`
