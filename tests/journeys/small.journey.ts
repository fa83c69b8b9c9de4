import { expect, test } from './support/journey.ts'
import { filled, recordsOf } from './support/records.ts'
import { addresses } from './support/routes.ts'
import { smallProblems } from './support/small-page.ts'

const PEOPLE = [
  {
    who: 'clinic.kuzguncuk',
    role: 'clinic',
    door: '/login',
    more: ['/appointment?view=week', '/appointment?view=list'],
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
 * Every screen of desk, doctor and patient on the narrowest phone, in the longest words, in the system's own colours, without motion and under a
 * finger: nothing scrolls sideways, everything can be met, the current place is told, nothing moves, no word breaks (issue 30, 7).
 */
for (const { who, role, door, more } of PEOPLE)
  test(`at 320 px, in forced colours, by touch: every screen of ${who}`, async ({ house, signedIn }) => {
    const device = await signedIn('kuzguncuk', `${who}@demo.bedside.test`, door, { width: 320, height: 640 })
    const { page } = device
    const finger = await page.context().newCDPSession(page)
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await page.context().addCookies([{ name: 'user-lang', value: 'de', url: house.at('kuzguncuk', '/') }])
    const records = await recordsOf(house, who)
    const paths = addresses()
      .filter(({ roles, superadmin }) => roles !== 'open' && roles.includes(role) && !superadmin)
      .map(({ path }) => filled(path, records))
    const problems: string[] = []
    for (const path of [...paths, ...more]) {
      await page.goto(house.at('kuzguncuk', path))
      await page.locator('h1').first().waitFor()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await page.evaluate(() => matchMedia('(pointer: coarse) and (forced-colors: active)').matches)).toBe(true)
      problems.push(...(await smallProblems(page)).map((problem) => `${path}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
