import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './support/journey.ts'
import { foundIn, lockNow } from './support/on-locked.ts'
import { onDisk } from './support/on-disk.ts'

const DOCTOR = 'doctor.greenwich@demo.bedside.test'
const PIN = '824173'

test('a doctor’s picture is fetched once, at the size drawn, and is shown in the list offline; on a shared device it is encrypted', async ({
  server,
  device,
}) => {
  const doctor = await device('greenwich')
  await doctor.signIn(DOCTOR, '/doctor-login')
  await doctor.settled()
  await doctor.goto('/profile?tab=photo')
  const grain = { type: 'gaussian', mean: 90, sigma: 50 } as const
  const dots = await sharp({ create: { width: 96, height: 72, channels: 3, background: '#fff', noise: grain } })
    .png()
    .toBuffer()
  const picture = await sharp(dots).resize(1200, 900, { kernel: 'nearest' }).jpeg().toBuffer()
  await doctor.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture })
  const photo = async () =>
    (await server.sql<{ id: string | null }>(`select photo_id::text as id from person where email = $1`, [DOCTOR]))[0]!
      .id
  await expect.poll(photo).not.toBeNull()
  const id = (await photo())!

  const own = await device('greenwich')
  const requestsForIt = asksFor(own.page, id)
  await own.signIn('clinic.greenwich@demo.bedside.test', '/login')
  await own.settled()
  await own.goto('/doctor')
  await expect.poll(() => widths(own.page)).toContain(96)
  expect(requestsForIt()).toEqual([`/api/file/${id}?size=96`])
  await expect.poll(() => keptHere(own.page)).toEqual([['open']])
  await own.workerReady()
  await own.page.reload()
  await expect.poll(() => widths(own.page)).toContain(96)
  await own.cut('network off')
  await own.page.reload()
  await expect.poll(() => widths(own.page)).toContain(96)
  // neither the next start nor an offline start requests it again
  expect(requestsForIt()).toHaveLength(1)
  await own.mend('network off')

  const shared = await device('greenwich')
  const { page } = shared
  await shared.signIn('clinic.greenwich@demo.bedside.test', '/login', { shared: true })
  await page.getByLabel(/^New PIN/).fill(PIN)
  await page.getByLabel(/^PIN once more/).fill(PIN)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  await shared.settled()
  await shared.goto('/doctor')
  await expect.poll(() => widths(page)).toContain(96)
  await expect.poll(() => keptHere(page)).toEqual([['sealed']])
  // the shared browser's folder does not contain the picture's bytes; the personal one's does
  const part = await partOf(own.page, id)
  await expect.poll(async () => (await foundIn(own.profile, [part])).length).toBeGreaterThan(0)
  expect(await foundIn(shared.profile, [part])).toEqual([])
  await shared.workerReady()
  await shared.cut('network off')
  await lockNow(page)
  await expect.poll(() => widths(page)).toEqual([])
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect.poll(() => widths(page)).toContain(96)
  await page.reload()
  await expect.poll(() => widths(page)).toContain(96)
  await shared.mend('network off')

  // the doctor removes the photo: after the next round the device has it nowhere
  await doctor.page.getByRole('button', { name: /^Remove/ }).click()
  await expect.poll(photo).toBeNull()
  await shared.page.evaluate(() => void dispatchEvent(new Event('online')))
  await expect.poll(() => keptHere(page), { timeout: 30_000 }).toEqual([])
  await expect.poll(() => widths(page)).toEqual([])
})

/** The requests of the page for this picture. */
function asksFor(page: Page, id: string) {
  const requestsForIt: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith(id)) requestsForIt.push(pathname + search)
  })
  return () => requestsForIt
}

/** The natural widths of the pictures on the screen, px. */
const widths = (page: Page) =>
  page.locator('.avatar img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth))

/** What the disk holds of each kept picture, without its key and time. */
const keptHere = (page: Page) =>
  onDisk(page, async ({ db, done }) => {
    const all: Record<string, unknown>[] = await done(db.transaction('replies').objectStore('replies').getAll())
    return all
      .filter(({ key }) => String(key).startsWith('picture:'))
      .map((its) => (its['sealed'] ? ['sealed'] : Object.hasOwn(Object(its['reply']), 'base64') ? ['open'] : []))
  })

/** Some of the picture's bytes as the server sends them, one letter each. */
async function partOf(page: Page, id: string): Promise<string> {
  const bytes = await page.evaluate(async (path) => {
    const headers = { authorization: localStorage.getItem('user-token')! }
    return [...new Uint8Array(await (await fetch(path, { headers })).arrayBuffer())]
  }, `/api/file/${id}?size=96`)
  expect(bytes.length).toBeGreaterThan(1000)
  return Buffer.from(bytes.slice(400, 440)).toString('latin1')
}
