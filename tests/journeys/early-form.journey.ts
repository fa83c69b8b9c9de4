import { DEMO_PASSWORD } from '../../server/app/demo/sign-ins.ts'
import { expect, test } from './support/journey.ts'

/** Issue 37, 4: the sign-in form is there, and can be filled in, before the app's first script arrives. */
const PATIENT = 'patient.greenwich@demo.bedside.test'

for (const pressed of [true, false]) {
  test(`input typed before the app has loaded is kept${pressed ? ', and submitted once it has' : ', with the cursor position'}`, async ({
    server,
    device,
  }) => {
    const { page } = await device('greenwich')
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
    const gate = Promise.withResolvers<void>()
    await page.route('**/assets/first-*.js', async (route) => {
      await gate.promise
      await route.continue()
    })
    // the load event waits for the scripts, so the test does not
    await page.goto(server.at('greenwich', '/patient-login'), { waitUntil: 'commit' })
    const name = page.getByLabel(/Email or phone/)
    await expect(page.getByText('Greenwich', { exact: false }).first()).toBeVisible()
    await name.fill(PATIENT)
    const password = page.locator('input[autocomplete="current-password"]')
    await password.fill(DEMO_PASSWORD)
    expect(await page.locator('#root').innerHTML()).toBe('')
    if (pressed) await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    expect(new URL(page.url()).search).toBe('')
    expect(
      requests.filter((each) => each.includes(encodeURIComponent(DEMO_PASSWORD)) || each.includes(DEMO_PASSWORD)),
    ).toEqual([])
    gate.resolve()
    if (pressed) {
      await page.waitForURL('**/appointment**', { timeout: 60_000 })
      return
    }
    await page.locator('#root form').waitFor()
    await expect(page.locator('#early')).toHaveCount(0)
    await expect(name).toHaveValue(PATIENT)
    await expect(password).toHaveValue(DEMO_PASSWORD)
    await expect(password).toBeFocused()
  })
}

for (const held of ['link', 'button'] as const)
  test(`a ${held} pressed while the app takes over still acts`, async ({ server, device }) => {
    const { page } = await device('greenwich')
    const gate = Promise.withResolvers<void>()
    await page.route('**/assets/first-*.js', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(server.at('greenwich', '/patient-login'), { waitUntil: 'commit' })
    const target =
      held === 'link'
        ? page.getByRole('link', { name: 'Forgot your password?' })
        : page.getByRole('button', { name: 'Sign in', exact: true })
    // the typeface moves what stands below it, and the pointer would press beside the target
    await page.evaluate(() => document.fonts.ready)
    await target.hover()
    await page.mouse.down()
    expect(await target.evaluate((element) => element.matches(':active'))).toBe(true)
    gate.resolve()
    await expect(page.locator('#early')).toHaveCount(0)
    await page.mouse.up()
    if (held === 'link') await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
    else await expect(page.getByText('Enter your password.')).toBeVisible()
  })

test('the page before the app has the host’s name, language and colours, and none of it remains after going on into the app', async ({
  device,
}) => {
  const { page, goto, signIn } = await device('greenwich', { lang: 'de' })
  await page.route('**/assets/first-*.js', (route) => route.abort())
  await goto('/doctor-login')
  await expect(page).toHaveTitle(/Greenwich/)
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(/Greenwich/)
  // the early button has the app's height for a finger and the clinic's colour
  const button = page.locator('#early button[type="submit"]')
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(40)
  await page.unroute('**/assets/first-*.js')
  await signIn('doctor.greenwich@demo.bedside.test', '/doctor-login')
  await page.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister()
  })
  await page.route('**/assets/first-*.js', (route) => route.abort())
  await goto('/doctor-login')
  await expect(page.locator('#early')).toBeHidden()
})
