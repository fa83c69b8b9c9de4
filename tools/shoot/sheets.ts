import { mkdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openDevice } from '../../tests/journeys/support/device.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { writeSheets, type Picture } from './contact-sheet.ts'
import { dealt, TRAVELLERS, wholeGrid, WIDTHS, type Look, type Stop, type Traveller } from './tour.ts'

/** A phone's picture is as long as two screens, a desk's as one and a bit: what is further down is seldom another kind of thing. */
const LONGEST: Readonly<Record<number, number>> = { 390: 1240, 820: 1240, 1024: 768, 1440: 1000 }
const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 820: 900, 1024: 768, 1440: 900 }

/**
 * Contact sheets of the tour: each stop at each width, its language and theme dealt, or (`whole`) in all twelve. `only` is a
 * pattern on "WHO PATH WIDTH", for a second look at what has been mended.
 */
export async function drawSheets(server: TestServer, folder: string, only: RegExp, whole: boolean) {
  await mkdir(folder, { recursive: true })
  for (const traveller of TRAVELLERS) {
    const stops = await traveller.stops(server)
    const wanted = stops.flatMap((stop, turn) =>
      (traveller.widths ?? WIDTHS)
        .flatMap((width) => (whole ? wholeGrid(width) : [dealt(turn, width)]))
        .filter(({ width }) => only.test(`${traveller.who} ${stop.path} ${width}`))
        .map((look) => ({ stop, look })),
    )
    if (wanted.length > 0) await travel(server, traveller, wanted, folder)
  }
}

async function travel(
  server: TestServer,
  { who, slug, door, begin }: Traveller,
  wanted: readonly { readonly stop: Stop; readonly look: Look }[],
  folder: string,
) {
  const device = await openDevice(server, slug)
  if (door) {
    await device.signIn(`${who}@demo.bedside.test`, door)
    await device.settled()
  }
  await begin?.(device)
  const { page } = device
  const finger = await page.context().newCDPSession(page)
  const pictures: Picture[] = []
  for (const { stop, look } of wanted) {
    const { width, lang, theme } = look
    await page.context().addCookies([{ name: 'user-lang', value: lang, url: server.at(slug, '/') }])
    await page.setViewportSize({ width, height: HEIGHTS[width]! })
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: width < 1000, maxTouchPoints: 1 })
    await page.emulateMedia({
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      forcedColors: theme === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    })
    const address = stop.path.startsWith('/en') ? stop.path.replace('/en', `/${lang}`) : stop.path
    // an address that differs behind # alone is no other page
    await page.goto('about:blank')
    await page.goto(server.at(slug, address))
    await settle(page)
    await stop
      .open?.(page)
      .catch((error: unknown) => console.log(`${who} ${stop.path}: ${String(error).split('\n')[0]}`))
    // a window as high as the page, so that bars which stick stand at its end as they do for a person who has scrolled there
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (!stop.open || stop.leads) await page.setViewportSize({ width, height: Math.min(height, LONGEST[width]!) })
    await page.waitForTimeout(400)
    pictures.push({
      title: `${who} ${stop.path.replaceAll(/[\w-]{30,}/g, '…')}${stop.open ? ' (opened)' : ''} · ${width} ${lang} ${theme} · ${height} px`,
      png: await page.screenshot(),
      width,
    })
  }
  const names = await writeSheets(page.context(), pictures, folder, who)
  console.log(`${who}: ${pictures.length} pictures, ${names.length} sheets`)
  await device.close()
}

/** All that a person would wait for: words, rows, typeface. */
async function settle(page: Page) {
  await page
    .locator('h1, h2')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => {})
  await page.waitForFunction(() => !document.querySelector('.skeleton'), null, { timeout: 10_000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(350)
}
