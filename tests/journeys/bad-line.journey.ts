import sharp from 'sharp'
import { expect } from '@playwright/test'
import { openLine, type Line } from '../support/line.ts'
import { openDevice, type Device } from './support/device.ts'
import { test } from './support/in-time.ts'
import { openServer, type TestServer } from './support/server.ts'
import { visitRow, waitingVisits, writeNote } from './support/visits.ts'

/** Real Chromium and the production build, with a line like a clinic's between them and the server (issue 28). */
let server: TestServer
let line: Line
test.beforeAll(async () => {
  server = await openServer()
  line = await openLine(server.port)
})
test.afterAll(async () => {
  await line.close()
  await server.close()
})
test.beforeEach(() => {
  line.whole()
  line.asked.length = 0
})

/** The device reaches the server over the line. */
const over = (): TestServer => ({
  ...server,
  databaseUrl: server.databaseUrl,
  at: (slug, path) => `http://${slug ? `${slug}.` : ''}localhost:${line.port}${path}`,
})
async function doctor(): Promise<Device> {
  const device = await openDevice(over(), 'lindenhof')
  await device.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await device.settled()
  return device
}
const visits = (count: number) =>
  waitingVisits(server, 'doctor.lindenhof', 'due').then((rows) => rows.slice(0, count).map(({ id }) => id))
const noteOf = async (id: string) => (await visitRow(server, id))?.note
const batches = () => line.asked.filter((each) => each.startsWith('POST /api/batch'))

test('28.1: a stalled pull blocks nothing: not the second tab, and not for three minutes (I10)', async () => {
  const device = await doctor()
  const [visit] = await visits(1)
  let stalled = 0
  line.answer(({ url }) =>
    url.startsWith('/api/sync') && stalled++ === 0
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{"status":true,', stalls: true }
      : null,
  )
  await device.goto('/sync')
  await device.page.getByRole('button', { name: 'Sync now' }).click()
  await expect.poll(() => stalled).toBe(1)
  const second = await device.newTab()
  await second.goto(over().at('lindenhof', `/appointment/${visit}`))
  await writeNote(second, 'Written while a pull stood still')
  // the device gives up a stalled pull after 15 s
  await expect.poll(() => noteOf(visit!), { timeout: 30_000 }).toBe('Written while a pull stood still')
  await device.settled()
  await device.close()
})

test('G6 10: without a WebSocket one’s own change arrives at once, and another’s within a minute', async () => {
  test.setTimeout(180_000)
  line.set({ noWebSocket: true })
  const device = await doctor()
  const [visit] = await visits(1)
  await device.page.goto(over().at('lindenhof', `/appointment/${visit}`))
  await writeNote(device.page, 'Sent without a socket')
  await expect.poll(() => noteOf(visit!)).toBe('Sent without a socket')
  await server.sql('update appointment set price = 98765, version = version + 1 where id = $1', [visit])
  await expect(device.page.getByText(/987[.,]65/).first()).toBeVisible({ timeout: 75_000 })
  await device.close()
})

test('28.2: at 56 kbit/s a note arrives within seconds while a photo of 300 kB is uploading, and the photo in 1.3 times its ideal time (I10)', async () => {
  const device = await doctor()
  const [visit] = await visits(1)
  const [row] = await server.sql<{ patient: string }>('select patient_id as patient from appointment where id = $1', [
    visit,
  ])
  await device.goto(`/patient/${row!.patient}?tab=files`)
  await expect(device.page.getByRole('heading', { name: 'Add a file' })).toBeVisible()
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 50 }
  const picture = await sharp({ create: { width: 370, height: 280, channels: 3, noise, background: '#000' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  line.set({ up: BYTES_A_SECOND, down: BYTES_A_SECOND, delay: 50 })
  await device.page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'wound.png', mimeType: 'image/png', buffer: picture })
  const form = device.page.getByRole('dialog')
  await form.getByRole('textbox').fill('Wound')
  await form.getByRole('button', { name: 'Add the file' }).click()
  const begun = Date.now()
  const hasPhoto = async () =>
    (await server.sql<{ title: string }>('select title from patient_file')).some(({ title }) => title === 'Wound')
  await expect.poll(() => line.asked.some((each) => each.includes('/api/patient/upload'))).toBe(true)
  const second = await device.newTab()
  await second.goto(over().at('lindenhof', `/appointment/${visit}`))
  await writeNote(second, 'Written while the photo was under way')
  const written = Date.now()
  await expect
    .poll(() => noteOf(visit!), { timeout: 30_000, intervals: [100] })
    .toBe('Written while the photo was under way')
  const noteTook = Date.now() - written
  await expect.poll(hasPhoto, { timeout: 120_000, intervals: [200] }).toBe(true)
  const photoTook = Date.now() - begun
  // all other traffic in that time is a few kilobytes
  const own = (picture.length / BYTES_A_SECOND) * 1000
  console.log({ noteTook, photoTook, own })
  expect([noteTook < 5000, photoTook < 1.3 * own]).toEqual([true, true])
  line.whole()
  await device.settled()
  await device.close()
})
const BYTES_A_SECOND = 7000

test('28.3: a proxy that accepts at most two kilobytes: all small changes arrive in smaller batches, and “saved” is shown only then', async () => {
  const device = await doctor()
  const ids = await visits(8)
  await device.cut('network off')
  for (const [n, id] of ids.entries()) {
    await device.goto(`/appointment/${id}`)
    await writeNote(device.page, `Small ${n} ${'x'.repeat(400)}`)
  }
  line.answer(({ url, bytes }) => (url.startsWith('/api/batch') && bytes > 2000 ? { status: 413 } : null))
  await device.mend('network off')
  await device.settled()
  for (const [n, id] of ids.entries()) expect(await noteOf(id)).toMatch(new RegExp(`^Small ${n} `))
  expect(batches().length).toBeLessThan(40)
  await device.close()
})

test('28.4: a server restored to last night’s copy gets again what the device had sent since, and both agree (I1, I8, R69)', async () => {
  await server.copyData()
  const device = await doctor()
  const ids = await visits(3)
  for (const [n, id] of ids.entries()) {
    await device.goto(`/appointment/${id}`)
    await writeNote(device.page, `Since the copy ${n}`)
  }
  await expect.poll(() => Promise.all(ids.map(noteOf))).toEqual(ids.map((_, n) => `Since the copy ${n}`))
  await device.settled()
  await server.putBack()
  expect((await Promise.all(ids.map(noteOf))).filter((note) => note?.startsWith('Since'))).toEqual([])
  await device.goto('/appointment')
  // the restored copy does not have the session either: after a new sign-in, the server has what this device had sent
  await expect(device.page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 })
  await device.signIn('doctor.lindenhof@demo.bedside.test', '/doctor-login')
  await expect
    .poll(() => Promise.all(ids.map(noteOf)), { timeout: 60_000 })
    .toEqual(ids.map((_, n) => `Since the copy ${n}`))
  await device.settled()
  for (const [n, id] of ids.entries()) {
    await device.goto(`/appointment/${id}`)
    await expect(device.page.getByText(`Since the copy ${n}`).first()).toBeVisible()
  }
  await device.close()
})

