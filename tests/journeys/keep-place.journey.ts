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
      // a click of Playwright's would scroll by itself when something passes over the link, and the list would be left
      // at the top: so the mouse presses where the link is
      const inView = () =>
        rows.evaluateAll((all) =>
          all
            .map((link) => ({ link: link as HTMLAnchorElement, box: link.getBoundingClientRect() }))
            .filter(
              ({ link, box }) => box.top > 200 && box.bottom < 700 && new URL(link.href).pathname !== location.pathname,
            )
            .map(({ link, box }) => ({ link, x: box.left + 4, y: box.top + box.height / 2 }))
            .filter(({ link, x, y }) => link.contains(document.elementFromPoint(x, y)))
            .map(({ x, y }) => ({ x, y }))
            .at(0),
        )
      await expect.poll(inView, { message: path }).toBeDefined()
      await page.evaluate(() =>
        addEventListener('pointerdown', () => (document.documentElement.dataset['left'] = String(scrollY)), {
          capture: true,
          once: true,
        }),
      )
      const { x, y } = (await inView())!
      await page.mouse.click(x, y)
      const left = Number(await page.evaluate(() => document.documentElement.dataset['left']))
      expect(left, path).toBeGreaterThan(200)
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(path.split('?')[0])
      await page.goBack()
      await expect.poll(() => page.evaluate(() => scrollY), { message: path }).toBe(left)
    }
  })
