import { expect, test } from './support/journey.ts'

/** Lists that are longer than a screen in the demo data. */
const LISTS = ['/appointment?view=list&preset=next30&size=50', '/patient-list?size=50', '/payment?size=50', '/doctor']

for (const width of [1280, 390])
  test(`back restores a list’s scroll position, at ${width} px`, async ({ device }) => {
    const desk = await device('kuzguncuk')
    const { page } = desk
    await page.setViewportSize({ width, height: 844 })
    await desk.signIn('clinic.kuzguncuk@demo.bedside.test', '/login')
    await desk.settled()
    for (const path of LISTS) {
      await desk.goto(path)
      const rows = page.locator('main a[href^="/"]').filter({ visible: true })
      const reach = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
      await expect.poll(reach, { message: path }).toBeGreaterThan(300)
      // the page may still be shorter while rows are loading
      await expect(page.locator('.skeleton')).toHaveCount(0)
      const sought = Math.min(1200, await reach())
      await page.evaluate((y) => scrollTo(0, y), sought)
      // figures that arrive above the list keep the rows in place on the screen, so the page is scrolled further
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(sought)
      const inView = await rows.evaluateAll((all) =>
        all.findIndex((link) => {
          const { top, bottom } = link.getBoundingClientRect()
          return top > 200 && bottom < 700 && new URL((link as HTMLAnchorElement).href).pathname !== location.pathname
        }),
      )
      expect(inView, path).toBeGreaterThanOrEqual(0)
      await page.evaluate(() =>
        addEventListener('pointerdown', () => (document.documentElement.dataset['left'] = String(scrollY)), {
          capture: true,
          once: true,
        }),
      )
      await rows.nth(inView).click()
      const left = Number(await page.evaluate(() => document.documentElement.dataset['left']))
      expect(left, path).toBeGreaterThan(200)
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(path.split('?')[0])
      await page.goBack()
      await expect.poll(() => page.evaluate(() => scrollY), { message: path }).toBe(left)
    }
  })
