import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { filled, recordsOf } from './support/records.ts'
import { addresses } from './support/routes.ts'
import { smallProblems } from './support/small-page.ts'

const PEOPLE = [
  {
    who: 'clinic.kuzguncuk',
    role: 'clinic',
    door: '/login',
    more: ['/appointment?view=week', '/appointment?view=list', '/appointment?view=doctors'],
  },
  {
    who: 'doctor.kuzguncuk',
    role: 'doctor',
    door: '/doctor-login',
    more: ['/calendar?view=agenda', '/appointment?view=board'],
  },
  {
    who: 'patient.kuzguncuk',
    role: 'patient',
    door: '/patient-login',
    more: ['/appointment?view=list', '/profile?tab=security'],
  },
] as const

/**
 * Every screen of desk, doctor and patient on the narrowest phone, in the longest words, in the system's colours,
 * without motion and on a touch screen: nothing scrolls sideways, every target is large enough, the current page is
 * marked, nothing moves, no word breaks (issue 30, 7).
 */
for (const { who, role, door, more } of PEOPLE)
  test(`at 320 px, in forced colours, by touch: every screen of ${who}`, async ({ server, signedIn }) => {
    const device = await signedIn('kuzguncuk', `${who}@demo.bedside.test`, door, { width: 320, height: 640 })
    const { page } = device
    const finger = await page.context().newCDPSession(page)
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await page.context().addCookies([{ name: 'user-lang', value: 'de', url: server.at('kuzguncuk', '/') }])
    const records = await recordsOf(server, who)
    const paths = addresses()
      .filter(({ roles, superadmin }) => roles !== 'open' && roles.includes(role) && !superadmin)
      .map(({ path }) => filled(path, records))
    const problems: string[] = []
    for (const path of [...paths, ...more]) {
      await page.goto(server.at('kuzguncuk', path))
      await page.locator('h1').first().waitFor()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await page.evaluate(() => matchMedia('(pointer: coarse) and (forced-colors: active)').matches)).toBe(true)
      problems.push(...(await smallProblems(page)).map((problem) => `${path}: ${problem}`))
    }
    expect(problems).toEqual([])
  })

/**
 * On a busy server the typeface arrives after the first rows, and a link's target is measured in lines. Until then a
 * fallback with the same metrics is used (base.css).
 */
test('links have a touch target of 44 px even before the font has loaded', async ({ server, device }) => {
  const phone = await device('kuzguncuk', { width: 320, height: 640, lang: 'de', worker: false })
  const { page } = phone
  const finger = await page.context().newCDPSession(page)
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await page.route('**/*.woff2', (route) => route.abort())
  await phone.signIn('clinic.kuzguncuk@demo.bedside.test', '/login')
  const records = await recordsOf(server, 'clinic.kuzguncuk')
  const problems: string[] = []
  for (const path of ['/appointment', '/payment', '/patient-list', `/payment/${records.payment}`]) {
    await page.goto(server.at('kuzguncuk', path))
    await page.locator('main a').first().waitFor()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    expect(await page.evaluate(() => document.fonts.check('1rem "IBM Plex Sans Variable"', 'x'))).toBe(false)
    problems.push(...(await smallProblems(page)).filter((each) => each.startsWith('small target')))
  }
  expect(problems).toEqual([])
})

/**
 * A window of 1280 × 800 at 200 % equals one of 640 × 400 (WCAG 1.4.4): the controls at its foot must stay reachable.
 */
test('at 200 % zoom: every screen of the desk, and a long form down to its last button', async ({
  server,
  signedIn,
}) => {
  const device = await signedIn('kuzguncuk', 'clinic.kuzguncuk@demo.bedside.test', '/login', {
    width: 640,
    height: 400,
  })
  const { page } = device
  await page.context().addCookies([{ name: 'user-lang', value: 'de', url: server.at('kuzguncuk', '/') }])
  const records = await recordsOf(server, 'clinic.kuzguncuk')
  const problems: string[] = []
  for (const { path: address, roles, superadmin } of addresses()) {
    if (roles === 'open' || !roles.includes('clinic') || superadmin) continue
    const path = filled(address, records)
    await page.goto(server.at('kuzguncuk', path))
    await page.locator('h1').first().waitFor()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    problems.push(...(await zoomProblems(page)).map((problem) => `${path}: ${problem}`))
  }
  expect(problems).toEqual([])

  await page.goto(server.at('kuzguncuk', `/availability?doctor=${records.doctor}`))
  await page.getByRole('button', { name: 'Sprechzeiten hinzufügen' }).first().click()
  const save = page.getByRole('dialog').getByRole('button', { name: 'Zeiten speichern' })
  await save.scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport({ ratio: 1 })
})

/** What is wider than the window, or covers more than half of its height permanently. */
const zoomProblems = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position } = getComputedStyle(element)
      return (position === 'fixed' || position === 'sticky') && element.checkVisibility({ visibilityProperty: true })
    })
    const covered = bars
      .map((bar) => bar.getBoundingClientRect())
      .filter(
        ({ top, bottom, width, height }) => width > innerWidth / 2 && height > 0 && (top <= 0 || bottom >= innerHeight),
      )
      .reduce((sum, { height }) => sum + height, 0)
    return [
      ...(scrollWidth > innerWidth + 1 ? [`scrolls sideways: ${scrollWidth} in ${innerWidth}`] : []),
      ...(covered > innerHeight / 2 ? [`bars cover ${Math.round(covered)} of ${innerHeight}`] : []),
    ]
  })
