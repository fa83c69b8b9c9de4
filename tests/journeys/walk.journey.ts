import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LANGUAGES, type Language } from '../../contract/kernel/constants.ts'
import type { TestServer } from './support/server.ts'
import { expect, test } from './support/journey.ts'
import { recordsOf } from './support/records.ts'
import { addresses } from './support/routes.ts'
import { screensOf } from './support/screens.ts'
import { tableExcess } from './support/table-excess.ts'
import { wordsNotHeld } from './support/words-held.ts'

const WIDTHS = [390, 820, 1440] as const
/** A desk's window can have any width; at some of these, columns disappear and tables become cards. */
const BETWEEN = [768, 900, 1100, 1280] as const
const THEMES = ['light', 'dark'] as const
const PEOPLE = [
  { who: 'superadmin', role: 'admin', slug: null, door: '/login' },
  { who: 'clinic.lindenhof', role: 'clinic', slug: 'lindenhof', door: '/login' },
  { who: 'doctor.kuzguncuk', role: 'doctor', slug: 'kuzguncuk', door: '/doctor-login' },
  { who: 'patient.sifa', role: 'patient', slug: 'sifa', door: '/patient-login' },
] as const

/**
 * The walk over all screens (DONE "Screens"): every address for every kind of person, with language, width and theme
 * dealt so that each pair occurs. On each: no error reported, nothing clipped or scrolling sideways, no broken or
 * squeezed word, no untranslated one, no axe finding, and targets large enough for a finger.
 */

/** Of 24 in a row no two are equal: they cover the whole grid. */
const combo = (i: number) => {
  const turn = Math.floor(i / 4)
  return { lang: LANGUAGES[i % 4]!, width: WIDTHS[turn % 3]!, theme: THEMES[(i + turn) % 2]! }
}
/** `npm run soak` checks every screen in every combination, `npm test` each screen in the next combination. */
const EACH = process.env['BEDSIDE_SOAK'] ? 24 : 1
/**
 * Walks that start 7 apart begin in four languages, so that people who share a screen see it in different combinations.
 */
const APART = 7

// four walks over both workers; each deals by itself, since workers share no counter
test.describe.configure({ mode: 'parallel' })

for (const [turn, { who, role, slug, door }] of PEOPLE.entries()) {
  test(`the walk: every screen of ${who}`, async ({ server, device }) => {
    test.setTimeout(900_000 * EACH)
    let dealt = turn * APART
    const look = async (page: Page, path: string) => {
      const problems: string[] = []
      for (let n = 0; n < EACH; n++) problems.push(...(await lookAs(combo(dealt++), server, page, slug, path)))
      return problems
    }
    const walker = await device(slug)
    const problems: string[] = []
    for (const { path } of addresses().filter((each) => each.roles === 'open')) {
      if (role === 'patient' || path === door) problems.push(...(await look(walker.page, path)))
    }
    await walker.page.emulateMedia({ colorScheme: 'light' })
    await walker.signIn(`${who}@demo.bedside.test`, door)
    await walker.settled()
    const screens = screensOf(role, await recordsOf(server, who))
    for (const path of [...screens, '/denied', '/no-such-page', '/error'])
      problems.push(...(await look(walker.page, path)))
    expect(problems).toEqual([])
  })
}

async function lookAs(
  { lang, width, theme }: ReturnType<typeof combo>,
  server: TestServer,
  page: Page,
  slug: string | null,
  path: string,
): Promise<string[]> {
  await page.context().addCookies([{ name: 'user-lang', value: lang, url: server.at(slug, '/') }])
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.goto(server.at(slug, path))
  const headed = await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    )
  await page.waitForTimeout(500)
  const found: string[] = [...(await page.evaluate(measure, width < 768)), ...(await page.evaluate(wordsNotHeld, null))]
  if (width >= 768) {
    for (const between of BETWEEN) {
      await page.setViewportSize({ width: between, height: 900 })
      for (const { label, by } of await tableExcess(page))
        if (by > 0) found.push(`${label} is too wide by ${by} at ${between}`)
    }
    await page.setViewportSize({ width, height: 900 })
  }
  if (!headed) found.push('no heading')
  await page.evaluate(loosen)
  // legacy mode skips frames, which these pages do not have: the other mode opens an extra page each time; only
  // violations are computed
  const axe = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  found.push(
    ...axe.violations.map(
      (each) =>
        `axe ${each.id}: ${each.nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(' | ')}`,
    ),
  )
  found.push(...(await untranslated(page, lang)))
  return found.map((problem) => `${path} ${lang} ${width} ${theme}: ${problem}`)
}

/**
 * Runs in the page. A sticky bar covers rows that scrolling would reveal; axe does not scroll, so the bar becomes
 * static.
 */
function loosen() {
  for (const element of document.querySelectorAll<HTMLElement>('body *'))
    if (getComputedStyle(element).position === 'sticky')
      Object.assign(element.style, { position: 'relative', inset: 'auto' })
}

/** Runs in the page. A text is clipped if its box hides part of it; chips and file names may be (LOOKS principle 7). */
function measure(onPhone: boolean): string[] {
  const problems: string[] = []
  if (document.documentElement.scrollWidth > innerWidth + 1)
    problems.push(`scrolls sideways: ${document.documentElement.scrollWidth} in ${innerWidth}`)
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element)
    if (!element.offsetParent || element.closest('.vh, .cut, .skip, [aria-hidden="true"]')) continue
    const text = element.childElementCount === 0 ? element.textContent?.trim() : ''
    // words for screen readers alone take no room on the page
    const forReaders = style.clipPath === 'inset(50%)'
    if (text && !forReaders && style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1)
      problems.push(`clipped: ${text.slice(0, 40)}`)
    if (
      onPhone &&
      element.matches('button, [role="button"], a.btn, input:not([type="hidden"]), select') &&
      !element.closest('[aria-disabled="true"]')
    ) {
      const own = element.getBoundingClientRect()
      // a press on the label, on the frame, or near a small button counts as a press on the control
      const label = element.closest('label, .input')?.getBoundingClientRect()
      const after = Number.parseFloat(getComputedStyle(element, '::after').height) || 0
      if (own.height && Math.max(own.height, label?.height ?? 0, after) < 43.5)
        problems.push(
          `small target ${Math.round(own.height)}: ${(element.textContent || element.getAttribute('aria-label') || element.tagName).slice(0, 40)}`,
        )
    }
  }
  return [...new Set(problems)]
}

const catalogs = new Map<Language, ReadonlyMap<string, string>>()

/** English texts of the catalog that appear on a page in another language although a translation exists. */
async function untranslated(page: Page, lang: Language): Promise<string[]> {
  if (lang === 'en') return []
  const words = catalogs.get(lang) ?? readCatalog(lang)
  catalogs.set(lang, words)
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    // the audit log shows stored values, which have no language
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('code')) found.push(walker.currentNode.textContent?.trim() ?? '')
    return found
  })
  return texts.filter((text) => words.has(text)).map((text) => `untranslated: ${text}`)
}

/** Messages whose translation differs from the English and is not itself an English message. */
function readCatalog(lang: Language): ReadonlyMap<string, string> {
  const text = ['open', 'messages']
    .map((catalog) => readFileSync(new URL(`../../locales/${lang}/${catalog}.po`, import.meta.url), 'utf8'))
    .join('\n')
  const pairs = [...text.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].map(
    ([, id, translated]) => [id!, translated!] as const,
  )
  const translations = new Set(pairs.map(([, translated]) => translated))
  return new Map(pairs.filter(([id, translated]) => id !== translated && !translations.has(id)))
}
