import type { Page } from '@playwright/test'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { expect, test } from './support/journey.ts'
import { addresses } from './support/routes.ts'
import type { TestServer } from './support/server.ts'
import { wordsNotHeld } from './support/words-held.ts'
import { longerText, STRETCHED, stretchWords } from './support/stretch.ts'

/**
 * Issue 31: words two fifths longer than English, as Russian and German words can be, are not clipped on a phone: every
 * screen of a patient and of a clinic's desk, and the pages before a sign-in, at 390 px.
 */
const PEOPLE = [
  { who: 'patient.sifa', role: 'patient', slug: 'sifa', door: '/patient-login' },
  { who: 'clinic.lindenhof', role: 'clinic', slug: 'lindenhof', door: '/login' },
] as const

const TABS = {
  patient: ['medical', 'notifications', 'security', 'device', 'account'],
  clinic: ['clinic', 'users', 'notifications', 'security'],
} as const

test('a text becomes two fifths longer, and its tags stay', () => {
  expect(longerText('Appointments')).toBe('Appėoiėntmėenėts')
  expect(longerText('Read <0>this</0>.')).toBe('Reaėd <0>tėhisė</0>.')
})

for (const { who, role, slug, door } of PEOPLE)
  test(`long texts are clipped nowhere on a phone: every screen of ${who}`, async ({ server, device }) => {
    const phone = await device(slug, { width: 390, height: 844, worker: false })
    const { page } = phone
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await stretchWords(page)
    const problems: string[] = []
    const look = async (path: string) => {
      await phone.goto(path)
      problems.push(...(await lookAt(page)).map((problem) => `${path}: ${problem}`))
    }
    if (role === 'patient') for (const { path } of addresses().filter(({ roles }) => roles === 'open')) await look(path)
    await phone.signIn(`${who}@demo.bedside.test`, door)
    await phone.settled({ code: false })
    const ids = await idsOf(server, who)
    for (const { path } of addresses().filter(({ roles }) => roles !== 'open' && roles.includes(role)))
      await look(path.replace('$id', ids[path.split('/')[1]!] ?? ''))
    for (const tab of TABS[role]) await look(`/profile?tab=${tab}`)
    expect(problems).toEqual([])
  })

test('page titles do not break words on a phone, in four languages', async ({ server, signedIn }) => {
  const phone = await signedIn('sifa', 'patient.sifa@demo.bedside.test', '/patient-login', { width: 390, height: 844 })
  const { page } = phone
  const broken: string[] = []
  const { appointment } = await idsOf(server, 'patient.sifa')
  for (const lang of LANGUAGES) {
    await page.context().addCookies([{ name: 'user-lang', value: lang, url: server.at('sifa', '/') }])
    const meeting = `/appointment/${appointment}/meeting`
    for (const path of ['/appointment', '/notify', '/patient/recipe', '/patient/report', meeting]) {
      await phone.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      broken.push(...(await page.locator('.topbar h1').evaluate(brokenWords)).map((word) => `${path} ${lang}: ${word}`))
    }
  }
  expect(broken).toEqual([])
})

test('the menu does not break words on a tablet’s rail and a phone’s bar, in four languages', async ({
  server,
  signedIn,
}) => {
  const tablet = await signedIn('sifa', 'patient.sifa@demo.bedside.test', '/patient-login', {
    width: 820,
    height: 1180,
  })
  const { page } = tablet
  const broken: string[] = []
  for (const lang of LANGUAGES) {
    await page.context().addCookies([{ name: 'user-lang', value: lang, url: server.at('sifa', '/') }])
    for (const width of [820, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // the current link is set in a heavier weight, so each link is the current one once
      for (const path of [
        '/appointment',
        '/wallet',
        '/paymentlink',
        '/patient/files',
        '/patient/recipe',
        '/patient/report',
      ]) {
        await tablet.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', lang)
        await page.locator('.nav-link[aria-current="page"]').first().waitFor({ state: 'attached' })
        const found = await page.evaluate(wordsNotHeld, '.nav-link > span')
        broken.push(...found.map((problem) => `${width} ${lang} ${path}: ${problem}`))
      }
    }
  }
  expect(broken.filter((problem) => problem.includes('broken word'))).toEqual([])
})

/** Runs in the page: words that break across two lines anywhere but at a soft hyphen. */
function brokenWords(title: HTMLElement): string[] {
  const text = title.firstChild!
  return [...text.nodeValue!.matchAll(/[^\s\u00ad]+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange()
    // the hyphen that is drawn at a line's end counts as part of what follows it
    range.setStart(text, text.nodeValue![index - 1] === '\u00ad' ? index + 1 : index)
    range.setEnd(text, index + word.length)
    return range.getClientRects().length > 1 ? [word] : []
  })
}

/** By the first part of an address, a record that this person can open. */
async function idsOf(server: TestServer, who: string): Promise<Readonly<Record<string, string>>> {
  const [found] = await server.sql<Record<string, string>>(
    `select a.id::text as appointment, a.patient_id::text as patient, a.doctor_id::text as doctor,
            (select p.id::text from payment p where p.appointment_id is not null and p.clinic_id = a.clinic_id limit 1) as payment,
            (select q.id::text from question q where q.clinic_id = a.clinic_id order by q.answer desc limit 1) as question
       from appointment a join person p on p.email = $1
      where p.id = a.patient_id or p.clinic_id = a.clinic_id order by abs(extract(epoch from a.starts_at - $2::timestamptz)) limit 1`,
    [`${who}@demo.bedside.test`, server.now],
  )
  return found ?? {}
}

async function lookAt(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  // the page has loaded, and its texts are the stretched ones
  await expect(page.locator('body')).toContainText(STRETCHED)
  return page.evaluate(clipped, STRETCHED)
}

/**
 * Runs in the page: stretched words in buttons, headings, tabs, labels and table headings that are cut off or overflow
 * their box.
 */
function clipped(mark: string): string[] {
  const found: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth + 1) found.push(`scrolls sideways: ${scrollWidth} in ${innerWidth}`)
  const named = 'button, [role="button"], .btn, h1, h2, h3, h4, h5, h6, [role="tab"], label, legend, th, dt'
  for (const box of document.querySelectorAll<HTMLElement>(named)) {
    if (!box.checkVisibility() || !box.textContent?.includes(mark)) continue
    const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const holder = text.parentElement!
      if (!text.nodeValue?.includes(mark) || getComputedStyle(holder).clipPath === 'inset(50%)') continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const textBox = range.getBoundingClientRect()
      if (textBox.width === 0) continue
      const say = (what: string) => found.push(`${what}: ${text.nodeValue!.trim().slice(0, 60)}`)
      for (
        let around: HTMLElement | null = holder;
        around && around !== box.parentElement;
        around = around.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(around)
        const edge = around.getBoundingClientRect()
        if (around.title) break
        if (/hidden|clip/.test(overflowX) && (textBox.right > edge.right + 1 || textBox.left < edge.left - 1))
          say('clipped')
        else if (/hidden|clip/.test(overflowY) && textBox.bottom > edge.bottom + 3) say('clipped below')
      }
      const edge = box.getBoundingClientRect()
      if (textBox.right > edge.right + 1 || textBox.left < edge.left - 1) say('stands out')
    }
  }
  return [...new Set(found)]
}
