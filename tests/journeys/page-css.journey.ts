import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/journey.ts'

/** Every allowed rule that could hide a word, on everything that holds text. */
const HOSTILE = `
* { color: white; background: black; font-size: 0.75rem; line-height: 1; letter-spacing: 0.3em }
p, h1, h2, h3, a, label, td, th, .muted, .btn, .tag { color: #eee; background-color: #eee; text-decoration-color: white }
.btn, .card, .tag, .note { background-image: linear-gradient(90deg, black, white, transparent); color: gold }
.card, .card-body, .stack, .stack-2, .row, .field { padding: 64px; margin-left: calc(1px * 9999); border-left: 8px solid white }
@media (min-width: 1px) { .card * { color: transparent; background: transparent } }`

test('page CSS that hides everything it may hide hides no text (decision 0082)', async ({ server, device }) => {
  const desk = await device('kuzguncuk')
  const { page } = desk
  await desk.signIn('clinic.kuzguncuk@demo.bedside.test', '/login')
  await desk.settled()
  const [before] = await server.sql<{ css: string | null }>(`select css from clinic where slug = 'kuzguncuk'`)
  await server.sql(`update clinic set css = $css$${HOSTILE}$css$ where slug = 'kuzguncuk'`)
  await page.reload()
  await expect(page.locator('link[data-page-css]')).toHaveCount(1)
  for (const theme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 844 })
      for (const path of ['/appointment?view=list&preset=next30', '/patient-list', '/payment', '/profile']) {
        await desk.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.locator('.skeleton')).toHaveCount(0)
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(['color-contrast']).analyze()
        const faint = violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html} ${any[0]?.message}`))
        expect(faint, `${path} ${theme} ${width}`).toEqual([])
        expect(await page.evaluate(unseen), `${path} ${theme} ${width}`).toEqual([])
      }
    }
  await page.screenshot({ path: test.info().outputPath('profile.png') })
  await server.sql(`update clinic set css = $1 where slug = 'kuzguncuk'`, [before!.css])
})

/** Runs in the page: its texts that are too small, or outside the window. */
function unseen(): string[] {
  const texts = document.createTreeWalker(document.querySelector('.clinic-page')!, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement!
    if (!text.nodeValue?.trim() || !holder.checkVisibility() || holder.closest('.visually-hidden, .sr-only, option'))
      continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, width, height } = range.getBoundingClientRect()
    let scroller: Element | null = holder
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement
    const scrolls = scroller !== null && scroller.scrollWidth > scroller.clientWidth
    if (height < 10 || (!scrolls && (left + Math.min(width, 8) > innerWidth || left < 0)))
      found.push(
        `${text.nodeValue.trim().slice(0, 40)} at ${Math.round(left)}, ${Math.round(width)} × ${Math.round(height)}`,
      )
  }
  return found
}
