import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { newId } from '../../contract/kernel/id.ts'
import { showToCamera } from './support/camera.ts'
import { openDevice, type Device } from './support/device.ts'
import { test } from './support/in-time.ts'
import { openServer, type TestServer } from './support/server.ts'

let server: TestServer
test.beforeAll(async () => {
  server = await openServer()
})
test.afterAll(() => server.close())

let tablet: Device | null = null
// on a failure elsewhere, what the tablet showed is known only from the run's report
test.afterEach(async () => {
  const journey = test.info()
  if (tablet && journey.errors.length > 0) journey.errors.push({ message: `the tablet showed ${await tablet.shown()}` })
})

test('a tablet’s day: forty check-ins while the network comes and goes, each once; wrong codes reveal nothing, and leaving removes every name (rules 69–74)', async () => {
  const film = await mkdtemp(join(tmpdir(), 'bedside-film-'))
  const camera = join(film, 'camera.y4m')
  const visits = await plantDay()
  const [first, ...others] = visits
  if (!first || others.length !== 39) throw new Error('the day was not planted')
  const scanned = others[1]!
  // a code of another clinic at first
  await showToCamera(camera, `bedside:${newId()}:${scanned.code}`)
  tablet = await openDevice(server, 'kuzguncuk', { width: 1024, height: 768, camera })
  const { page } = tablet
  await tablet.signIn('clinic.kuzguncuk@demo.bedside.test', '/login', { shared: true })
  await tablet.settled()
  await tablet.workerReady()
  // the desk's own device holds the patients' names, encrypted, before it becomes a tablet
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Check-in tablets' }).click()
  await page.getByLabel('Name of the tablet').fill('Entrance')
  await page.getByLabel('Waiting area').fill('Area B')
  await page.getByLabel('PIN to leave').fill('482193')
  await page.getByLabel('PIN again').fill('482193')
  await page.getByRole('button', { name: 'Start check-in on this device' }).click()
  await expect(page.getByRole('button', { name: 'Touch to check in' })).toBeVisible()
  // four languages from the first screen on, with large targets
  await page.getByRole('navigation', { name: 'Language' }).getByRole('button', { name: 'Русский' }).click()
  await expect(page.getByRole('heading', { name: 'Добро пожаловать!' })).toBeVisible()
  for (const language of ['Türkçe', 'Deutsch', 'English'])
    await page.getByRole('button', { name: language, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  const small: string[] = []
  const measure = async () => small.push(...(await page.evaluate(smallTargets)))
  await measure()
  // every address leads to the check-in screen
  await tablet.goto('/patient-list')
  await expect(page.getByRole('button', { name: 'Touch to check in' })).toBeVisible()
  const type = async (code: string) => {
    await page.getByRole('button', { name: 'Touch to check in' }).click()
    for (const digit of code) await page.getByRole('button', { name: digit, exact: true }).click()
  }
  const arrived = async (id: string) =>
    (await server.sql<{ at: Date | null }>('select arrived_at as at from appointment where id = $1', [id]))[0]!.at !==
    null

  await page.getByRole('button', { name: 'Touch to check in' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await measure()
  // for screen reader users, the focus is on the heading of each step
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: 'Start over' }).click()
  await type(first.code)
  await expect(heading).toBeFocused()
  await measure()
  await expect(page.getByRole('listitem')).toContainText('Zerrin Ş.')
  await expect(page.getByRole('main')).not.toContainText(first.name)
  await page.getByRole('button', { name: 'Yes, check in' }).click()
  await expect(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible()
  await expect(page.getByText('Area B')).toBeVisible()
  await expect(heading).toBeFocused()
  await measure()
  expect(small).toEqual([])
  await expect.poll(() => arrived(first.id)).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()

  await type('000000')
  await expect(page.getByRole('heading', { name: 'Please go to reception' })).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()

  // by camera: first access is refused, then the code is another clinic's, then it is the patient's own
  const scan = async () => {
    await page.getByRole('button', { name: 'Touch to check in' }).click()
    await page.getByRole('button', { name: 'Scan the code' }).click()
  }
  const origin = new URL(server.at('kuzguncuk', '/')).origin
  await scan()
  await expect(page.getByRole('heading', { name: 'The camera cannot be used' })).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.context().grantPermissions(['camera'], { origin })
  await scan()
  await expect(page.getByRole('heading', { name: 'Please go to reception' })).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await showToCamera(camera, `bedside:${scanned.id}:${scanned.code}`)
  await scan()
  await page.getByRole('button', { name: 'Yes, check in' }).click()
  await expect(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible()
  await expect.poll(() => arrived(scanned.id)).toBe(true)

  // the network comes and goes: each patient gets an answer at once, and each check-in arrives once
  await page.goto(server.at('kuzguncuk', '/kiosk'))
  for (const [n, visit] of others.entries()) {
    if (n % 5 === 0) await tablet.cut('network off')
    if (n % 5 === 3) await tablet.mend('network off')
    expect(await page.evaluate(checkIn, visit)).toBe('done')
  }
  await tablet.cut('network off')
  await tablet.goto('/kiosk')
  // the first patient checks in again, after a reload offline
  expect(await page.evaluate(checkIn, others[0]!)).toBe('done')
  await tablet.mend('network off')
  const effects = async () =>
    (
      await server.sql<{ n: number; most: number }>(
        `select count(*)::int as n, coalesce(max(times), 0)::int as most from (
           select count(*) as times from audit where action = 'kiosk.arrive' and object_id = any ($1) group by object_id) of_visit`,
        [visits.map(({ id }) => id)],
      )
    )[0]
  /** The check-ins that never arrived, by their position, which tells the state of the network at that moment. */
  const missing = async () => {
    const heard = await server.sql<{ id: string }>(
      `select object_id::text as id from audit where action = 'kiosk.arrive' and object_id = any ($1)`,
      [visits.map(({ id }) => id)],
    )
    return others.flatMap(({ id }, n) => (heard.some((each) => each.id === id) ? [] : [n]))
  }
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
  expect(await effects()).toEqual({ n: 40, most: 1 })

  await page.getByRole('button', { name: 'Staff: hold for three seconds' }).press('Enter')
  for (const digit of '482193') await page.getByRole('button', { name: digit, exact: true }).click()
  await expect(page.getByRole('cell', { name: 'Zerrin Ş.' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'End check-in on this tablet' }).click()
  await page.getByRole('button', { name: 'End check-in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    'bedside-kiosk',
  )
  // no name is left that a page can read, nor in the browser's own folder, byte by byte
  expect(await page.evaluate(everythingHeld)).not.toMatch(NAMES)
  expect(tablet.errors).toEqual([])
  await page.context().close()
  // proves that the search finds what is there
  expect(await filesNaming(tablet.profile, ['kuzguncuk.localhost'])).not.toEqual([])
  expect(await filesNaming(tablet.profile, ['Zerrin', 'Şedefkıran'])).toEqual([])
  await tablet.close()
  await rm(film, { recursive: true })
})

/**
 * Forty visits around now, a minute each, of people with unique names; the doctor belongs to the clinic and has no
 * other visit at that time.
 */
const plantDay = () =>
  server.sql<{ id: string; code: string; name: string; time: string }>(
    `with pattern as (
       select a.* from appointment a join clinic c on c.id = a.clinic_id
        where c.slug = 'kuzguncuk' and a.type = 'face-to-face' and a.status = 'waiting' limit 1
     ), free as (
       select d.id from doctor d where not exists (select from appointment a where a.doctor_id = d.id and a.status = 'waiting'
         and a.starts_at between $1::timestamptz - interval '3 hours' and $1::timestamptz + interval '3 hours') limit 1
     )
     insert into appointment (id, doctor_id, patient_id, patient_name, clinic_id, starts_at, ends_at, zone, type, price, currency, created_by, updated_by)
     select gen_random_uuid(), free.id, patient_id, 'Zerrin Şedefkıran', clinic_id, $1::timestamptz + (n || ' minutes')::interval,
            $1::timestamptz + (n + 1 || ' minutes')::interval, zone, 'face-to-face', price, currency, created_by, updated_by
       from pattern, free, generate_series(5, 44) n
     returning id::text, check_in_code as code, patient_name as name, to_char(starts_at at time zone zone, 'HH24:MI') as time`,
    [server.now],
  )

/**
 * Runs in the page, as a person does it: touch, six digits, confirm the visit of that time; returns the last screen,
 * back at the start. Two codes of one hour can share a digest (decision 0070): about once in twenty days with forty
 * such visits the tablet also lists another person's.
 */
async function checkIn({ code, time }: { code: string; time: string }): Promise<string> {
  const find = async (words: string, beside = '') => {
    for (let look = 0; look < 200; look++) {
      const found = [...document.querySelectorAll<HTMLElement>('button, h1')].find(
        (each) => each.textContent?.trim() === words && (each.closest('li')?.textContent ?? '').includes(beside),
      )
      if (found) return found
      await new Promise((done) => setTimeout(done, 20))
    }
    throw new Error(`no "${words}" in: ${document.body.innerText}`)
  }
  ;(await find('Touch to check in')).click()
  for (const digit of code) (await find(digit)).click()
  ;(await find('Yes, check in', time)).click()
  await find('You are checked in')
  ;(await find('Done')).click()
  return 'done'
}

/** Runs in the page: controls smaller than 44 by 44 px. */
const smallTargets = () =>
  [...document.querySelectorAll<HTMLElement>('button, a, input, select')].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    return width >= 44 && height >= 44 ? [] : `${target.textContent}: ${width} × ${height}`
  })

const NAMES = /zerrin|şedefkıran/i

/** Runs in the page: everything that the browser stores for it, as text. */
async function everythingHeld(): Promise<string> {
  const held = [
    document.documentElement.outerHTML,
    JSON.stringify({ ...localStorage, ...sessionStorage }),
    document.cookie,
  ]
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) held.push(request.url, await (await cache.match(request))!.text())
  }
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name!)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    for (const store of db.objectStoreNames)
      held.push(
        await new Promise<string>((resolve) => {
          const asked = db.transaction(store).objectStore(store).getAll()
          asked.onsuccess = () => resolve(JSON.stringify(asked.result))
        }),
      )
    db.close()
  }
  return held.join('\n')
}

/** Files of the profile that contain a name in UTF-8 or UTF-16. */
async function filesNaming(folder: string, names: readonly string[]): Promise<string[]> {
  const wanted = names.flatMap((name) => [Buffer.from(name, 'utf8'), Buffer.from(name, 'utf16le')])
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name))
    if (wanted.some((name) => bytes.includes(name))) found.push(entry.name)
  }
  return found
}