test('28.7: losing the right to half of what is being fetched leaves none of it (I9)', async () => {
  const device = await openDevice(over(), 'lindenhof')
  // one page at a time, so that the right is withdrawn in the middle
  let pages = 0
  let isGone = false
  line.answer(({ url }) => (url.startsWith('/api/sync?') && ++pages > 2 && !isGone ? { status: 503 } : null))
  await device.signIn('clinic.lindenhof@demo.bedside.test', '/login')
  await expect.poll(async () => (await device.page.evaluate(idsHeld)).length, { timeout: 30_000 }).toBeGreaterThan(0)
  await server.sql(
    `update appointment set clinic_id = (select id from clinic where slug = 'kuzguncuk') where clinic_id = (select id from clinic where slug = 'lindenhof')
        and status = 'completed'`,
  )
  const names = await server.sql<{ id: string }>(
    `select id::text as id from appointment where clinic_id = (select id from clinic where slug = 'lindenhof')`,
  )
  isGone = true
  await device.goto('/appointment')
  await device.settled()
  const held = await device.page.evaluate(idsHeld)
  const rightful = new Set(names.map(({ id }) => id))
  expect(held.filter((id) => !rightful.has(id))).toEqual([])
  expect(held.length).toBeGreaterThan(0)
  await device.close()
})

/** Runs in the page: the ids of the visits on the disk. */
async function idsHeld(): Promise<string[]> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('bedside-0')) continue
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const ids = db.objectStoreNames.contains('appointment')
      ? await new Promise<string[]>((resolve) => {
          const asked = db.transaction('appointment').objectStore('appointment').getAllKeys()
          asked.onsuccess = () => resolve(asked.result.map(String))
        })
      : []
    db.close()
    return ids
  }
  return []
}
